#pragma once
// What messages said about a match and its snapshots do not repeat: the server's tuning and, in old
// recordings of 0.7, who is who. Made by reading the recording once, so that any moment can be
// asked.

#include <functional>
#include <memory>

#include "player/games/teeworlds/tuning.h"
#include "tickreel/base/problem.h"
#include "tickreel/model/roster.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Chronicle {
    RosterHistory roster{};
    TuningHistory tunings{};
};
using ChroniclePointer = std::shared_ptr<const Chronicle>;

// Reads up to `until`, or until `stopped`. Publishes what is known a few times a second and at the
// end. Reads nothing when the recording has no such messages.
void read_chronicle(const ReelReader& reel, Moment until, const ProblemSink& problems,
                    const std::function<bool()>& stopped,
                    const std::function<void(ChroniclePointer)>& publish);

}  // namespace tickreel
