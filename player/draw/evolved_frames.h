#pragma once
// Frames as a game's clients show them: items sent as of an earlier tick are evolved to the frame's
// tick. Frames without such items are returned unchanged.

#include <map>
#include <span>
#include <vector>

#include "tickreel/model/evolver.h"

namespace tickreel {

class EvolvedFrames {
public:
    // Valid until the next clear(). The evolver must belong to the frame's segment.
    const Frame* evolved(Evolver& evolver, const Frame* frame);
    // All of them, oldest first. Valid until the next call.
    std::span<const Frame> evolved(Evolver& evolver, std::span<const Frame> frames);
    // Drops frames not requested since the previous call, once there are many.
    void tidy();

private:
    struct Entry {
        Snapshot from{};
        Frame frame{};
        std::uint64_t used = 0;
    };
    const Frame& entry(Evolver& evolver, const Frame& frame);

    std::map<Moment, Entry> entries_;
    std::vector<Frame> recent_;
    std::uint64_t round_ = 0;
};

}  // namespace tickreel
