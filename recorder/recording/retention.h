#pragma once
// `record --keep-total, --keep-days`: deletes the oldest recordings of this name pattern, except
// those with markers, read-only for their owner (chmod a-w pins them), or being written; likewise
// those that `record --match` left in recording.kept/, and those of both kinds in the folder of
// --fallback. Folders that become empty go too.

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
    std::vector<std::string> problems{};
};

// When a recording is too old to be kept, by a clock that may be wrong: where it jumps by more than
// a day, nothing is old for a day, so that it can be set right.
class AgeClock {
public:
    using Wall = std::chrono::system_clock::time_point;
    // `running`: a time that goes on while the machine is suspended, and is never set.
    bool trusted(Wall wall, std::chrono::nanoseconds running);
    // By how much the clock jumped, if nothing is old because of that; 0: it is trusted.
    std::chrono::hours jumped() const { return jumped_; }

private:
    std::optional<std::chrono::nanoseconds> offset_{};  // of the wall clock
    std::chrono::nanoseconds since_{};                  // when it jumped
    std::chrono::hours jumped_{};
};

// `open`: paths that are being written. `now`: for the age, by the files' own time.
RetentionOutcome delete_old_recordings(const NamePattern& pattern, const RetentionOptions& options,
                                       const std::set<std::string>& open,
                                       std::chrono::system_clock::time_point now);

}  // namespace tickreel
