#include "recorder/net/upstream_addresses.h"

#include <algorithm>

namespace tickreel {

namespace {

constexpr std::uint64_t kBesides = 64;  // clients of one address beside each other

// FNV-1a: the same in every run, so that a player keeps its address over a restart.
std::uint64_t hash_of(const Endpoint& front, const std::array<std::uint8_t, 16>& client) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&](std::uint8_t byte) { hash = (hash ^ byte) * 0x100000001b3; };
    for (const std::uint8_t byte : front.address) add(byte);
    add(static_cast<std::uint8_t>(front.port >> 8U));
    add(static_cast<std::uint8_t>(front.port));
    for (const std::uint8_t byte : client) add(byte);
    hash = (hash ^ hash >> 32U) * 0xd6e8feb86659fd93;  // some of its bits depend on few others
    return hash ^ hash >> 32U;
}

std::uint64_t size_of(const AddressRange& range) {
    return std::uint64_t{1} << std::min(128 - range.bits, 62U);
}

// Those of the network and of broadcasts are no client's.
bool is_for_clients(std::uint64_t host, std::uint64_t size) {
    const auto last = host & 0xffU;
    return size <= 2 || (last != 0 && last != 0xff);
}

std::uint64_t usable_of(std::uint64_t size) {
    return size <= 2 ? size : size < 256 ? size - 1 : size / 256 * 254;
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
    if (const auto own = own_of(client.address)) return take(*own);
    if (const auto unused = unused_for(client.address)) return take(*unused);
    const auto others = left_longest_ago();
    if (!others) return {};
    forget(*others);
    return take(*others);
}

Endpoint UpstreamAddresses::take(const Address& address) {
    Endpoint upstream;
    upstream.address = address;
    claim(upstream);
    return upstream;
}

void UpstreamAddresses::claim(const Endpoint& upstream) {
    if (!range_ || !range_->contains(upstream)) return;  // where none was left: the machine's own
    if (++taken_[upstream.address] == 1 && !remembers(upstream)) ++first_taken_;
}

void UpstreamAddresses::give_back(const Endpoint& upstream, const Endpoint& client,
                                  bool remembers) {
    const auto taken = taken_.find(upstream.address);
    if (taken == taken_.end()) return;  // the machine's own
    if (remembers) {
        if (this->remembers(upstream))
            forget(upstream.address);
        else if (past_.size() >= kMostRemembered)
            forget(by_release_.begin()->second);
        --first_taken_;
        past_[upstream.address] = {client.address, ++releases_};
        by_release_[releases_] = upstream.address;
        of_client_[client.address].insert(releases_);
    }
    if (--taken->second > 0) return;
    taken_.erase(taken);
    if (!this->remembers(upstream)) --first_taken_;
}

std::optional<UpstreamAddresses::Address> UpstreamAddresses::own_of(const Address& client) const {
    const auto own = of_client_.find(client);
    if (own == of_client_.end()) return std::nullopt;
    for (auto release = own->second.rbegin(); release != own->second.rend(); ++release)
        if (const Address& address = by_release_.at(*release); taken_.count(address) == 0)
            return address;
    return std::nullopt;
}

std::optional<UpstreamAddresses::Address> UpstreamAddresses::unused_for(
    const Address& client) const {
    const std::uint64_t size = size_of(*range_);
    const std::uint64_t used = first_taken_ + past_.size();
    if (used >= usable_of(size)) return std::nullopt;
    const std::uint64_t first = hash_of(front_, client) / kBesides * kBesides;
    // Among twice as many as are used one is not, if any is: 2 of 256 are no client's.
    const std::uint64_t tries = std::min(2 * (used + kBesides), size);
    for (std::uint64_t i = 0; i < tries; ++i) {
        std::uint64_t host = (first + i) % size;
        if (!is_for_clients(host, size)) continue;
        Address address = range_->address;
        for (std::size_t byte = 16; byte-- > 8 && host != 0; host >>= 8U)
            address[byte] |= static_cast<std::uint8_t>(host);
        if (taken_.count(address) == 0 && past_.count(address) == 0) return address;
    }
    return std::nullopt;
}

std::optional<UpstreamAddresses::Address> UpstreamAddresses::left_longest_ago() const {
    for (const auto& [release, address] : by_release_)
        if (taken_.count(address) == 0) return address;
    return std::nullopt;
}

void UpstreamAddresses::forget(Address address) {
    const auto past = past_.find(address);
    const auto own = of_client_.find(past->second.client);
    own->second.erase(past->second.release);
    if (own->second.empty()) of_client_.erase(own);
    by_release_.erase(past->second.release);
    past_.erase(past);
    if (taken_.count(address) != 0) ++first_taken_;
}

}  // namespace tickreel
