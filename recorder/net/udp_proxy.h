#pragma once
// A transparent UDP proxy: every client (address and port) gets an upstream socket of its own, so
// the server tells them apart; datagrams go on unchanged and in order, and are reported only AFTER
// that. It never answers, adds or drops anything on its own. One thread calls poll().
// A server may hand its clients over to another port of its own: then the proxy listens on that
// port too, and when it is taken (by the server itself, on the same machine) on another, which it
// writes into the datagram that told the port: the only change that it ever makes. Idle clients are
// forgotten: DDNet keeps a silent connection for 100 s, so the default is 120 s; a client that the
// server never answered goes after 15 s.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "recorder/datagram.h"
#include "recorder/net/udp_socket.h"

namespace tickreel {

using ClientId = std::uint64_t;  // counts up from 1, never used twice

// A port that the server tells in one of its datagrams: 16 bits, high byte first, at `offset`.
struct PortTold {
    std::uint16_t port = 0;
    std::size_t offset = 0;
};

struct ProxyOptions {
    Endpoint listen{};
    Endpoint server{};
    std::chrono::seconds idle_timeout{120};
    std::chrono::seconds unanswered_timeout{15};
    std::size_t max_clients = 512;
    // Whether a datagram of the server hands its client over. With it, a client keeps its port
    // towards the server for all of the server's ports.
    std::function<std::optional<PortTold>(ByteView datagram)> handover{};
};

class ProxyListener {
public:
    virtual ~ProxyListener() = default;
    virtual void on_datagram(ClientId client, const Datagram& datagram) = 0;
    virtual void on_client(ClientId client, const Endpoint& from) = 0;  // before its first one
    virtual void on_client_gone(ClientId client) = 0;                   // idle for too long
    virtual void on_problem(const std::string& message) = 0;            // rare; one line
};

struct ProxyStatistics {
    std::uint64_t to_server = 0;  // datagrams sent on
    std::uint64_t to_client = 0;
    std::uint64_t bytes = 0;
    std::uint64_t refused = 0;      // the server or client answered with ICMP
    std::uint64_t dropped = 0;      // the system would not send
    std::uint64_t turned_away = 0;  // datagrams of clients beyond max_clients
    std::uint64_t clients_ever = 0;
};

class UdpProxy {
public:
    static Result<std::unique_ptr<UdpProxy>> open(const ProxyOptions& options);

    Endpoint local() const { return front_.local(); }
    std::size_t clients() const { return by_endpoint_.size(); }
    const ProxyStatistics& statistics() const { return statistics_; }

    // Forwards everything that waits, or waits for something to come.
    void poll(std::chrono::milliseconds timeout, ProxyListener& listener);

private:
    using Clock = std::chrono::steady_clock;
    struct Client {
        ClientId id = 0;
        Endpoint from{};
        UdpSocket upstream;
        Clock::time_point last_seen{};
        bool answered = false;
    };

    UdpProxy(const ProxyOptions& options, UdpSocket front, SocketPoller poller);
    void serve_front(const UdpSocket& front, std::uint16_t server_port, ProxyListener& listener);
    void serve_client(ClientId id, ProxyListener& listener);
    Client* client_of(const Endpoint& from, ProxyListener& listener);
    void forget_idle(ProxyListener& listener);
    // A socket that is not connected hears anybody.
    bool is_server(const Endpoint& from) const {
        return !options_.handover || from.address == options_.server.address;
    }
    Result<UdpSocket> make_upstream() const;
    Sent send_up(const Client& client, ByteView bytes, std::uint16_t server_port) const;
    Sent send_down(const Client& client, const ReceiveBatch::Entry& entry, ProxyListener& listener);
    const UdpSocket* extra_front(std::uint16_t server_port, ProxyListener& listener);
    void count(Sent sent, std::uint64_t& counter, std::size_t bytes);

    ProxyOptions options_;
    UdpSocket front_;
    std::map<std::uint16_t, UdpSocket> extra_fronts_{};  // by the server's port
    SocketPoller poller_;
    ReceiveBatch batch_;
    std::unordered_map<Endpoint, ClientId, EndpointHash> by_endpoint_;
    std::unordered_map<ClientId, Client> clients_;
    ClientId next_id_ = 1;
    Clock::time_point last_sweep_{};
    bool told_full_ = false;
    ProxyStatistics statistics_;
};

}  // namespace tickreel
