#pragma once
// What `record` says while it runs, all of it on the recorder thread: problems, closed files, and
// on a terminal a table of the clients that is drawn anew every second.

#include <chrono>
#include <cstdint>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/recording/recording_sink.h"
#include "recorder/recording/retention.h"
#include "recorder/recording/session_status.h"

namespace tickreel {

// The totals in a line, and below it at most `rows` lines with the clients, the first ones first;
// the last line says how many are left out. 0: the totals alone.
std::string recording_table(const RecorderTotals& totals, std::size_t rows);

// A recorder runs for months: so many problems a minute are told, of the others how many there
// were.
class ProblemLimit {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    static constexpr std::uint64_t kPerMinute = 20;

    bool may_tell(TimePoint now);
    // Problems not told in a minute that is over; once.
    std::uint64_t untold(TimePoint now);

private:
    TimePoint minute_{};  // when it began
    std::uint64_t count_ = 0;
};

class RecordTalk {
public:
    explicit RecordTalk(const CommandLine& line) : line_(line), status_(line.progress_wanted()) {}

    void problem(const Problem& problem);
    void closed(const RecordedFile& file);
    void said(const std::string& text);
    void missing(const std::string& text);  // of the recordings; told in any case
    void tidied(const RetentionOutcome& outcome, std::chrono::hours age);
    void clock_jumped(std::chrono::hours by);  // so --keep-days deletes nothing; told once
    void second(const RecorderTotals& totals);

private:
    void say_untold();

    const CommandLine& line_;
    StatusLine status_;
    ProblemLimit limit_;
    bool too_many_reported_ = false;
    bool spared_reported_ = false;
    std::chrono::hours jump_reported_{};
};

}  // namespace tickreel
