#pragma once
// One UDP payload of a capture with its source and destination. IPv4 addresses have the mapped form
// ::ffff:a.b.c.d, as elsewhere.

#include <array>
#include <chrono>
#include <tuple>

#include "tickreel/base/bytes.h"

namespace tickreel {

struct UdpEnd {
    std::array<std::uint8_t, 16> address{};
    std::uint16_t port = 0;
    bool operator==(const UdpEnd&) const = default;
    bool operator<(const UdpEnd& other) const {
        return std::tie(address, port) < std::tie(other.address, other.port);
    }
};

struct UdpPacket {
    std::chrono::nanoseconds time{};
    UdpEnd from{};
    UdpEnd to{};
    Bytes bytes{};
    std::uint64_t offset = 0;  // in the file, of the packet that completed it
    bool damaged = false;      // its IP header: perhaps these are not its ends
    bool cut = false;          // the capture has only the first of its bytes
};

}  // namespace tickreel
