#pragma once
// A tee that falls in the air, as its Character item was sent once.

#include <string>
#include <vector>

#include "tickreel/model/schema.h"

namespace tickreel_test {

inline tickreel::ItemType character_type() {
    tickreel::ItemType type;
    type.name = "Character";
    for (const char* name :
         {"tick", "x", "y", "vel_x", "vel_y", "angle", "direction", "jumped", "hooked_player",
          "hook_state", "hook_tick", "hook_x", "hook_y", "hook_dx", "hook_dy", "health"}) {
        tickreel::Field field;
        field.name = name;
        type.fields.push_back(field);
    }
    using enum tickreel::Role;
    for (std::size_t i = 1;
         const tickreel::Role role : {PositionX, PositionY, VelocityX, VelocityY})
        type.fields[i++].roles = role;
    return type;
}

// From (320, 100), as of that tick.
inline std::vector<tickreel::Word> falling_row(tickreel::Word tick) {
    return {tick, 320, 100, 0, 0, 0, 0, 0, -1, 0, 0, 320, 100, 0, 0, 7};
}

}  // namespace tickreel_test
