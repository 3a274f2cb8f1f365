#pragma once
// An IPv4 or IPv6 address with a UDP port. IPv4 addresses are stored as ::ffff:a.b.c.d, so that
// both kinds compare and hash alike.

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "tickreel/base/result.h"

namespace tickreel {

struct Endpoint {
    std::array<std::uint8_t, 16> address{};  // network order
    std::uint16_t port = 0;
    std::uint32_t scope = 0;  // interface of a link-local IPv6 address

    // The address as two words: addresses are compared for every datagram, and memcmp() is slower.
    std::array<std::uint64_t, 2> words() const {
        std::array<std::uint64_t, 2> both;
        std::memcpy(both.data(), address.data(), sizeof both);
        return both;
    }
    bool is_v4() const;
    auto operator<=>(const Endpoint&) const = default;
    bool operator==(const Endpoint& other) const {
        return port == other.port && scope == other.scope && same_address(other);
    }
    bool same_address(const Endpoint& other) const {
        const auto ours = words();
        const auto theirs = other.words();
        return ours[0] == theirs[0] && ours[1] == theirs[1];
    }
};

inline Endpoint v4_endpoint(std::array<std::uint8_t, 4> address, std::uint16_t port) {
    return {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, address[0], address[1], address[2], address[3]},
        port};
}
std::string to_string(const Endpoint& endpoint);  // "127.0.0.1:8303", "[::1]:8303"
std::string host_text(const Endpoint& endpoint);  // "127.0.0.1", "::1"

struct HostPort {
    std::string host{};  // without brackets; "" if only a port was given
    std::uint16_t port = 0;
};

// "host:8303", "1.2.3.4:8303", "[::1]:8303", ":8303". The error says what is expected.
Result<HostPort> parse_host_port(std::string_view text);

struct EndpointHash {
    [[gnu::hot]] std::size_t operator()(const Endpoint& endpoint) const;
};

}  // namespace tickreel
