#pragma once
// The parameters of the game's physics, as the protocol publishes them in Sv_TuneParams (in
// hundredths, in this order). Speeds are in world units per tick unless noted. Defaults are those
// of game/tuning.h of Teeworlds 0.6 and 0.7.

#include <array>

namespace tickreel::teeworlds {

inline constexpr int kTickRate = 50;
inline constexpr float kBodySize = 28.0F;

struct Tuning {
    float ground_control_speed = 10.0F;
    float ground_control_accel = 2.0F;
    float ground_friction = 0.5F;
    float ground_jump_impulse = 13.2F;
    float air_jump_impulse = 12.0F;
    float air_control_speed = 5.0F;
    float air_control_accel = 1.5F;
    float air_friction = 0.95F;
    float hook_length = 380.0F;
    float hook_fire_speed = 80.0F;
    float hook_drag_accel = 3.0F;
    float hook_drag_speed = 15.0F;
    float gravity = 0.5F;
    float velramp_start = 550.0F;  // units per second, like the next one
    float velramp_range = 2000.0F;
    float velramp_curvature = 1.4F;
    float gun_curvature = 1.25F;
    float gun_speed = 2200.0F;  // units per second, as all speeds below; lifetimes are seconds
    float gun_lifetime = 2.0F;
    float shotgun_curvature = 1.25F;
    float shotgun_speed = 2750.0F;
    float shotgun_speeddiff = 0.8F;
    float shotgun_lifetime = 0.2F;
    float grenade_curvature = 7.0F;
    float grenade_speed = 1000.0F;
    float grenade_lifetime = 2.0F;
    float laser_reach = 800.0F;
    float laser_bounce_delay = 150.0F;  // milliseconds
    float laser_bounce_num = 1.0F;
    float laser_bounce_cost = 0.0F;
    float laser_damage = 5.0F;
    float player_collision = 1.0F;
    float player_hooking = 1.0F;
};

// In message order.
std::array<float, 33> tuning_values(const Tuning& tuning);

}  // namespace tickreel::teeworlds
