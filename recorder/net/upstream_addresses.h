#pragma once
// The client addresses that the server sees. If recorder and server are on one machine, every
// client gets a separate address of 127.64.0.0/10, derived from its own: limits and bans of the
// server affect only the intended player, also when that player returns.

#include <optional>
#include <set>

#include "recorder/net/access_list.h"

namespace tickreel {

enum class UpstreamView {
    Ours,       // of a range; without one, the system chooses one address for all
    Addresses,  // each client's own address, any port
    Endpoints,  // and its own port
};

class UpstreamAddresses {
public:
    explicit UpstreamAddresses(std::optional<AddressRange> range,
                               UpstreamView view = UpstreamView::Ours)
        : range_(range), view_(view) {}
    // 127.64.0.0/10 for a server on 127.0.0.0/8, otherwise empty.
    static std::optional<AddressRange> usual_range(const Endpoint& server);

    // An unused address, port 0; {} if there is no range, or none left in it.
    Endpoint take(const Endpoint& client);
    bool any() const { return range_ || view_ != UpstreamView::Ours; }
    void claim(const Endpoint& upstream) { taken_.insert(upstream.address); }
    void give_back(const Endpoint& upstream) { taken_.erase(upstream.address); }

private:
    std::optional<AddressRange> range_;
    UpstreamView view_;
    std::set<std::array<std::uint8_t, 16>> taken_{};
};

}  // namespace tickreel
