#pragma once
// A player's input: the ten ints of the protocol's PlayerInput.

#include <array>
#include <cstdint>

namespace tickreel::match {

struct Input {
    int direction = 0;  // -1 left, 1 right
    int target_x = 0;   // aim, relative to the tee
    int target_y = -1;
    int jump = 0;
    int fire = 0;  // counter modulo 64; odd while the button is held
    int hook = 0;
    int player_flags = 1;
    int wanted_weapon = 0;  // weapon + 1, 0 none
    int next_weapon = 0;    // counters modulo 64
    int prev_weapon = 0;

    std::array<std::int32_t, 10> words() const {
        return {direction, target_x,     target_y,      jump,        fire,
                hook,      player_flags, wanted_weapon, next_weapon, prev_weapon};
    }
    static Input from_words(const std::array<std::int32_t, 10>& w) {
        return {w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9]};
    }
};

inline constexpr int kInputCounterMask = 63;

}  // namespace tickreel::match
