#pragma once
// What the developer of a game server should look at in a recording: snapshots near the protocol's
// limits, items that flicker, deltas against old bases, irregular pacing, messages that were sent
// again, unknown types, gaps and mismatches. A finding is a fact with a place and a number, not a
// verdict.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/snapshot_limits.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Finding {
    std::string_view check{};  // "flicker": a stable name
    Moment moment{};           // the first place, or the worst
    std::uint64_t number = 0;  // in `unit`
    std::string_view unit{};   // "items", "bytes", "parts", "ticks", "ms", "times", "messages" ...
    std::string text{};        // what it is, in one sentence
};

// Of frames as they come, for who reads several recordings at once.
class Irregularities {
public:
    // `info` and `schema` must outlive it. `gaps`: of the statistics, so that a lost snapshot is
    // found as a gap and not as an irregular pace too.
    Irregularities(const RecordingInfo& info, const Schema& schema, std::vector<Gap> gaps,
                   const SnapshotLimits& limits);
    Irregularities(Irregularities&&) noexcept;
    Irregularities& operator=(Irregularities&&) noexcept;
    ~Irregularities();

    void see(const Frame& frame);
    // Part of the file could not be read: what follows does not follow.
    void see_damage();
    // In the order of the checks; once.
    std::vector<Finding> findings();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Of a recording. `visit` is called with the moment of every frame.
Result<std::vector<Finding>> find_irregularities(const ReelReader& reel,
                                                 const SnapshotLimits& limits,
                                                 const ProblemSink& problems,
                                                 const std::function<void(Moment)>& visit);

}  // namespace tickreel
