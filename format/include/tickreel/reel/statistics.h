#pragma once
// Counts over the frames of a recording. The writer stores them in the footer, so that `info` never
// scans the file; `verify` recounts from the frames.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/reel/server_answers.h"
#include "tickreel/reel/tick_set.h"

namespace tickreel {

struct Statistics {
    std::uint64_t snapshots = 0;
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_mismatch = 0;
    std::uint64_t wire_absent = 0;
    std::uint64_t raw_words = 0;  // words of all snapshots, uncompressed
    std::chrono::nanoseconds first_time{};
    std::chrono::nanoseconds last_time{};
    std::map<TypeId, std::uint64_t> items{};
    std::map<TypeId, std::uint64_t> events{};
    // Per segment [from, to): reported losses, and the steps longer than the segment's usual one
    // (the most frequent distance between snapshots) unless the server waited for an ack or
    // was late and skipped ticks; `from`: when a snapshot was due. See also kLongSteps.
    std::vector<Gap> gaps{};
    bool operator==(const Statistics&) const = default;
};

// Property of a recording whose source knows nothing of what was sent, so that wire facts and
// answers do not tell what a long step is. "paused": it holds every snapshot that was made (a
// server's .demo) or says what is lost (a union): no step is a gap. "unproven": lost or never
// sent (a client's .demo); gaps with that reason.
inline constexpr std::string_view kLongSteps = "long_steps";
inline constexpr std::string_view kPaused = "paused";
inline constexpr std::string_view kUnproven = "unproven";

// Why a tick is a gap of a view that only the others of its match file tell of.
inline constexpr std::string_view kOfAnotherView = "another view has this tick's snapshot";
// A gap of what several views saw together: the last of them had left, the next one came later.
inline constexpr std::string_view kDeserted = "none of the recorded clients was there";

class StatisticsCounter {
public:
    explicit StatisticsCounter(double ticks_per_second)
        : ticks_per_second_(ticks_per_second), answers_(ticks_per_second) {}

    void add(const Frame& frame, const Schema& schema);
    void add(const Gap& gap);
    // Another client has a snapshot of this tick. A server that makes one makes it for all: if one
    // was due here too and did not come, it is lost, however late the server seems to have been.
    // Not where it waited for an acknowledgement, nor where it sent at another rate to this client.
    void add_made(Moment moment) { made_.add(moment); }
    // May be called at any time; properties of the recording.
    Statistics result(const std::map<std::string, std::string>& properties) const;
    // Between which snapshots the server waited for an acknowledgement; by rising moments.
    std::vector<Gap> waits() const;

private:
    struct Run {  // `count` steps of equal length
        std::uint32_t segment = 0;
        Tick first = 0;
        Tick step = 0;
        std::uint64_t count = 0;
        Tick rate = 0;  // at which a server sends that waits for an acknowledgement; 0: it does not
    };
    // A step over snapshots that were due.
    struct LongStep {
        Tick from = 0;
        Gap gap{};  // empty: none of them can have been sent
        double length = 0;
        double due = 0;
        double lost = 0;  // known to have been sent
        Tick rate = 0;    // at which snapshots were due all around it; 0: the server waited
    };
    Tick waiting_rate(const Frame& frame) const;
    void add_step(const Frame& frame);
    bool waits_in(const Run& run) const { return run.rate != 0 && any_delta_; }
    LongStep long_step(const Run& run, Tick from, Tick due, Tick rate) const;
    std::vector<LongStep> long_steps() const;
    Tick rate_around(std::size_t run, Tick usual) const;
    void add_made_in(const LongStep& step, std::vector<Gap>& gaps) const;

    double ticks_per_second_;
    Statistics counts_;
    ServerAnswers answers_;
    TickSet made_;
    std::vector<Gap> reported_;
    std::vector<Run> runs_;
    bool any_frame_ = false;
    bool any_delta_ = false;
    std::uint32_t segment_ = 0;
    bool delta_in_segment_ = false;
    bool last_in_full_ = false;
    Tick last_tick_ = kNoTick;
};

}  // namespace tickreel
