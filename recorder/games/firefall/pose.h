#pragma once
// Messages about movement. A CurrentPoseUpdate contains the full position every few seconds; in
// between, three bytes give the mean velocity since the entity's previous pose, over the difference
// of both ShortTimes (ms, 16 bits). Rotations and aims of one and three bytes are not understood
// and are omitted. Metres, z up.

#include <array>
#include <cstdint>
#include <optional>

#include "tickreel/base/bytes.h"

namespace tickreel::firefall {

using Vector3 = std::array<double, 3>;

enum class PoseOf : std::uint8_t { Character, Vehicle };  // their maximum speeds differ

struct Pose {
    PoseOf of = PoseOf::Character;
    std::uint16_t short_time = 0;
    std::optional<std::uint16_t> movement{};  // the game's movement state
    std::optional<Vector3> position{};        // full position
    Vector3 velocity{};                       // m/s, if there is no full position
    std::optional<double> heading{};          // degrees from the x axis towards y, -180..180
};

// For the rotation of a heading: z is its sine, w its cosine.
double half_yaw(double heading);

std::optional<Pose> read_current_pose(ByteView body, PoseOf of);
// A pose with a full position; the heading as a rotation about z.
Bytes write_current_pose(const Pose& pose);

// The server's confirmation for the client's character. The position may be missing.
std::optional<Pose> read_confirmed_pose(ByteView body);
Bytes write_confirmed_pose(const Pose& pose);

// The first field of a movement view (MovementData, CurrentPoseData).
std::optional<Pose> read_movement_data(ByteView bytes, PoseOf of);

}  // namespace tickreel::firefall
