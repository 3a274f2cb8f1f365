#include "tickreel/games/teeworlds/tuning.h"

namespace tickreel::teeworlds {

std::array<float, 33> tuning_values(const Tuning& t) {
    return {t.ground_control_speed,
            t.ground_control_accel,
            t.ground_friction,
            t.ground_jump_impulse,
            t.air_jump_impulse,
            t.air_control_speed,
            t.air_control_accel,
            t.air_friction,
            t.hook_length,
            t.hook_fire_speed,
            t.hook_drag_accel,
            t.hook_drag_speed,
            t.gravity,
            t.velramp_start,
            t.velramp_range,
            t.velramp_curvature,
            t.gun_curvature,
            t.gun_speed,
            t.gun_lifetime,
            t.shotgun_curvature,
            t.shotgun_speed,
            t.shotgun_speeddiff,
            t.shotgun_lifetime,
            t.grenade_curvature,
            t.grenade_speed,
            t.grenade_lifetime,
            t.laser_reach,
            t.laser_bounce_delay,
            t.laser_bounce_num,
            t.laser_bounce_cost,
            t.laser_damage,
            t.player_collision,
            t.player_hooking};
}

}  // namespace tickreel::teeworlds
