#pragma once
// The tags of the proxy's sockets in Network::wait(). For its .cpp files.

#include <cstdint>

namespace tickreel {

inline constexpr std::uint64_t kExtraFrontTag = 1ULL << 63U;  // plus the server's port
inline constexpr unsigned kUpstreamBits = 8;                  // below the client's id, from 1 on
inline constexpr std::size_t kMaxUpstreams = 64;              // ports of one server

constexpr std::uint64_t front_tag() {
    return 0;
}
constexpr bool is_extra_front(std::uint64_t tag) {
    return (tag & kExtraFrontTag) != 0;
}
constexpr std::uint16_t extra_front_port(std::uint64_t tag) {
    return static_cast<std::uint16_t>(tag);
}
constexpr std::uint64_t upstream_tag(std::uint64_t client, std::size_t upstream) {
    return client << kUpstreamBits | upstream;
}
constexpr std::uint64_t client_in(std::uint64_t tag) {
    return tag >> kUpstreamBits;
}
constexpr std::size_t upstream_in(std::uint64_t tag) {
    return tag & ((1U << kUpstreamBits) - 1);
}

}  // namespace tickreel
