#pragma once
// Where the playhead and the camera go: steps, jumps, typed places, and the next of anything. Each
// says in a notice what came of it when that is not plain to see.

#include <string>

#include "player/state/command.h"
#include "player/state/parts.h"

namespace tickreel {

void jump(PlayerParts& parts, std::int64_t position);  // is remembered; the timeline follows again
void step(PlayerParts& parts, Unit unit, int by);
// As typed: tick, time, percent, +250, m3.
void go_to(PlayerParts& parts, const std::string& place);

// The next or previous one, by the sign of `by`.
void seek_problem(PlayerParts& parts, int by);
void seek_event(PlayerParts& parts, int by);  // a marker, or an event of a lane that is shown
void seek_hit(PlayerParts& parts, int by);    // of the query
void seek_field_change(PlayerParts& parts, int by);  // of the field that is looked into

void follow(PlayerParts& parts, std::optional<ItemKey> key);
void follow_neighbour(PlayerParts& parts, int by);
void follow_number(PlayerParts& parts, std::size_t index);
// What can be followed in the current frame.
std::vector<ItemKey> followable_now(const PlayerParts& parts);

}  // namespace tickreel
