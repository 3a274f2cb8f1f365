#include "recorder/games/firefall/pose.h"

#include <cmath>
#include <cstring>

#include "recorder/games/firefall/number.h"

namespace tickreel::firefall {

namespace {

constexpr double kDegrees = 180 / 3.14159265358979323846;
constexpr double kYaw0 = 90;  // its heading

namespace flag {
constexpr std::uint8_t kNoMovement = 0x02;
constexpr std::uint8_t kPosition = 0x0c;  // 0: full
constexpr std::uint8_t kRotation = 0x30;  // 0: full, 0x10: 1 byte, 0x20: 3 bytes, 0x30: none
constexpr std::uint8_t kAim = 0xc0;       // 0: full, 0xc0: none, else 3 bytes
}  // namespace flag

constexpr std::uint8_t kHasPlace = 1;  // of a confirmed pose
constexpr std::uint8_t kHasAim = 2;

double read_f32(ByteReader& in) {
    const std::uint32_t bits = in.u32();
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return double{value};
}

void write_f32(double value, ByteWriter& out) {
    const auto narrow = static_cast<float>(value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &narrow, sizeof bits);
    out.u32(bits);
}

Vector3 read_vector(ByteReader& in) {
    Vector3 read{};
    for (double& axis : read) axis = read_f32(in);
    return read;
}

void write_vector(const Vector3& value, ByteWriter& out) {
    for (const double axis : value) write_f32(axis, out);
}

// For a rotation about the vertical axis; other rotations contribute their vertical part. The
// game's yaw is a compass's: who has 0 looks along the y axis, and it grows towards the x axis.
double heading_of(double z, double w) {
    const double degrees = kYaw0 - 2 * std::atan2(z, w) * kDegrees;
    return std::isfinite(degrees) ? std::remainder(degrees, 360.0) : 0;
}

double read_heading_f32(ByteReader& in) {
    (void)in.u64();  // x, y
    const double z = read_f32(in);
    return heading_of(z, read_f32(in));
}

double read_q16(ByteReader& in) {
    return kQuantum * static_cast<double>(static_cast<std::int64_t>(signed_of(in.u16())));
}

void write_q16(double value, ByteWriter& out) {
    const auto steps = static_cast<std::int64_t>(std::lround(value / kQuantum));
    out.u16(sign_and_magnitude(static_cast<std::uint64_t>(steps)));
}

// Three bytes: which axis is first, an exponent, and the sizes of the axes: the first relative to
// the mode's maximum, each other relative to the previous one.
Vector3 velocity_of(std::uint32_t word, std::uint8_t mode, PoseOf of) {
    constexpr std::array<std::array<std::size_t, 3>, 8> kOrders{
        {{0, 1, 2}, {0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {0, 1, 2}}};
    constexpr std::array<std::array<double, 4>, 2> kMost{{{0, 10, 25, 60}, {0, 20, 30, 100}}};
    if (word == 0) return {};
    const double most = kMost[of == PoseOf::Vehicle ? 1 : 0][mode >> 2];
    const double exponent = static_cast<double>(word >> 3 & 7) - 6;
    const double major =
        (static_cast<double>(word >> 6 & 255) - 127.5) / 126.5 * most * std::exp2(exponent);
    const double middle = major * (static_cast<double>(word >> 14 & 63) - 31.5) / 31.5;
    const double minor = middle * (static_cast<double>(word >> 20 & 15) - 7.5) / 7.5;
    const std::array<std::size_t, 3>& order = kOrders[word & 7];
    Vector3 velocity{};
    velocity[order[0]] = major;
    velocity[order[1]] = middle;
    velocity[order[2]] = minor;
    return velocity;
}

bool is_finite(const Pose& pose) {
    if (!pose.position) return true;
    for (const double axis : *pose.position)
        if (!std::isfinite(axis)) return false;
    return true;
}

std::optional<Pose> whole(const ByteReader& in, const Pose& pose) {
    if (in.failed() || in.left() > 0 || !is_finite(pose)) return std::nullopt;
    return pose;
}

}  // namespace

double half_yaw(double heading) {
    return (kYaw0 - heading) / kDegrees / 2;
}

std::optional<Pose> read_current_pose(ByteView body, PoseOf of) {
    ByteReader in(body);
    Pose pose{.of = of};
    const std::uint8_t flags = in.u8();
    pose.short_time = in.u16();
    (void)in.u8();  // unknown
    if ((flags & flag::kNoMovement) == 0) pose.movement = in.u16();
    if (const std::uint8_t mode = flags & flag::kPosition; mode == 0) {
        pose.position = read_vector(in);
    } else {
        const std::uint32_t low = in.u16();
        pose.velocity = velocity_of(low | std::uint32_t{in.u8()} << 16, mode, of);
    }
    const std::uint8_t rotation = flags & flag::kRotation;
    if (rotation == 0) {
        (void)in.u32();  // x, y
        const double z = read_q16(in);
        pose.heading = heading_of(z, read_q16(in));
    } else if (rotation != flag::kRotation) {
        (void)in.bytes(rotation == 0x10 ? 1 : 3);
    }
    const std::uint8_t aim = flags & flag::kAim;
    if (aim != flag::kAim) (void)in.bytes(aim == 0 ? 6 : 3);
    return whole(in, pose);
}

Bytes write_current_pose(const Pose& pose) {
    ByteWriter out;
    std::uint8_t flags = flag::kAim;
    if (!pose.movement) flags |= flag::kNoMovement;
    if (!pose.heading) flags |= flag::kRotation;
    out.u8(flags);
    out.u16(pose.short_time);
    out.u8(0);
    if (pose.movement) out.u16(*pose.movement);
    write_vector(pose.position.value_or(Vector3{}), out);
    if (pose.heading) {
        out.u32(0);
        const double half = half_yaw(*pose.heading);
        write_q16(std::sin(half), out);
        write_q16(std::cos(half), out);
    }
    return out.take();
}

std::optional<Pose> read_confirmed_pose(ByteView body) {
    ByteReader in(body);
    Pose pose;
    pose.short_time = in.u16();
    const std::uint8_t has = in.u8();
    (void)in.u8();  // water
    if ((has & kHasPlace) != 0) {
        pose.position = read_vector(in);
        pose.heading = read_heading_f32(in);
        pose.movement = in.u16();
    }
    (void)read_vector(in);  // velocity
    if ((has & kHasAim) != 0) (void)read_vector(in);
    (void)in.bytes(6);  // jetpack, timers
    if (in.u8() != 0) return std::nullopt;
    (void)in.u16();  // the next ShortTime
    return whole(in, pose);
}

Bytes write_confirmed_pose(const Pose& pose) {
    const double half = half_yaw(pose.heading.value_or(0));
    ByteWriter out;
    out.u16(pose.short_time);
    out.u8(kHasPlace);
    out.u8(0);
    write_vector(pose.position.value_or(Vector3{}), out);
    write_vector({0, 0, std::sin(half)}, out);
    write_f32(std::cos(half), out);
    out.u16(pose.movement.value_or(0));
    write_vector({}, out);
    out.bytes(Bytes(6));
    out.u8(0);
    out.u16(pose.short_time);
    return out.take();
}

std::optional<Pose> read_movement_data(ByteView bytes, PoseOf of) {
    ByteReader in(bytes);
    Pose pose{.of = of};
    pose.position = read_vector(in);
    pose.heading = read_heading_f32(in);
    (void)read_vector(in);  // aim
    pose.movement = in.u16();
    pose.short_time = static_cast<std::uint16_t>(in.u32());
    return whole(in, pose);
}

}  // namespace tickreel::firefall
