#pragma once
// The addresses that the server sees. Where recorder and server are on one machine, every client
// gets an address of 127.64.0.0/10 for itself, chosen by its own address: limits and bans of the
// server hit the one player that they are meant for, also when that player comes back.

#include <optional>
#include <set>

#include "recorder/net/access_list.h"

namespace tickreel {

class UpstreamAddresses {
public:
    // Nothing: the system chooses, one address for all.
    explicit UpstreamAddresses(std::optional<AddressRange> range) : range_(range) {}
    // 127.64.0.0/10 for a server on 127.0.0.0/8, otherwise nothing.
    static std::optional<AddressRange> usual_range(const Endpoint& server);

    // An address nobody else has now, port 0; {} when there is none to give.
    Endpoint take(const Endpoint& client);
    void claim(const Endpoint& upstream) { taken_.insert(upstream.address); }
    void give_back(const Endpoint& upstream) { taken_.erase(upstream.address); }

private:
    std::optional<AddressRange> range_;
    std::set<std::array<std::uint8_t, 16>> taken_{};
};

}  // namespace tickreel
