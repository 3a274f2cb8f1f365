#pragma once
// One UDP payload of a capture with where it came from and went to. IPv4 addresses in the mapped
// form ::ffff:a.b.c.d, as elsewhere.

#include <array>
#include <chrono>
#include <compare>

#include "format/base/bytes.h"

namespace tickreel {

struct UdpEnd {
    std::array<std::uint8_t, 16> address{};
    std::uint16_t port = 0;
    auto operator<=>(const UdpEnd&) const = default;
};

struct UdpPacket {
    std::chrono::nanoseconds time{};
    UdpEnd from{};
    UdpEnd to{};
    Bytes bytes{};
};

}  // namespace tickreel
