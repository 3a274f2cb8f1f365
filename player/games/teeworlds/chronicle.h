#pragma once
// What messages told about a match and its snapshots do not repeat: who is who in 0.7, and the
// server's tuning. Made by reading the recording once, so that any moment can be asked.

#include <functional>
#include <memory>

#include "player/games/teeworlds/roster.h"
#include "player/games/teeworlds/tuning.h"
#include "tickreel/base/problem.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Chronicle {
    SkinRoster roster{};
    TuningHistory tunings{};
};
using ChroniclePointer = std::shared_ptr<const Chronicle>;

// Reads up to `until`, or until `stopped`. Publishes what is known a few times a second and at the
// end. Reads nothing when the recording has no such messages.
void read_chronicle(const ReelReader& reel, Moment until, const ProblemSink& problems,
                    const std::function<bool()>& stopped,
                    const std::function<void(ChroniclePointer)>& publish);

}  // namespace tickreel
