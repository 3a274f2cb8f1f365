#pragma once
// What players said or showed in the last seconds, by their numbers: a number may be another
// player's by now, who did not.

#include <map>
#include <optional>
#include <utility>

#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

// Whether the player with this number is the same in the next frame that there is. Who takes
// another name stays the same; over more than half a second without snapshots the name decides.
bool is_same_player(const Stage& stage, EntityId who, const Frame& before, const Frame& frame);

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
    const Frame* before = nullptr;
    const auto add = [&](const Frame& frame) {
        const double age = stage.world.tick - static_cast<double>(frame.tick);
        if (age < 0) return;
        if (before != nullptr)
            std::erase_if(latest, [&](const auto& one) {
                return !is_same_player(stage, one.first, *before, frame);
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
