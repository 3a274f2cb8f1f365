#pragma once
// The proxy between test sockets, all on loopback and on one thread.

#include <functional>
#include <random>

#include "recorder/net/udp_proxy.h"
#include "recorder/net/udp_socket.h"
#include "tests/catch.h"

namespace tickreel_test {

using namespace tickreel;
using namespace std::chrono_literals;

inline const Endpoint kLoopback = v4_endpoint({127, 0, 0, 1}, 0);

struct Heard {
    ClientId client = 0;
    Direction direction = Direction::ToServer;
    Bytes bytes{};
};

struct Ears final : ProxyListener {
    std::uint64_t before_sending(ClientId, const Datagram& datagram) override {
        if (before) before(datagram);
        return ++places;
    }
    void on_datagram(ClientId client, const Datagram& datagram, std::uint64_t place) override {
        if (on_heard) on_heard();
        CHECK(place == ++expected);
        heard.push_back(
            {client, datagram.direction, Bytes(datagram.bytes.begin(), datagram.bytes.end())});
    }
    void on_client(ClientId client, const Endpoint&) override { came.push_back(client); }
    void on_client_gone(ClientId client) override { gone.push_back(client); }
    void on_problem(const std::string& message) override { problems.push_back(message); }
    std::function<void()> on_heard;  // before
    std::function<void(const Datagram&)> before;
    std::uint64_t places = 0, expected = 0;
    std::vector<Heard> heard;
    std::vector<ClientId> came;
    std::vector<ClientId> gone;
    std::vector<std::string> problems;
};

struct Arrived {
    Endpoint from{};
    Bytes bytes{};
};

// Without the empty datagrams that ask whether anybody listens (server_probe.h).
inline std::vector<Arrived> take(const UdpSocket& socket) {
    ReceiveBatch batch;
    std::vector<Arrived> result;
    bool refused = false;
    while (socket.receive(batch, refused) > 0)
        for (const auto& entry : batch.entries())
            if (!entry.bytes.empty())
                result.push_back({entry.from, Bytes(entry.bytes.begin(), entry.bytes.end())});
    return result;
}

// The system's, and ahead of it as far as a test says.
class ForwardClock final : public Clock {
public:
    ForwardClock() { anchor(); }
    TimePoint now() const override { return std::chrono::steady_clock::now() + ahead; }
    std::chrono::nanoseconds wall() const override {
        return std::chrono::system_clock::now().time_since_epoch() + ahead;
    }
    std::chrono::seconds ahead{0};
};

// A server, a proxy in front of it, and what the proxy reported.
struct Stage {
    explicit Stage(ProxyOptions options = {}, const Endpoint& listen = kLoopback)
        : server(*UdpSocket::bind(kLoopback)), network(*SystemNetwork::make()) {
        options.listen = listen;
        options.server = server.local();
        auto opened = UdpProxy::open(options, *network, clock);
        REQUIRE(opened.ok());
        proxy = *std::move(opened);
    }
    // A client that plays: it continued after the server's answer. Returns its upstream address.
    Endpoint join(const UdpSocket& client) {
        Endpoint upstream;
        for (int i = 0; i < 3; ++i) {
            REQUIRE(client.send(Bytes(40, 'j')) == Sent::Yes);
            const auto arrived = expect(server, 1);
            REQUIRE(arrived.size() == 1);
            upstream = arrived[0].from;
            REQUIRE(server.send_to(Bytes(40, 'J'), upstream) == Sent::Yes);
            REQUIRE(expect(client, 1).size() == 1);
        }
        ears.heard.clear();
        join_address = upstream;
        return upstream;
    }
    UdpSocket client() const { return *UdpSocket::connect(proxy->local()); }
    // Polls until `socket` has `count` datagrams, for a minute at most.
    std::vector<Arrived> expect(const UdpSocket& socket, std::size_t count) {
        std::vector<Arrived> all;
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (all.size() < count && std::chrono::steady_clock::now() < deadline) {
            proxy->poll(5ms, ears);
            for (Arrived& one : take(socket)) all.push_back(std::move(one));
        }
        return all;
    }
    void poll_for(std::chrono::milliseconds time) {
        const auto end = std::chrono::steady_clock::now() + time;
        while (std::chrono::steady_clock::now() < end) proxy->poll(5ms, ears);
    }

    UdpSocket server;
    std::unique_ptr<SystemNetwork> network;
    ForwardClock clock;
    std::unique_ptr<UdpProxy> proxy;
    Ears ears;
    Endpoint join_address{};  // of who joined last
};

// Where nobody listens.
inline Endpoint free_place() {
    const auto socket = UdpSocket::bind(kLoopback);
    REQUIRE(socket.ok());
    return socket->local();
}

inline Bytes random_bytes(std::mt19937_64& random, std::size_t size) {
    Bytes bytes(size);
    for (Byte& byte : bytes) byte = static_cast<Byte>(random());
    return bytes;
}

}  // namespace tickreel_test
