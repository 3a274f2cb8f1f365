#pragma once
// Extracts the payload of an IP packet. Handles IPv4 options and IPv6 extension headers.

#include <array>
#include <optional>
#include <tuple>

#include "tickreel/base/bytes.h"

namespace tickreel {

// Identifies the fragments of one IP packet.
struct FragmentKey {
    std::array<std::uint8_t, 16> from{};
    std::array<std::uint8_t, 16> to{};
    std::uint32_t id = 0;
    std::uint8_t protocol = 0;
    bool operator<(const FragmentKey& other) const {
        return std::tie(from, to, id, protocol) <
               std::tie(other.from, other.to, other.id, other.protocol);
    }
};

struct IpPayload {
    FragmentKey key{};
    bool fragment = false;
    bool more = false;         // fragments follow
    std::uint32_t offset = 0;  // of a fragment, in bytes
    bool cut = false;          // the capture holds less than the header promises
    bool damaged = false;      // by its checksum the header is not the one that was sent
    ByteView bytes{};
};

inline constexpr std::uint8_t kUdpProtocol = 17;

// Empty if it is no IP packet or does not carry UDP.
std::optional<IpPayload> read_ip(ByteView packet);

}  // namespace tickreel
