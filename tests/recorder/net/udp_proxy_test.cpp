// What passes through the proxy: unchanged, in order, at once.

#include <map>

#include "recorder/net/resolve.h"
#include "tests/recorder/net/proxy_stage.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

TEST_CASE("nobody looks at anything before the round is on its way to all clients", "[net]") {
    Stage stage;
    std::vector<UdpSocket> clients;
    std::vector<Endpoint> upstreams;
    constexpr std::size_t kClients = 20;
    for (std::size_t i = 0; i < kClients; ++i) clients.push_back(stage.client());
    for (const UdpSocket& client : clients) upstreams.push_back(stage.join(client));
    std::size_t arrived = 0;
    std::size_t seen_before = 0;
    stage.ears.on_heard = [&] {
        if (seen_before++ > 0) return;
        for (std::size_t i = 0; i < kClients; ++i) {
            const auto own = take(clients[i]);
            for (const Arrived& one : own) CHECK(one.bytes == Bytes(100 + i, 'd'));
            arrived += own.size();
        }
    };
    for (std::size_t i = 0; i < kClients; ++i)
        for (int n = 0; n < 2; ++n)
            REQUIRE(stage.server.send_to(Bytes(100 + i, 'd'), upstreams[i]) == Sent::Yes);
    stage.poll_for(20ms);
    CHECK(arrived == 2 * kClients);
    CHECK(stage.ears.heard.size() == 2 * kClients);
    // In their order, and as they came.
    std::map<ClientId, std::size_t> of_client;
    for (const Heard& one : stage.ears.heard) {
        CHECK(one.direction == Direction::ToClient);
        ++of_client[one.client];
    }
    CHECK(of_client.size() == kClients);
}

TEST_CASE("each datagram is told of before it can have arrived anywhere", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    const Endpoint upstream = stage.join(client);
    std::size_t told = 0;
    std::vector<Arrived> arrived;
    stage.ears.before = [&](const Datagram& datagram) {
        ++told;
        for (Arrived& one : take(datagram.direction == Direction::ToClient ? client : stage.server))
            arrived.push_back(std::move(one));
        CHECK(arrived.empty());
    };
    REQUIRE(stage.server.send_to(Bytes(50, 'd'), upstream) == Sent::Yes);
    stage.poll_for(20ms);
    CHECK(told == 1);
    CHECK(take(client).size() == 1);
    REQUIRE(client.send(Bytes(60, 'u')) == Sent::Yes);
    stage.poll_for(20ms);
    CHECK(told == 2);
    CHECK(take(stage.server).size() == 1);
    CHECK(stage.ears.heard.size() == 2);
}

TEST_CASE("a round with more than one call can send goes out whole", "[net]") {
    Stage stage;
    std::vector<UdpSocket> clients;
    std::vector<Endpoint> upstreams;
    for (int i = 0; i < 50; ++i) clients.push_back(stage.client());
    for (const UdpSocket& client : clients) upstreams.push_back(stage.join(client));
    // More than the sockets' turn, and more than the buffers of a round.
    constexpr std::size_t kEach = 11;
    for (std::size_t n = 0; n < kEach; ++n)
        for (const Endpoint& upstream : upstreams)
            REQUIRE(stage.server.send_to(Bytes(1 + n, 'x'), upstream) == Sent::Yes);
    for (const UdpSocket& client : clients) {
        const auto got = stage.expect(client, kEach);
        REQUIRE(got.size() == kEach);
        for (std::size_t n = 0; n < kEach; ++n) CHECK(got[n].bytes.size() == 1 + n);
    }
    CHECK(stage.ears.heard.size() == kEach * clients.size());
}

TEST_CASE("several clients pass through unchanged, both ways, and keep apart", "[net]") {
    Stage stage;
    std::mt19937_64 random(7);
    std::vector<UdpSocket> clients;
    clients.reserve(8);
    for (int i = 0; i < 8; ++i) clients.push_back(stage.client());
    for (const UdpSocket& client : clients) stage.join(client);
    const ProxyStatistics before = stage.proxy->statistics();
    std::map<Endpoint, std::size_t> upstream_of;  // as the server sees them

    for (int round = 0; round < 20; ++round) {
        for (std::size_t i = 0; i < clients.size(); ++i) {
            // Garbage of every size that a game or an attacker may send, including empty datagrams.
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
    CHECK(stage.proxy->statistics().to_server - before.to_server == 160);
    CHECK(stage.proxy->statistics().to_client - before.to_client == 160);
    CHECK(stage.proxy->statistics().dropped == 0);
}

TEST_CASE("bursts keep their order and are reported in it", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    stage.join(client);
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

TEST_CASE("a port in use and a loop are refused with the reason", "[net]") {
    const auto taken = UdpSocket::bind(kLoopback);
    REQUIRE(taken.ok());
    const auto network = *SystemNetwork::make();
    const SystemClock clock;
    ProxyOptions options;
    options.listen = taken->local();
    options.server = v4_endpoint({127, 0, 0, 1}, 1);
    const auto in_use = UdpProxy::open(options, *network, clock);
    REQUIRE_FALSE(in_use.ok());
    CHECK_THAT(in_use.error().message, tickreel_test::contains("in use"));

    const auto free_port = UdpSocket::bind(v4_endpoint({127, 0, 0, 1}, 0))->local().port;
    for (const Endpoint& listen :
         {v4_endpoint({127, 0, 0, 1}, free_port), v4_endpoint({0, 0, 0, 0}, free_port)}) {
        options.listen = listen;
        options.server = v4_endpoint({127, 0, 0, 1}, free_port);
        const auto loop = UdpProxy::open(options, *network, clock);
        REQUIRE_FALSE(loop.ok());
        CHECK_THAT(loop.error().message, tickreel_test::contains("own address"));
    }
}
