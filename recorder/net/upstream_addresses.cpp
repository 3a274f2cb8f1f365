#include "recorder/net/upstream_addresses.h"

#include <algorithm>
#include <string_view>

namespace tickreel {

namespace {

constexpr std::uint64_t kBesides = 64;  // clients of one address beside each other

// FNV-1a: the same in every run, so that a player keeps its address over a restart.
std::uint64_t hash_of(const std::array<std::uint8_t, 16>& address) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint8_t byte : address) hash = (hash ^ byte) * 0x100000001b3;
    return hash ^ hash >> 29U;
}

}  // namespace

std::optional<AddressRange> UpstreamAddresses::usual_range(const Endpoint& server) {
    if (!server.is_v4() || server.address[12] != 127) return std::nullopt;
    return AddressRange{v4_endpoint({127, 64, 0, 0}, 0).address, 96 + 10};
}

Endpoint UpstreamAddresses::take(const Endpoint& client) {
    if (view_ == UpstreamView::Endpoints) return client;
    if (view_ == UpstreamView::Addresses) return {client.address, 0, client.scope};
    if (!range_) return {};
    const unsigned host_bits = std::min(128 - range_->bits, 62U);
    const std::uint64_t size = std::uint64_t{1} << host_bits;
    const std::uint64_t first = hash_of(client.address) / kBesides * kBesides;
    // Among twice as many as are taken one is free, if any is: 2 of 256 are no client's.
    const std::uint64_t tries = 2 * (taken_.size() + kBesides);
    for (std::uint64_t i = 0; i < std::min(tries, size); ++i) {
        std::uint64_t host = (first + i) % size;
        const auto last = host & 0xffU;
        if (size > 2 && (last == 0 || last == 0xff)) continue;  // network and broadcast
        Endpoint upstream{range_->address};
        for (std::size_t byte = 16; byte-- > 8 && host != 0; host >>= 8U)
            upstream.address[byte] |= static_cast<std::uint8_t>(host);
        if (taken_.insert(upstream.address).second) return upstream;
    }
    return {};
}

}  // namespace tickreel
