#pragma once
// Match data from messages that snapshots do not repeat: the server's tuning, the recorded player's
// checkpoints in a race and, in old recordings of 0.7, player names. Built by reading the recording
// once, for queries at any moment.

#include <functional>
#include <memory>
#include <vector>

#include "player/games/teeworlds/tuning.h"
#include "tickreel/base/problem.h"
#include "tickreel/model/roster.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel::teeworlds_art {

struct Checkpoint {
    Moment at{};
    double behind = 0;  // seconds behind the best time; negative: ahead
};

class CheckpointHistory {
public:
    void add(Checkpoint passed) { passed_.push_back(passed); }
    // The last one of the segment up to the moment; nullptr if there is none.
    const Checkpoint* last(Moment moment) const;

private:
    std::vector<Checkpoint> passed_;
};

struct MessageHistory {
    RosterHistory roster{};
    TuningHistory tunings{};
    CheckpointHistory checkpoints{};
};
using MessageHistoryPointer = std::shared_ptr<const MessageHistory>;

// Reads up to `until`, or until `stopped`. Publishes its state a few times per second and at the
// end. Reads nothing if the recording has no such messages.
void read_message_history(const ReelReader& reel, Moment until, const ProblemSink& problems,
                          const std::function<bool()>& stopped,
                          const std::function<void(MessageHistoryPointer)>& publish);

}  // namespace tickreel::teeworlds_art
