#pragma once
// The scale of a core's numbers on the wire.

namespace tickreel::teeworlds {

inline constexpr float kWireSpeed = 256.0F;  // steps per unit: velocities, directions

}  // namespace tickreel::teeworlds
