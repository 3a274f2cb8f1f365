#pragma once
// What players said or showed in the last seconds, by their numbers: a number may be another
// player's by now, who did not.

#include <array>
#include <map>
#include <optional>
#include <utility>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

class Presence {
public:
    explicit Presence(const Stage& stage);
    // Whether the player with this number is the same in the next frame that there is. Who takes
    // another name stays the same; over more than half a second without snapshots the name decides.
    bool is_same_player(EntityId who, const Frame& before, const Frame& frame) const;

private:
    bool is_there(const Snapshot& snapshot, EntityId who) const;

    const Stage& stage_;
    // A player has these in every snapshot, also while dead or out of sight.
    std::array<Items, 3> types_;
    bool known_;  // false: the recording has none of them, which tells nothing
};

// The number of whom a message calls gone.
std::optional<EntityId> told_to_leave(const Stage& stage, const Event& event);

template <class Told>
struct ToldLately {
    Told told{};
    double age = 0;  // ticks
};

// The newest of each player, up to the time shown. `read(event)` gives
// std::optional<std::pair<EntityId, Told>>.
template <class Told, class Read>
std::map<EntityId, ToldLately<Told>> told_lately(const Stage& stage, double seconds, Read read) {
    std::map<EntityId, ToldLately<Told>> latest;
    const Presence presence(stage);
    const Frame* before = nullptr;
    const auto add = [&](const Frame& frame) {
        const double age = stage.world.tick - static_cast<double>(frame.tick);
        if (age < 0) return;
        if (before != nullptr)
            std::erase_if(latest, [&](const auto& one) {
                return !presence.is_same_player(one.first, *before, frame);
            });
        before = &frame;
        if (age > seconds * stage.input.ticks_per_second) return;
        for (const Event& event : frame.events) {
            if (const auto gone = told_to_leave(stage, event)) latest.erase(*gone);
            if (auto one = read(event)) latest[one->first] = {std::move(one->second), age};
        }
    };
    for (const Frame& frame : stage.input.recent)
        if (frame.segment == stage.input.frame->segment && frame.tick < stage.input.frame->tick)
            add(frame);
    add(*stage.input.frame);
    return latest;
}

}  // namespace tickreel::teeworlds_art
