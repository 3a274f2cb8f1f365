#pragma once
// Match data from messages that snapshots do not repeat: the server's tuning and (0.7) time limit,
// the recorded player's checkpoints in a race, how far its client asked to see and, in old
// recordings of 0.7, player names. Built by reading the recording once, for queries at any moment.

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "player/draw/geometry.h"
#include "player/games/teeworlds/tuning.h"
#include "tickreel/base/problem.h"
#include "tickreel/model/roster.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel::teeworlds_art {

// Entries with a moment `at`, in order.
template <class Entry>
class MomentHistory {
public:
    void add(Entry entry) { entries_.push_back(entry); }
    // The last one of the segment up to the moment; nullptr if there is none.
    const Entry* last(Moment moment) const {
        const auto after = std::upper_bound(entries_.begin(), entries_.end(), moment,
                                            [](Moment m, const Entry& one) { return m < one.at; });
        if (after == entries_.begin() || (after - 1)->at.segment != moment.segment) return nullptr;
        return &*(after - 1);
    }

private:
    std::vector<Entry> entries_;
};

struct Checkpoint {
    Moment at{};
    double behind = 0;  // seconds behind the best time; negative: ahead
};

// Cl_ShowDistance: DDNet's clients ask for what lies so far from the middle of their view.
struct ShowDistance {
    Moment at{};  // when it changed
    Vec2 reach{};
};

// Sv_GameInfo of 0.7, which a .demo has as an item instead.
struct ToldLimit {
    Moment at{};
    int minutes = 0;  // 0: the match has no time limit
};

struct MessageHistory {
    RosterHistory roster{};
    TuningHistory tunings{};
    MomentHistory<Checkpoint> checkpoints{};
    MomentHistory<ShowDistance> distances{};
    MomentHistory<ToldLimit> limits{};
    std::optional<Moment> read{};  // the last frame that was
};
using MessageHistoryPointer = std::shared_ptr<const MessageHistory>;

// Reads up to `until`, or until `stopped`. Publishes its state a few times per second and at the
// end. Reads nothing if the recording has no such messages.
void read_message_history(const ReelReader& reel, Moment until, const ProblemSink& problems,
                          const std::function<bool()>& stopped,
                          const std::function<void(MessageHistoryPointer)>& publish);

}  // namespace tickreel::teeworlds_art
