#pragma once
// Common end of every command that reads a damaged or unfinished recording: one line that names the
// ticks missing from its output, and exit code 3.

#include <optional>
#include <string>

#include "recorder/commands/command_line.h"
#include "recorder/commands/place.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What became of a command that makes a file, where all that it was to hold is lost.
inline constexpr std::string_view kNoOutput = "no output written";

// Tracks losses while reading one recording. All references must outlive it.
class ReadLosses {
public:
    ReadLosses(const CommandLine& line, std::string path, const ReelReader& reel)
        : line_(line), path_(std::move(path)), reel_(reel) {}

    // For scan() and copy_frames(): prints problems only with -v, because the line of report()
    // summarises them.
    ProblemSink sink();
    // Call after reading. Prints the line; returns kExitDone or kExitDataLost.
    int report(MomentRange range) const { return print(range, {}); }
    // `typed`: where the range comes from. A share (50%) depends on all of the recording.
    int report(MomentRange range, std::string_view typed) const;
    int report() const { return report(reel_.everything()); }
    // The same of a range that may be empty: the line says that where nothing is missing.
    int report(const TickRange& range, std::string_view typed) const;
    // The line begins with what became of the command.
    int report_as(std::string_view outcome) const { return print(reel_.everything(), outcome); }
    int report_as(std::string_view outcome, MomentRange range, std::string_view typed) const;
    // Of a recording of which no snapshot is left: the line, and the exit code. Empty: go on.
    std::optional<int> nothing_left(std::string_view outcome = {}) const;

private:
    int print(const MomentRange& range, std::string_view outcome) const;

    const CommandLine& line_;
    std::string path_;
    const ReelReader& reel_;
    std::uint64_t problems_ = 0;
    std::string first_problem_{};
};

// The last snapshot at or before a place within the recording. Empty if the right one may be lost;
// `report` then says so.
Result<std::optional<Frame>> snapshot_at(const ReelReader& reel, Moment moment);

}  // namespace tickreel
