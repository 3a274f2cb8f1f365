#pragma once
// `record --keep-total, --keep-days`: deletes the oldest recordings of this name pattern, except
// those with markers, read-only for their owner (chmod a-w pins them), or being written; likewise
// those that `record --match` left in recording.kept/, and those of both kinds in the folder of
// --fallback. Folders that become empty go too.
//
// Ages are counted by a clock that may be wrong, also from the start (a machine without a battery):
// a pause without recordings counts for a week at most, so that one that is far ahead makes nothing
// old that was not nearly old; and what is from before it was set is dated anew.

#include <chrono>
#include <optional>
#include <set>

#include "recorder/recording/name_pattern.h"

namespace tickreel {

struct RetentionOptions {
    std::uint64_t total_bytes = 0;  // 0: no limit
    std::chrono::hours age{0};      // 0: no limit
    std::string fallback{};         // a folder that other recorders may use too; "": none
    std::string fallback_views{};   // --match: its folder of views in it; "": none
    bool wanted() const { return total_bytes != 0 || age.count() != 0; }
};

struct DeletedRecording {
    std::string path{};
    bool too_old = false;  // else to make room
};

struct RetentionOutcome {
    std::vector<DeletedRecording> deleted{};  // oldest first
    std::uint64_t bytes = 0;                  // of the recordings that stay
    std::uint64_t too_many = 0;               // bytes over the limit that may not be deleted
    std::size_t spared = 0;  // old by the clock, but for a pause that it may have made up
    std::chrono::system_clock::time_point newest{};  // when the last one was written, if ever
    std::vector<std::string> problems{};
};

// What this recorder has seen itself.
struct Watched {
    std::chrono::system_clock::time_point newest{};  // recording
    std::chrono::nanoseconds pause{};                // that nothing was recorded since, for so long
    std::chrono::nanoseconds run{};                  // for so long it has been looking
};

// The most that a pause counts beyond what was watched: a week, or half of the age.
std::chrono::nanoseconds most_of_a_pause(std::chrono::hours age);

// When a recording is too old to be kept, by a clock that may be wrong: where it jumps by more than
// a day, nothing is old for a day, so that it can be set right.
class AgeClock {
public:
    using Wall = std::chrono::system_clock::time_point;
    struct Step {
        std::chrono::nanoseconds by{};   // by which the clock was set since it was last asked for
        std::chrono::nanoseconds run{};  // for so long it has been looked at
    };
    Step step(Wall wall, std::chrono::nanoseconds running);
    // `newest`: as the last look at the recordings found it.
    Watched watched(Wall newest, std::chrono::nanoseconds running);
    // `running`: a time that goes on while the machine is suspended, and is never set.
    bool trusted(Wall wall, std::chrono::nanoseconds running);
    // By how much the clock jumped, if nothing is old because of that; 0: it is trusted.
    std::chrono::hours jumped() const { return jumped_; }

private:
    std::optional<std::chrono::nanoseconds> offset_{};  // of the wall clock
    std::chrono::nanoseconds since_{};                  // when it jumped
    std::chrono::hours jumped_{};
    std::optional<std::chrono::nanoseconds> last_offset_{};
    std::optional<std::chrono::nanoseconds> begun_{};
    Wall newest_{};
    std::chrono::nanoseconds paused_since_{};
};

// What was written while the clock was wrong gets the time that it should have had: only what has a
// time between `now` - step.by - step.run and `now` - step.by. Those in `open` get theirs by
// themselves.
void date_anew(const NamePattern& pattern, const RetentionOptions& options,
               const std::set<std::string>& open, AgeClock::Wall now, AgeClock::Step step);

// `open`: paths that are being written. `now`: for the age, by the files' own time. Without
// `watched`, the clock is taken to be right.
RetentionOutcome delete_old_recordings(const NamePattern& pattern, const RetentionOptions& options,
                                       const std::set<std::string>& open,
                                       std::chrono::system_clock::time_point now,
                                       const std::optional<Watched>& watched = {});

}  // namespace tickreel
