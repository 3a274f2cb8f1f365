#pragma once
// The client addresses that the server sees. If recorder and server are on one machine, every
// client gets a separate address of 127.64.0.0/10: limits and bans of the server affect only the
// intended player, also when that player returns, from whichever port. So who comes from where
// somebody left gets the address that he had, and nobody else does as long as there are others.

#include <cstdint>
#include <map>
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
    // How many addresses of who left are remembered; of more, those that left last.
    static constexpr std::size_t kMostRemembered = 65536;

    // `front`: where clients come in. Recorders side by side begin at different places of a range:
    // at one address a ban of the one's player would hit the other's.
    explicit UpstreamAddresses(std::optional<AddressRange> range,
                               UpstreamView view = UpstreamView::Ours, const Endpoint& front = {})
        : range_(view == UpstreamView::Ours ? range : std::nullopt), view_(view), front_(front) {}
    // 127.64.0.0/10 for a server on 127.0.0.0/8, otherwise empty.
    static std::optional<AddressRange> usual_range(const Endpoint& server);

    // An unused address, port 0; {} if there is no range, or none left in it.
    Endpoint take(const Endpoint& client);
    bool any() const { return range_ || view_ != UpstreamView::Ours; }
    void claim(const Endpoint& upstream);
    // `remembers`: who comes from the same address gets it again, the last one first.
    void give_back(const Endpoint& upstream, const Endpoint& client, bool remembers);
    bool remembers(const Endpoint& upstream) const { return past_.count(upstream.address) != 0; }

private:
    using Address = std::array<std::uint8_t, 16>;
    struct Past {
        Address client{};
        std::uint64_t release = 0;  // counts up
    };
    Endpoint take(const Address& address);
    std::optional<Address> own_of(const Address& client) const;
    std::optional<Address> unused_for(const Address& client) const;
    std::optional<Address> left_longest_ago() const;
    void forget(Address address);

    std::optional<AddressRange> range_;
    UpstreamView view_;
    Endpoint front_;
    std::map<Address, std::size_t> taken_{};  // how often
    std::size_t first_taken_ = 0;             // of these, not remembered
    std::map<Address, Past> past_{};
    std::map<std::uint64_t, Address> by_release_{};  // of past_
    std::map<Address, std::set<std::uint64_t>> of_client_{};
    std::uint64_t releases_ = 0;
};

}  // namespace tickreel
