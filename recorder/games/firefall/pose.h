#pragma once
// Messages about movement. The position of a CurrentPoseUpdate is told in full every few seconds;
// in between three bytes tell the mean velocity since the entity's pose before, over the difference
// of both ShortTimes (ms, 16 bits). Rotations and aims of one and three bytes are not understood
// and are left out. Metres, z up.

#include <array>
#include <cstdint>
#include <optional>

#include "tickreel/base/bytes.h"

namespace tickreel::firefall {

using Vector3 = std::array<double, 3>;

enum class PoseOf : std::uint8_t { Character, Vehicle };  // they differ in how fast they are

struct Pose {
    PoseOf of = PoseOf::Character;
    std::uint16_t short_time = 0;
    std::optional<std::uint16_t> movement{};  // the game's movement state
    std::optional<Vector3> position{};        // full
    Vector3 velocity{};                       // m/s, when there is no full position
    std::optional<double> heading{};          // degrees from the x axis towards y, -180..180
};

std::optional<Pose> read_current_pose(ByteView body, PoseOf of);
// A pose with its position in full; the heading as a rotation about z.
Bytes write_current_pose(const Pose& pose);

// What a server confirms of the client's own character. The position may be missing.
std::optional<Pose> read_confirmed_pose(ByteView body);
Bytes write_confirmed_pose(const Pose& pose);

// The first field of a movement view (MovementData, CurrentPoseData).
std::optional<Pose> read_movement_data(ByteView bytes, PoseOf of);

}  // namespace tickreel::firefall
