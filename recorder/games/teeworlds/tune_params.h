#pragma once
// The physics parameters that a server sends to its clients, in wire order; DDNet's follow those of
// the original game. Hundredths, as sent.

#include <algorithm>
#include <array>

#include "recorder/games/teeworlds/facts.h"

namespace tickreel::teeworlds {

constexpr FieldFact tune(std::string_view name) {
    return optional(measure(name, Role::None, 0.01, ""));
}

inline constexpr FieldFact kTuneParams06[] = {tune("ground_control_speed"),
                                              tune("ground_control_accel"),
                                              tune("ground_friction"),
                                              tune("ground_jump_impulse"),
                                              tune("air_jump_impulse"),
                                              tune("air_control_speed"),
                                              tune("air_control_accel"),
                                              tune("air_friction"),
                                              tune("hook_length"),
                                              tune("hook_fire_speed"),
                                              tune("hook_drag_accel"),
                                              tune("hook_drag_speed"),
                                              tune("gravity"),
                                              tune("velramp_start"),
                                              tune("velramp_range"),
                                              tune("velramp_curvature"),
                                              tune("gun_curvature"),
                                              tune("gun_speed"),
                                              tune("gun_lifetime"),
                                              tune("shotgun_curvature"),
                                              tune("shotgun_speed"),
                                              tune("shotgun_speeddiff"),
                                              tune("shotgun_lifetime"),
                                              tune("grenade_curvature"),
                                              tune("grenade_speed"),
                                              tune("grenade_lifetime"),
                                              tune("laser_reach"),
                                              tune("laser_bounce_delay"),
                                              tune("laser_bounce_num"),
                                              tune("laser_bounce_cost"),
                                              tune("laser_damage"),
                                              tune("player_collision"),
                                              tune("player_hooking"),
                                              tune("jetpack_strength"),
                                              tune("shotgun_strength"),
                                              tune("explosion_strength"),
                                              tune("hammer_strength"),
                                              tune("hook_duration"),
                                              tune("hammer_fire_delay"),
                                              tune("gun_fire_delay"),
                                              tune("shotgun_fire_delay"),
                                              tune("grenade_fire_delay"),
                                              tune("laser_fire_delay"),
                                              tune("ninja_fire_delay"),
                                              tune("hammer_hit_fire_delay"),
                                              tune("ground_elasticity_x"),
                                              tune("ground_elasticity_y")};

// 0.7 has all except one.
inline constexpr auto kTuneParams07 = [] {
    std::array<FieldFact, std::size(kTuneParams06) - 1> kept{};
    std::copy_if(std::begin(kTuneParams06), std::end(kTuneParams06), kept.begin(),
                 [](const FieldFact& fact) { return fact.name != "laser_damage"; });
    return kept;
}();

}  // namespace tickreel::teeworlds
