#pragma once
// The network between players, proxy and server: events of the schedule, with what can happen to
// datagrams.

#include <deque>
#include <map>
#include <set>

#include "recorder/datagram.h"
#include "recorder/net/network.h"
#include "tests/simulation/disk.h"
#include "tests/simulation/witness.h"

namespace tickreel::sim {

struct Conditions {  // per thousand, and times
    unsigned loss = 0;
    unsigned duplicates = 0;
    unsigned corrupt = 0;
    Nanos latency = 15ms;
    Nanos jitter{};
    bool overtake = false;
};

class SimSocket;

class SimNetwork final : public Network {
public:
    using Host = std::function<void(const Packet& packet)>;

    SimNetwork(Schedule& schedule, std::uint64_t seed, Forwarding& forwarding)
        : schedule_(schedule), random_(seed, "network"), forwarding_(forwarding) {}

    Conditions conditions{};
    bool no_sockets = false;
    std::function<void()> on_ready{};               // a socket of the proxy has data
    std::function<void(const Packet&)> on_taken{};  // the proxy takes it off its socket
    std::function<void(const Packet&, std::uint64_t since)> on_passed{};  // the proxy sends it on
    // The same, by whose way to the server.
    std::function<void(const Packet&, Direction, const Endpoint& way)> on_sent{};
    Digest digest{};

    // Players and servers.
    void attach(const Endpoint& at, Host host) { hosts_[at] = {std::move(host), packets_}; }
    void detach(const Endpoint& at) { hosts_.erase(at); }
    std::uint64_t send(const Endpoint& from, const Endpoint& to, ByteView bytes,
                       bool genuine = true);

    Result<std::unique_ptr<DatagramSocket>> bind(const Endpoint& local) override;
    Result<std::unique_ptr<DatagramSocket>> connect(const Endpoint& remote,
                                                    const Endpoint& local) override;
    Result<void> watch(const DatagramSocket& socket, std::uint64_t tag) override;
    void wait(std::chrono::milliseconds timeout, std::vector<std::uint64_t>& ready) override;
    std::size_t sockets() const { return sockets_.size(); }
    std::set<Endpoint> connected() const;  // the recorder's ends

private:
    friend class SimSocket;
    using Key = std::pair<Endpoint, Endpoint>;  // local, remote
    void carry(Packet packet);
    void deliver(const Packet& packet);
    Sent send_on(const SimSocket& socket, const Endpoint& to, ByteView bytes);
    SimSocket* socket_for(const Packet& packet);

    Schedule& schedule_;
    Random random_;
    Forwarding& forwarding_;
    struct Attached {
        Host host{};
        std::uint64_t since = 0;  // the packets from before were for somebody else
    };
    std::map<Endpoint, Attached> hosts_;
    std::map<Key, SimSocket*> sockets_;
    std::map<std::uint64_t, SimSocket*> watched_;
    std::map<Key, Nanos> last_arrival_;
    std::uint64_t packets_ = 0;
    std::uint16_t next_port_ = 40000;
};

class SimSocket final : public DatagramSocket {
public:
    SimSocket(SimNetwork& network, const Endpoint& local, const Endpoint& remote)
        : network_(network), local_(local), remote_(remote) {}
    ~SimSocket() override;
    Endpoint local() const override { return local_; }
    const Endpoint& remote() const { return remote_; }
    std::size_t receive_more(ReceiveBatch& batch, std::size_t most, bool& refused) const override;
    Sent send(ByteView bytes) const override { return network_.send_on(*this, remote_, bytes); }
    Sent send_to(ByteView bytes, const Endpoint& to, const Endpoint& via) const override {
        (void)via;
        return network_.send_on(*this, to, bytes);
    }
    std::uint32_t overflowed() const override { return overflowed_; }

private:
    friend class SimNetwork;
    static constexpr std::size_t kMostWaiting = 512;

    SimNetwork& network_;
    Endpoint local_;
    Endpoint remote_;
    mutable std::deque<Packet> waiting_;
    mutable bool refused_ = false;
    std::uint32_t overflowed_ = 0;
};

}  // namespace tickreel::sim
