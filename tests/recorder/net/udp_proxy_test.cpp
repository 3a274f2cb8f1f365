// The proxy between sockets of our own, all on loopback and on one thread.

#include "recorder/net/udp_proxy.h"

#include <map>
#include <random>
#include <set>

#include "recorder/net/resolve.h"
#include "tests/catch.h"

using namespace tickreel;
using namespace std::chrono_literals;

namespace {

const Endpoint kLoopback = v4_endpoint({127, 0, 0, 1}, 0);

struct Heard {
    ClientId client = 0;
    Direction direction = Direction::ToServer;
    Bytes bytes{};
};

struct Ears final : ProxyListener {
    void on_datagram(ClientId client, const Datagram& datagram) override {
        heard.push_back(
            {client, datagram.direction, Bytes(datagram.bytes.begin(), datagram.bytes.end())});
    }
    void on_client(ClientId client, const Endpoint&) override { came.push_back(client); }
    void on_client_gone(ClientId client) override { gone.push_back(client); }
    void on_problem(const std::string& message) override { problems.push_back(message); }
    std::vector<Heard> heard;
    std::vector<ClientId> came;
    std::vector<ClientId> gone;
    std::vector<std::string> problems;
};

struct Arrived {
    Endpoint from{};
    Bytes bytes{};
};

std::vector<Arrived> take(const UdpSocket& socket) {
    ReceiveBatch batch;
    std::vector<Arrived> result;
    bool refused = false;
    while (socket.receive(batch, refused) > 0)
        for (const auto& entry : batch.entries())
            result.push_back({entry.from, Bytes(entry.bytes.begin(), entry.bytes.end())});
    return result;
}

// A server, a proxy in front of it, and what the proxy told.
struct Stage {
    explicit Stage(ProxyOptions options = {}, const Endpoint& listen = kLoopback)
        : server(*UdpSocket::bind(kLoopback)) {
        options.listen = listen;
        options.server = server.local();
        auto opened = UdpProxy::open(options);
        REQUIRE(opened.ok());
        proxy = *std::move(opened);
    }
    UdpSocket client() const { return *UdpSocket::connect(proxy->local()); }
    // Polls until `socket` has `count` datagrams or two seconds are over.
    std::vector<Arrived> expect(const UdpSocket& socket, std::size_t count) {
        std::vector<Arrived> all;
        const auto deadline = std::chrono::steady_clock::now() + 2s;
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
    std::unique_ptr<UdpProxy> proxy;
    Ears ears;
};

Bytes random_bytes(std::mt19937_64& random, std::size_t size) {
    Bytes bytes(size);
    for (Byte& byte : bytes) byte = static_cast<Byte>(random());
    return bytes;
}

}  // namespace

TEST_CASE("several clients pass through unchanged, both ways, and keep apart", "[net]") {
    Stage stage;
    std::mt19937_64 random(7);
    std::vector<UdpSocket> clients;
    clients.reserve(8);
    for (int i = 0; i < 8; ++i) clients.push_back(stage.client());
    std::map<Endpoint, std::size_t> upstream_of;  // as the server sees them

    for (int round = 0; round < 20; ++round) {
        for (std::size_t i = 0; i < clients.size(); ++i) {
            // Garbage of every size a game or an attacker may send, empty ones too.
            Bytes bytes = random_bytes(random, random() % 1500);
            if (!bytes.empty()) bytes[0] = static_cast<Byte>(i);
            REQUIRE(clients[i].send(bytes) == Sent::Yes);
            const auto arrived = stage.expect(stage.server, 1);
            REQUIRE(arrived.size() == 1);
            CHECK(arrived[0].bytes == bytes);
            const auto [known, is_new] = upstream_of.emplace(arrived[0].from, i);
            CHECK(known->second == i);

            const Bytes answer = random_bytes(random, random() % 1500);
            REQUIRE(stage.server.send_to(answer, arrived[0].from) == Sent::Yes);
            const auto back = stage.expect(clients[i], 1);
            REQUIRE(back.size() == 1);
            CHECK(back[0].bytes == answer);
            CHECK(back[0].from == stage.proxy->local());
        }
    }
    CHECK(upstream_of.size() == clients.size());
    CHECK(stage.ears.came.size() == clients.size());
    CHECK(stage.ears.heard.size() == 320);
    CHECK(stage.proxy->statistics().to_server == 160);
    CHECK(stage.proxy->statistics().to_client == 160);
    CHECK(stage.proxy->statistics().dropped == 0);
}

TEST_CASE("bursts keep their order and are reported in it", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    for (int i = 0; i < 300; ++i)
        REQUIRE(client.send(Bytes{static_cast<Byte>(i / 256), static_cast<Byte>(i)}) == Sent::Yes);
    const auto arrived = stage.expect(stage.server, 300);
    REQUIRE(arrived.size() == 300);
    for (std::size_t i = 0; i < 300; ++i) {
        CHECK(arrived[i].bytes[1] == static_cast<Byte>(i));
        CHECK(stage.ears.heard[i].bytes == arrived[i].bytes);
    }
}

TEST_CASE("the largest UDP payload passes", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    std::mt19937_64 random(8);
    const Bytes large = random_bytes(random, 65507);
    REQUIRE(client.send(large) == Sent::Yes);
    const auto arrived = stage.expect(stage.server, 1);
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].bytes == large);
}

TEST_CASE("IPv6 clients reach an IPv4 server", "[net]") {
    const auto any = resolve_local("[::]:0");
    REQUIRE(any.ok());
    if (!UdpSocket::bind(*any).ok()) {
        WARN("skipped: this machine has no IPv6");
        return;
    }
    Stage stage({}, *any);
    auto six = resolve("[::1]:" + std::to_string(stage.proxy->local().port));
    REQUIRE(six.ok());
    const auto four = v4_endpoint({127, 0, 0, 1}, stage.proxy->local().port);
    for (const Endpoint& way : {*six, four}) {
        auto client = UdpSocket::connect(way);
        REQUIRE(client.ok());
        if (client->send(Bytes{1, 2, 3}) != Sent::Yes) continue;  // no ::1 on this machine
        const auto arrived = stage.expect(stage.server, 1);
        REQUIRE(arrived.size() == 1);
        CHECK(stage.server.send_to(Bytes{9}, arrived[0].from) == Sent::Yes);
        CHECK(stage.expect(*client, 1).size() == 1);
    }
}

TEST_CASE("a server that is not there yet is waited for", "[net]") {
    auto free_port = UdpSocket::bind(kLoopback);
    REQUIRE(free_port.ok());
    const Endpoint server = free_port->local();
    *free_port = *UdpSocket::bind(kLoopback);  // gives the port back
    ProxyOptions options;
    options.listen = kLoopback;
    options.server = server;
    auto proxy = UdpProxy::open(options);
    REQUIRE(proxy.ok());
    const UdpSocket client = *UdpSocket::connect((*proxy)->local());
    Ears ears;
    for (int i = 0; i < 10; ++i) {
        client.send(Bytes{1});
        (*proxy)->poll(10ms, ears);
    }
    CHECK((*proxy)->statistics().refused > 0);
    auto late = UdpSocket::bind(server);
    REQUIRE(late.ok());
    const std::size_t before = ears.heard.size();
    client.send(Bytes{2});
    std::vector<Arrived> arrived;
    for (int i = 0; i < 100 && arrived.empty(); ++i) {
        (*proxy)->poll(10ms, ears);
        arrived = take(*late);
    }
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].bytes == Bytes{2});
    CHECK(ears.heard.size() == before + 1);
}

TEST_CASE("silent clients are forgotten, sooner when the server never answered", "[net]") {
    ProxyOptions options;
    options.idle_timeout = 3s;
    options.unanswered_timeout = 1s;
    Stage stage(options);
    const UdpSocket answered = stage.client();
    const UdpSocket ignored = stage.client();
    answered.send(Bytes{1});
    const auto arrived = stage.expect(stage.server, 1);
    REQUIRE(arrived.size() == 1);
    stage.server.send_to(Bytes{2}, arrived[0].from);
    REQUIRE(stage.expect(answered, 1).size() == 1);
    ignored.send(Bytes{3});
    REQUIRE(stage.expect(stage.server, 1).size() == 1);
    REQUIRE(stage.proxy->clients() == 2);
    stage.poll_for(2200ms);
    CHECK(stage.ears.gone == std::vector<ClientId>{2});
    CHECK(stage.proxy->clients() == 1);
    // Coming back makes a new client with a new number.
    ignored.send(Bytes{4});
    REQUIRE(stage.expect(stage.server, 1).size() == 1);
    CHECK(stage.ears.came.back() == 3);
}

TEST_CASE("clients beyond the limit are turned away and told of once", "[net]") {
    ProxyOptions options;
    options.max_clients = 2;
    Stage stage(options);
    std::vector<UdpSocket> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(stage.client());
        clients.back().send(Bytes{static_cast<Byte>(i)});
    }
    CHECK(stage.expect(stage.server, 2).size() == 2);
    stage.poll_for(50ms);
    CHECK(stage.proxy->clients() == 2);
    CHECK(stage.proxy->statistics().turned_away == 3);
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK_THAT(stage.ears.problems[0], tickreel_test::contains("more than 2 clients"));
}

TEST_CASE("a client that the server hands over goes on through the proxy", "[net]") {
    ProxyOptions options;
    // "GO" and the port.
    options.handover = [](ByteView bytes) -> std::optional<PortTold> {
        if (bytes.size() != 4 || bytes[0] != 'G' || bytes[1] != 'O') return std::nullopt;
        return PortTold{static_cast<std::uint16_t>(bytes[2] << 8 | bytes[3]), 2};
    };
    Stage stage(options);
    const UdpSocket game = *UdpSocket::bind(kLoopback);  // taken, so the proxy needs another port
    const std::uint16_t roster = game.local().port;
    const UdpSocket client = *UdpSocket::bind(kLoopback);
    const auto say = [&](std::uint16_t port, std::string_view text) {
        Endpoint to = stage.proxy->local();
        to.port = port;
        REQUIRE(client.send_to(as_bytes(text), to) == Sent::Yes);
    };

    say(stage.proxy->local().port, "hello");
    const auto hello = stage.expect(stage.server, 1);
    REQUIRE(hello.size() == 1);
    const Bytes go{'G', 'O', static_cast<Byte>(roster >> 8), static_cast<Byte>(roster)};
    REQUIRE(stage.server.send_to(go, hello[0].from) == Sent::Yes);
    const auto sent_on = stage.expect(client, 1);
    REQUIRE(sent_on.size() == 1);
    REQUIRE(sent_on[0].bytes.size() == 4);
    const auto port = static_cast<std::uint16_t>(sent_on[0].bytes[2] << 8 | sent_on[0].bytes[3]);
    CHECK(port != roster);

    say(port, "here I am");
    const auto arrived = stage.expect(game, 1);
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].from == hello[0].from);  // the server knows it by its address and port
    REQUIRE(game.send_to(as_bytes("welcome"), arrived[0].from) == Sent::Yes);
    const auto welcome = stage.expect(client, 1);
    REQUIRE(welcome.size() == 1);
    CHECK(welcome[0].from.port == port);
    CHECK(welcome[0].bytes == Bytes{'w', 'e', 'l', 'c', 'o', 'm', 'e'});

    // One client to whoever listens, and what the server said as it said it.
    CHECK(stage.ears.came.size() == 1);
    REQUIRE(stage.ears.heard.size() == 4);
    CHECK(stage.ears.heard[1].bytes == go);
    CHECK(stage.ears.heard[3].bytes == welcome[0].bytes);
    CHECK(stage.ears.problems.empty());
}

TEST_CASE("a port in use and a loop are refused with the reason", "[net]") {
    const auto taken = UdpSocket::bind(kLoopback);
    REQUIRE(taken.ok());
    ProxyOptions options;
    options.listen = taken->local();
    options.server = v4_endpoint({127, 0, 0, 1}, 1);
    const auto in_use = UdpProxy::open(options);
    REQUIRE_FALSE(in_use.ok());
    CHECK_THAT(in_use.error().message, tickreel_test::contains("in use"));

    const auto free_port = UdpSocket::bind(v4_endpoint({127, 0, 0, 1}, 0))->local().port;
    for (const Endpoint& listen :
         {v4_endpoint({127, 0, 0, 1}, free_port), v4_endpoint({0, 0, 0, 0}, free_port)}) {
        options.listen = listen;
        options.server = v4_endpoint({127, 0, 0, 1}, free_port);
        const auto loop = UdpProxy::open(options);
        REQUIRE_FALSE(loop.ok());
        CHECK_THAT(loop.error().message, tickreel_test::contains("own address"));
    }
}
