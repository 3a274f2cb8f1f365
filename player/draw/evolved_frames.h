#pragma once
// Frames as a game's clients show them: items that the server sent as of an earlier tick are
// brought to the frame's own. Frames where nothing is older are handed back as they are.

#include <map>
#include <span>
#include <vector>

#include "tickreel/model/evolver.h"

namespace tickreel {

class EvolvedFrames {
public:
    // Good until the next clear(). The frame's evolver must be of its segment.
    const Frame* evolved(Evolver& evolver, const Frame* frame);
    // All of them, oldest first. Good until the next call.
    std::span<const Frame> evolved(Evolver& evolver, std::span<const Frame> frames);
    // Forgets frames that were not asked for since the call before, once they are many.
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
