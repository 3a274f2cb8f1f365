#pragma once
// How the protocol writes a core's numbers.

namespace tickreel::teeworlds {

inline constexpr float kWireSpeed = 256.0F;  // steps a unit: velocities, directions

}  // namespace tickreel::teeworlds
