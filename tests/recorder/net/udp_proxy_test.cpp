// The proxy between test sockets, all on loopback and on one thread.

#include "recorder/net/udp_proxy.h"

#include <atomic>
#include <functional>
#include <map>
#include <random>
#include <set>

#include <ifaddrs.h>

#include "recorder/net/resolve.h"
#include "recorder/net/socket_address.h"
#include "recorder/net/udp_socket.h"
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
std::vector<Arrived> take(const UdpSocket& socket) {
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
Endpoint free_place() {
    const auto socket = UdpSocket::bind(kLoopback);
    REQUIRE(socket.ok());
    return socket->local();
}

Bytes random_bytes(std::mt19937_64& random, std::size_t size) {
    Bytes bytes(size);
    for (Byte& byte : bytes) byte = static_cast<Byte>(random());
    return bytes;
}

}  // namespace

TEST_CASE("a server is silent only to a client that goes on sending", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    stage.join(client);
    const auto words = [&] {
        REQUIRE(client.send(Bytes{1}) == Sent::Yes);
        REQUIRE(stage.expect(stage.server, 1).size() == 1);
    };
    words();  // the last ones need no answer
    stage.clock.ahead += 60s;
    stage.poll_for(20ms);
    words();
    stage.clock.ahead += 2s;
    stage.poll_for(20ms);
    CHECK(stage.ears.problems.empty());
    CHECK(stage.proxy->server_answers());
    for (int i = 0; i < 12; ++i) {
        words();
        stage.clock.ahead += 1s;
    }
    stage.poll_for(20ms);
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK_THAT(stage.ears.problems[0], tickreel_test::contains("does not answer"));
}

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

TEST_CASE("whether the server is there is known while nobody plays", "[net]") {
    const Endpoint server = free_place();
    ProxyOptions options;
    options.listen = kLoopback;
    options.server = server;
    const auto network = *SystemNetwork::make();
    ForwardClock clock;
    auto proxy = UdpProxy::open(options, *network, clock);
    REQUIRE(proxy.ok());
    Ears ears;
    const auto seconds_pass = [&] {
        for (int i = 0; i < 12; ++i) {
            clock.ahead += 1s;
            (*proxy)->poll(1ms, ears);
        }
    };
    seconds_pass();
    CHECK_FALSE((*proxy)->server_answers());
    REQUIRE(ears.problems.size() == 1);
    CHECK_THAT(ears.problems[0], tickreel_test::contains("does not answer"));
    auto late = UdpSocket::bind(server);
    REQUIRE(late.ok());
    seconds_pass();
    CHECK((*proxy)->server_answers());
    REQUIRE(ears.problems.size() == 2);
    CHECK_THAT(ears.problems[1], tickreel_test::contains("answers again"));
    CHECK(take(*late).empty());
}

TEST_CASE("a server that moves is followed when it is missed", "[net]") {
    const UdpSocket moved = *UdpSocket::bind(v4_endpoint({127, 0, 0, 2}, 0));
    const Endpoint at = moved.local();
    std::atomic<int> asked = 0;
    Result<ServerPlace> answer{ServerPlace{}};  // changed while nobody asks
    ProxyOptions options;
    options.upstream_range = UpstreamAddresses::usual_range(kLoopback);
    options.find_server = [&](const Endpoint&) {
        ++asked;
        return answer;
    };
    Stage stage(options);
    const Endpoint before = stage.proxy->server();
    answer = ServerPlace{before, options.upstream_range};
    const auto seconds_pass = [&](int seconds) {
        for (int i = 0; i < seconds; ++i) {
            stage.clock.ahead += 1s;
            stage.poll_for(5ms);
        }
    };
    const UdpSocket player = stage.client();
    stage.join(player);
    answer = ServerPlace{at, std::nullopt};
    // One who only asked, and got no answer, says nothing against a server that plays with others.
    stage.client().send(Bytes(40, 'q'));
    for (int i = 0; i < 30; ++i) {
        REQUIRE(stage.server.send_to(Bytes{1}, stage.join_address) == Sent::Yes);
        seconds_pass(1);
    }
    CHECK(asked == 0);
    CHECK(stage.ears.problems.empty());
    const auto is_followed = [&] {
        seconds_pass(3);
        CHECK(stage.proxy->server() == at);
        CHECK(stage.proxy->clients() == 0);
        REQUIRE_FALSE(stage.ears.problems.empty());
        CHECK_THAT(stage.ears.problems.back(),
                   tickreel_test::contains("leads to " + to_string(at) + " now, and no longer to " +
                                           to_string(before)));
        (void)take(moved);  // what it said meanwhile
        player.send(Bytes(40, 'n'));
        const auto arrived = stage.expect(moved, 1);
        REQUIRE(arrived.size() == 1);
        CHECK(arrived[0].from.address == kLoopback.address);  // without a range
        (void)take(player);
        REQUIRE(moved.send_to(Bytes{7}, arrived[0].from) == Sent::Yes);
        CHECK(stage.expect(player, 1).size() == 1);
    };
    SECTION("while somebody plays") {
        for (int i = 0; i < 12; ++i) {
            player.send(Bytes{1});
            seconds_pass(1);
        }
        CHECK_THAT(stage.ears.problems.front(), tickreel_test::contains("does not answer"));
        is_followed();
    }
    SECTION("off, so that nobody begins to play") {
        seconds_pass(GENERATE(3, 130));  // who left counts as a client for a while
        CHECK(asked == 0);
        const bool goes_on = GENERATE(false, true);
        const UdpSocket other = stage.client();
        for (int i = 0; i < 8; ++i) {
            if (i == 0 || goes_on) other.send(Bytes(40, 'q'));
            seconds_pass(1);
        }
        is_followed();
        CHECK(asked == 1);
    }
    SECTION("to the proxy itself, or nowhere") {
        answer = ServerPlace{stage.proxy->local(), std::nullopt};
        for (int i = 0; i < 40; ++i) {
            player.send(Bytes{1});
            seconds_pass(1);
        }
        CHECK(asked > 1);
        CHECK(stage.proxy->server() == before);
        REQUIRE(stage.ears.problems.size() == 2);  // once
        CHECK_THAT(stage.ears.problems[1], tickreel_test::contains("leads to this proxy"));
    }
}

TEST_CASE("answers from elsewhere are told once, with the address that they come from", "[net]") {
    const bool heard_before = GENERATE(false, true);
    ProxyOptions options;
    if (GENERATE(false, true)) options.upstream_range = UpstreamAddresses::usual_range(kLoopback);
    Stage stage(options);
    if (heard_before) stage.join(stage.client());
    const UdpSocket elsewhere = *UdpSocket::bind(kLoopback);
    for (int i = 0; i < 3; ++i) {
        const UdpSocket client = stage.client();
        REQUIRE(client.send(Bytes(40, 'j')) == Sent::Yes);
        const auto arrived = stage.expect(stage.server, 1);
        REQUIRE(arrived.size() == 1);
        REQUIRE(elsewhere.send_to(Bytes(40, 'J'), arrived[0].from) == Sent::Yes);
        stage.clock.ahead += 2s;
        stage.poll_for(20ms);
        CHECK(take(client).empty());
    }
    CHECK(stage.ears.problems.size() == (heard_before ? 0 : 1));
    for (const std::string& problem : stage.ears.problems)
        CHECK_THAT(problem,
                   tickreel_test::contains("answers come from " + to_string(elsewhere.local()) +
                                           ", not from " + to_string(stage.server.local())));
    // It is no way around the server, nor in its way.
    stage.join(stage.client());
}

TEST_CASE("who went on after an answer and never played is counted", "[net]") {
    Stage stage;
    const auto ask = [&](const UdpSocket& client, char word) {
        REQUIRE(client.send(Bytes(40, static_cast<Byte>(word))) == Sent::Yes);
        const auto arrived = stage.expect(stage.server, 1);
        REQUIRE(arrived.size() == 1);
        REQUIRE(stage.server.send_to(Bytes(40, 'J'), arrived[0].from) == Sent::Yes);
        REQUIRE(stage.expect(client, 1).size() == 1);
    };
    const UdpSocket visitor = stage.client();
    ask(visitor, 'a');
    CHECK(stage.proxy->statistics().given_up == 0);
    const UdpSocket player = stage.client();
    ask(player, 'a');
    ask(player, 'b');
    CHECK(stage.proxy->statistics().given_up == 1);
    for (int i = 0; i < 4; ++i) {
        stage.clock.ahead += 2s;
        stage.poll_for(20ms);
    }
    CHECK(stage.proxy->candidates() == 0);
    CHECK(stage.proxy->statistics().given_up == 1);
    stage.join(stage.client());
    CHECK(stage.proxy->statistics().given_up == 1);
}

TEST_CASE("a server that is not there yet is waited for", "[net]") {
    const Endpoint server = free_place();
    ProxyOptions options;
    options.listen = kLoopback;
    options.server = server;
    const auto network = *SystemNetwork::make();
    const SystemClock clock;
    auto proxy = UdpProxy::open(options, *network, clock);
    REQUIRE(proxy.ok());
    const UdpSocket client = *UdpSocket::connect((*proxy)->local());
    Ears ears;
    for (int i = 0; i < 10; ++i) {
        client.send(Bytes{1});
        (*proxy)->poll(10ms, ears);
    }
    CHECK((*proxy)->statistics().refused > 0);
    CHECK_FALSE((*proxy)->server_answers());
    REQUIRE(ears.problems.size() == 1);  // once, not ten times
    CHECK_THAT(ears.problems[0], tickreel_test::contains("does not answer"));
    auto late = UdpSocket::bind(server);
    REQUIRE(late.ok());
    client.send(Bytes{2});
    std::vector<Arrived> arrived;
    for (int i = 0; i < 100 && arrived.empty(); ++i) {
        (*proxy)->poll(10ms, ears);
        arrived = take(*late);
    }
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].bytes == Bytes{2});
    late->send_to(Bytes{3}, arrived[0].from);
    for (int i = 0; i < 100 && ears.problems.size() < 2; ++i) (*proxy)->poll(10ms, ears);
    REQUIRE(ears.problems.size() == 2);
    CHECK_THAT(ears.problems[1], tickreel_test::contains("answers again"));
    CHECK((*proxy)->server_answers());
}

TEST_CASE("a server that is back is seen before its last clients are forgotten", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    stage.join(client);
    const Endpoint place = stage.server.local();
    stage.server = *UdpSocket::bind(kLoopback);  // the old one is closed
    for (int i = 0; i < 100 && stage.proxy->server_answers(); ++i) {
        client.send(Bytes{1});
        stage.proxy->poll(10ms, stage.ears);
    }
    REQUIRE_FALSE(stage.proxy->server_answers());
    const auto back = UdpSocket::bind(place);
    REQUIRE(back.ok());
    for (int i = 0; i < 12; ++i) {
        stage.clock.ahead += 1s;
        stage.proxy->poll(1ms, stage.ears);
    }
    CHECK(stage.proxy->server_answers());
    REQUIRE(stage.ears.problems.size() == 2);
    CHECK_THAT(stage.ears.problems[1], tickreel_test::contains("answers again"));
}

TEST_CASE("silent clients are forgotten, sooner when they never played", "[net]") {
    ProxyOptions options;
    options.idle_timeout = 3s;
    options.candidate_timeout = 1s;
    Stage stage(options);
    const UdpSocket playing = stage.client();
    const UdpSocket ignored = stage.client();
    stage.join(playing);
    ignored.send(Bytes{3});
    REQUIRE(stage.expect(stage.server, 1).size() == 1);
    CHECK(stage.proxy->clients() == 1);
    CHECK(stage.proxy->candidates() == 1);
    stage.poll_for(2200ms);
    CHECK(stage.ears.gone.empty());  // a candidate was never a client
    CHECK(stage.proxy->clients() == 1);
    CHECK(stage.proxy->candidates() == 0);
    stage.poll_for(2200ms);
    CHECK(stage.ears.gone == std::vector<ClientId>{1});
    CHECK(stage.proxy->clients() == 0);
    // Returning creates a new client with a new number.
    stage.join(playing);
    CHECK(stage.ears.came.back() == 3);
}

TEST_CASE("nobody is forgotten for the time in which the proxy stood still", "[net]") {
    ProxyOptions options;
    options.idle_timeout = 3s;
    Stage stage(options);
    const UdpSocket talking = stage.client();
    const UdpSocket waiting = stage.client();
    const Endpoint of_talking = stage.join(talking);
    const Endpoint of_waiting = stage.join(waiting);
    stage.clock.ahead += 1h;  // a suspended machine, a stopped process
    talking.send(Bytes{1});
    const auto first = stage.expect(stage.server, 1);
    REQUIRE(first.size() == 1);
    CHECK(first[0].from == of_talking);
    stage.server.send_to(Bytes{2}, of_waiting);
    CHECK(stage.expect(waiting, 1).size() == 1);
    waiting.send(Bytes{3});
    const auto second = stage.expect(stage.server, 1);
    REQUIRE(second.size() == 1);
    CHECK(second[0].from == of_waiting);
    CHECK(stage.ears.gone.empty());
    stage.poll_for(4500ms);  // from here on as ever
    CHECK(stage.ears.gone.size() == 2);
}

TEST_CASE("clients beyond the limit are turned away and reported once", "[net]") {
    ProxyOptions options;
    options.max_clients = 2;
    Stage stage(options);
    std::vector<UdpSocket> clients;
    for (int i = 0; i < 5; ++i) clients.push_back(stage.client());
    stage.join(clients[0]);
    stage.join(clients[1]);
    for (std::size_t i = 2; i < 5; ++i) clients[i].send(Bytes{static_cast<Byte>(i)});
    stage.poll_for(50ms);
    CHECK(take(stage.server).empty());
    CHECK(stage.proxy->clients() == 2);
    CHECK(stage.proxy->statistics().turned_away == 3);
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK_THAT(stage.ears.problems[0], tickreel_test::contains("more than 2 clients"));
}

TEST_CASE("an address may hold only so many slots", "[net]") {
    ProxyOptions options;
    options.max_clients_of_address = 1;
    Stage stage(options);
    const UdpSocket first = stage.client();
    const UdpSocket second = stage.client();
    stage.join(first);
    second.send(Bytes{2});
    stage.poll_for(50ms);
    CHECK(take(stage.server).empty());
    CHECK(stage.proxy->statistics().turned_away == 1);
    const UdpSocket elsewhere =
        *UdpSocket::connect(stage.proxy->local(), v4_endpoint({127, 0, 0, 2}, 0));
    stage.join(elsewhere);
    CHECK(stage.proxy->clients() == 2);
}

TEST_CASE("who has a /64 of IPv6 has no more slots than who has one address", "[net]") {
    const auto endpoint = [](std::string_view host, std::uint16_t port) {
        Endpoint parsed = *resolve(std::string(host));
        parsed.port = port;
        return parsed;
    };
    ClientTable table;
    ClientId next = 1;
    for (const char* host : {"[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8:0:1::1]:1",
                             "[fe80::1]:1", "[fe80::2]:1", "192.0.2.1:1", "192.0.2.2:1"}) {
        Client client;
        client.id = next++;
        client.from = endpoint(host, 1000);
        table.add(std::move(client));
    }
    CHECK(table.playing_near(endpoint("[2001:db8::3]:1", 7)) == 2);
    CHECK(table.playing_from(endpoint("[2001:db8::3]:1", 7)) == 0);  // nothing is known of it
    CHECK(table.playing_near(endpoint("[2001:db8:0:1::9]:1", 7)) == 1);
    CHECK(table.playing_near(endpoint("[fe80::1]:1", 7)) == 1);  // machines of this network
    CHECK(table.playing_near(endpoint("192.0.2.1:1", 7)) == 1);
    table.erase(1);
    CHECK(table.playing_near(endpoint("[2001:db8::3]:1", 7)) == 1);
    // Unfinished handshakes: the oldest of the /64 goes, whoever else is waiting.
    for (std::size_t i = 0; i < ClientTable::kMaxOpeningsOfAddress; ++i) {
        Client client;
        client.id = next++;
        client.from = endpoint("[2001:db8:7::1]:1", static_cast<std::uint16_t>(i));
        client.from.address[15] = static_cast<std::uint8_t>(i);
        client.candidate = std::make_unique<Candidate>();
        client.candidate->query = false;
        table.add(std::move(client));
    }
    CHECK(table.candidate_to_evict(false, endpoint("[2001:db8:7::ffff]:1", 7)) == 8);
    CHECK(table.candidate_to_evict(false, endpoint("[2001:db8:8::1]:1", 7)) == 0);
}

TEST_CASE("what came before a client played is reported in order, when it does", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    const auto up = [&](Byte byte) {
        client.send(Bytes(8, byte));
        return stage.expect(stage.server, 1).at(0).from;
    };
    const Endpoint upstream = up(1);
    stage.server.send_to(Bytes{2}, upstream);
    REQUIRE(stage.expect(client, 1).size() == 1);
    up(3);
    CHECK(stage.ears.came.empty());
    CHECK(stage.ears.heard.empty());
    up(4);
    REQUIRE(stage.ears.came.size() == 1);
    REQUIRE(stage.ears.heard.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(stage.ears.heard[i].bytes[0] == i + 1);
    CHECK(stage.ears.heard[1].direction == Direction::ToClient);
}

TEST_CASE("a token that only the server's answer held proves the address", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    client.send(Bytes{'h', 'i', 0, 0, 0, 0});
    const auto hello = stage.expect(stage.server, 1);
    REQUIRE(hello.size() == 1);
    stage.server.send_to(Bytes{'o', 'k', 0x93, 0x1f, 0xc7, 0x05}, hello[0].from);
    REQUIRE(stage.expect(client, 1).size() == 1);
    const bool guesses = GENERATE(true, false);
    client.send(guesses ? Bytes{'m', 'e', 0x93, 0x1f, 0xc7, 0x06}
                        : Bytes{'m', 'e', 0x93, 0x1f, 0xc7, 0x05});
    REQUIRE(stage.expect(stage.server, 1).size() == 1);
    CHECK(stage.proxy->clients() == (guesses ? 0 : 1));
}

TEST_CASE("nobody is sent more than it sent before it is known to be there", "[net]") {
    ProxyOptions options;
    options.intent = [](ByteView bytes) {
        return !bytes.empty() && bytes[0] == '?' ? ClientIntent::Query : ClientIntent::Playing;
    };
    Stage stage(options);
    const UdpSocket client = stage.client();
    std::size_t sent = 0;
    for (int i = 0; i < 20; ++i) {
        client.send(Bytes(15, '?'));
        const auto asked = stage.expect(stage.server, 1);
        REQUIRE(asked.size() == 1);
        for (const std::size_t size : {800U, 15U}) {
            stage.server.send_to(Bytes(size, 'x'), asked[0].from);
            stage.poll_for(5ms);
        }
        for (const Arrived& one : take(client)) sent += one.bytes.size();
        CHECK(sent <= 15U * (static_cast<unsigned>(i) + 1));
    }
    CHECK(sent == 300);  // what is within the limit arrives
    CHECK(stage.proxy->statistics().withheld == 20);
    CHECK(stage.proxy->clients() == 0);
    CHECK(stage.ears.came.empty());
    // A player from that address is still admitted.
    const UdpSocket player = stage.client();
    stage.join(player);
    client.send(Bytes(15, '?'));
    const auto asked = stage.expect(stage.server, 1);
    stage.server.send_to(Bytes(800, 'x'), asked.at(0).from);
    CHECK(stage.expect(client, 1).size() == 1);
}

TEST_CASE("a flood of spoofed pings keeps nobody out", "[net]") {
    ProxyOptions options;
    options.max_clients = 4;
    options.intent = [](ByteView bytes) {
        return !bytes.empty() && bytes[0] == '?'   ? ClientIntent::Query
               : !bytes.empty() && bytes[0] == '!' ? ClientIntent::Opening
                                                   : ClientIntent::Playing;
    };
    const char kind = GENERATE('?', '!');
    Stage stage(options);
    std::vector<UdpSocket> senders;
    for (int i = 0; i < 500; ++i) senders.push_back(stage.client());
    for (int i = 0; i < 10000; ++i) {
        senders[static_cast<std::size_t>(i) % 500].send(Bytes(12, static_cast<Byte>(kind)));
        if (i % 25 == 24) REQUIRE(stage.expect(stage.server, 25).size() == 25);
    }
    const auto begin = std::chrono::steady_clock::now();
    const UdpSocket player = stage.client();
    stage.join(player);
    CHECK(std::chrono::steady_clock::now() - begin < 60s);
    CHECK(stage.proxy->clients() == 1);
    CHECK(stage.proxy->candidates() <= ClientTable::kMaxQueries + ClientTable::kMaxOpenings);
    CHECK(stage.ears.came.size() == 1);
}

TEST_CASE("denied addresses are not forwarded, and go when the list changes", "[net]") {
    ProxyOptions options;
    options.access.deny = *parse_address_list("127.0.0.9\n");
    Stage stage(options);
    const UdpSocket denied =
        *UdpSocket::connect(stage.proxy->local(), v4_endpoint({127, 0, 0, 9}, 0));
    denied.send(Bytes{1});
    stage.poll_for(50ms);
    CHECK(take(stage.server).empty());
    CHECK(stage.proxy->statistics().turned_away == 1);
    const UdpSocket client = stage.client();
    stage.join(client);
    AccessList changed;
    changed.allow = *parse_address_list("# friends\n127.0.0.8/29  # and some more\n\n::1\n");
    stage.proxy->set_access(changed, stage.ears);
    CHECK(stage.proxy->clients() == 0);
    CHECK(stage.ears.gone.size() == 1);
    stage.join(denied);
    CHECK(stage.proxy->clients() == 1);
}

TEST_CASE("an address list names the line that is wrong", "[net]") {
    CHECK(parse_address_list("10.0.0.0/8\n2001:db8::/32\n").ok());
    for (const char* wrong : {"10.0.0.0/33", "10.0.0", "10.0.0.0/", "fe80::/129", "example.org"}) {
        const auto list = parse_address_list(std::string("\n127.0.0.1\n") + wrong);
        REQUIRE_FALSE(list.ok());
        CHECK_THAT(list.error().message, tickreel_test::contains("line 3"));
    }
    const AddressRange range = *parse_address_range("10.1.2.0/23");
    CHECK(range.contains(v4_endpoint({10, 1, 3, 255}, 9)));
    CHECK_FALSE(range.contains(v4_endpoint({10, 1, 4, 0}, 9)));
    CHECK_FALSE(range.contains(*resolve("[::1]:1")));
}

TEST_CASE("a client faster than it may be loses what is too much", "[net]") {
    ProxyOptions options;
    options.max_rate = 50;
    Stage stage(options);
    const UdpSocket client = stage.client();
    stage.join(client);
    for (int i = 0; i < 200; ++i) client.send(Bytes{1});
    stage.poll_for(100ms);
    CHECK(take(stage.server).size() < 60);
    CHECK(stage.proxy->statistics().rate_limited > 130);
}

TEST_CASE("on the server's machine every client has an address for itself", "[net]") {
    ProxyOptions options;
    options.upstream_range = UpstreamAddresses::usual_range(kLoopback);
    REQUIRE(options.upstream_range);
    options.candidate_timeout = 1s;
    options.idle_timeout = 1s;
    Stage stage(options);
    std::vector<UdpSocket> clients;
    std::set<std::array<std::uint8_t, 16>> seen;
    for (int i = 0; i < 16; ++i) clients.push_back(stage.client());
    for (const UdpSocket& client : clients) seen.insert(stage.join(client).address);
    CHECK(seen.size() == 16);
    stage.poll_for(2200ms);
    REQUIRE(stage.proxy->clients() == 0);
    // A returning client gets the same address: a ban stays with the player.
    CHECK(seen.count(stage.join(stage.client()).address) == 1);
}

TEST_CASE("on all addresses, the answer comes from the one that was asked", "[net]") {
    const char* where = GENERATE("0.0.0.0:0", "[::]:0");
    const auto any = resolve_local(where);
    REQUIRE(any.ok());
    if (!UdpSocket::bind(*any).ok()) return;  // this machine has no IPv6
    Stage stage({}, *any);
    for (const Byte last : Bytes{1, 2, 77}) {
        Endpoint asked = v4_endpoint({127, 0, 0, last}, stage.proxy->local().port);
        const UdpSocket client = *UdpSocket::bind(kLoopback);  // receives from any sender
        REQUIRE(client.send_to(Bytes(9, 'a'), asked) == Sent::Yes);
        const auto arrived = stage.expect(stage.server, 1);
        REQUIRE(arrived.size() == 1);
        stage.server.send_to(Bytes{2}, arrived[0].from);
        const auto back = stage.expect(client, 1);
        REQUIRE(back.size() == 1);
        CHECK(back[0].from == asked);
    }
}

TEST_CASE("a client that the server sends to another port goes on through the proxy", "[net]") {
    ProxyOptions options;
    // "GO" and the port.
    options.redirect = [](ByteView bytes) -> std::optional<PortRedirect> {
        if (bytes.size() != 4 || bytes[0] != 'G' || bytes[1] != 'O') return std::nullopt;
        return PortRedirect{static_cast<std::uint16_t>(bytes[2] << 8 | bytes[3]), 2};
    };
    Stage stage(options);
    const UdpSocket game = *UdpSocket::bind(kLoopback);  // taken, so the proxy needs another port
    const std::uint16_t named = game.local().port;
    const UdpSocket client = *UdpSocket::bind(kLoopback);
    const auto say = [&](std::uint16_t port, std::string_view text) {
        Endpoint to = stage.proxy->local();
        to.port = port;
        REQUIRE(client.send_to(as_bytes(text), to) == Sent::Yes);
    };

    say(stage.proxy->local().port, "hello");
    const auto hello = stage.expect(stage.server, 1);
    REQUIRE(hello.size() == 1);
    const Bytes go{'G', 'O', static_cast<Byte>(named >> 8), static_cast<Byte>(named)};
    REQUIRE(stage.server.send_to(go, hello[0].from) == Sent::Yes);
    const auto sent_on = stage.expect(client, 1);
    REQUIRE(sent_on.size() == 1);
    REQUIRE(sent_on[0].bytes.size() == 4);
    const auto port = static_cast<std::uint16_t>(sent_on[0].bytes[2] << 8 | sent_on[0].bytes[3]);
    CHECK(port != named);

    say(port, "here I am");
    const auto arrived = stage.expect(game, 1);
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].from == hello[0].from);  // the server identifies it by address and port
    say(port, "and play");
    REQUIRE(stage.expect(game, 1).size() == 1);
    REQUIRE(game.send_to(as_bytes("welcome"), arrived[0].from) == Sent::Yes);
    const auto welcome = stage.expect(client, 1);
    REQUIRE(welcome.size() == 1);
    CHECK(welcome[0].from.port == port);
    CHECK(welcome[0].bytes == Bytes{'w', 'e', 'l', 'c', 'o', 'm', 'e'});

    // Reported as one client, with the server's datagrams unchanged.
    CHECK(stage.ears.came.size() == 1);
    REQUIRE(stage.ears.heard.size() == 5);
    CHECK(stage.ears.heard[1].bytes == go);
    CHECK(stage.ears.heard[4].bytes == welcome[0].bytes);
    CHECK(stage.ears.problems.empty());
}

TEST_CASE("another proxy takes over: neither server nor clients notice", "[net]") {
    struct Memory final : ClientStore {
        void put(const ClientRecord& record) override { records[record.id] = record; }
        void erase(ClientId id) override { records.erase(id); }
        void begin_server(const Endpoint&) override {
            records.clear();
            ports.clear();
        }
        void put_front(std::uint16_t theirs, std::uint16_t ours) override { ports[theirs] = ours; }
        std::vector<ClientRecord> clients() const override {
            std::vector<ClientRecord> all;
            for (const auto& [id, record] : records) all.push_back(record);
            return all;
        }
        FrontPorts fronts() const override { return ports; }
        std::map<ClientId, ClientRecord> records{};
        FrontPorts ports{};
    } store;
    ProxyOptions options;
    options.store = &store;
    options.upstream_range = UpstreamAddresses::usual_range(kLoopback);
    options.redirect = [](ByteView bytes) -> std::optional<PortRedirect> {
        if (bytes.size() != 3 || bytes[0] != 'G') return std::nullopt;
        return PortRedirect{static_cast<std::uint16_t>(bytes[1] << 8 | bytes[2]), 1};
    };
    Stage stage(options);
    options.listen = stage.proxy->local();
    options.server = stage.server.local();
    const UdpSocket game = *UdpSocket::bind(kLoopback);
    std::vector<UdpSocket> clients;
    std::vector<Endpoint> upstreams;
    for (int i = 0; i < 16; ++i) clients.push_back(*UdpSocket::bind(kLoopback));
    const auto speak = [&](const UdpSocket& client, std::uint16_t port) {
        Endpoint to = stage.proxy->local();
        to.port = port;
        REQUIRE(client.send_to(Bytes(9, 's'), to) == Sent::Yes);
    };
    const std::uint16_t front = stage.proxy->local().port;
    std::uint16_t game_front = 0;
    for (const UdpSocket& client : clients) {
        for (int i = 0; i < 3; ++i) {
            speak(client, front);
            const auto arrived = stage.expect(stage.server, 1);
            REQUIRE(arrived.size() == 1);
            if (i == 0) upstreams.push_back(arrived[0].from);
            stage.server.send_to(Bytes{1}, arrived[0].from);
            REQUIRE(stage.expect(client, 1).size() == 1);
        }
        const std::uint16_t named = game.local().port;
        stage.server.send_to(Bytes{'G', static_cast<Byte>(named >> 8), static_cast<Byte>(named)},
                             upstreams.back());
        const auto go = stage.expect(client, 1);
        REQUIRE(go.size() == 1);
        game_front = static_cast<std::uint16_t>(go[0].bytes[1] << 8 | go[0].bytes[2]);
    }
    REQUIRE(store.records.size() == 16);

    for (int round = 0; round < 3; ++round) {
        stage.proxy.reset();  // as by SIGKILL: no notice to anyone
        auto opened = UdpProxy::open(options, *stage.network, stage.clock);
        REQUIRE(opened.ok());
        stage.proxy = *std::move(opened);
        stage.ears = {};
        CHECK(stage.proxy->resume(stage.ears) == 16);
        CHECK(stage.ears.came.size() == 16);
        for (std::size_t i = 0; i < clients.size(); ++i) {
            // The server may be the first to send, on either of its ports.
            stage.server.send_to(Bytes(800, 'x'), upstreams[i]);
            REQUIRE(stage.expect(clients[i], 1).size() == 1);
            game.send_to(Bytes(700, 'y'), upstreams[i]);
            const auto from_game = stage.expect(clients[i], 1);
            REQUIRE(from_game.size() == 1);
            CHECK(from_game[0].from.port == game_front);
            speak(clients[i], front);
            const auto arrived = stage.expect(stage.server, 1);
            REQUIRE(arrived.size() == 1);
            CHECK(arrived[0].from == upstreams[i]);
            speak(clients[i], game_front);
            const auto played = stage.expect(game, 1);
            REQUIRE(played.size() == 1);
            CHECK(played[0].from == upstreams[i]);
        }
    }
    // A new peer is a different client.
    const UdpSocket newcomer = stage.client();
    stage.join(newcomer);
    CHECK(stage.ears.came.back() == 17);
    // Who has no room is told.
    stage.proxy.reset();
    options.max_clients = 15;
    auto opened = UdpProxy::open(options, *stage.network, stage.clock);
    REQUIRE(opened.ok());
    stage.ears = {};
    CHECK((*opened)->resume(stage.ears) == 15);
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK(stage.ears.problems[0] ==
          "2 clients of the recorder before cannot be taken over: more than 15 clients at once");
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

TEST_CASE("any address of this machine leads back to who listens on all of them", "[net]") {
    const auto network = *SystemNetwork::make();
    CHECK(network->is_own_address(v4_endpoint({127, 1, 2, 3}, 8303)));
    CHECK_FALSE(network->is_own_address(v4_endpoint({198, 51, 100, 1}, 8303)));
    // Not only the loopback.
    std::vector<Endpoint> own{v4_endpoint({0, 0, 0, 0}, 0)};
    ifaddrs* first = nullptr;
    REQUIRE(::getifaddrs(&first) == 0);
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(first, ::freeifaddrs);
    for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next)
        if (one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET)
            own.push_back(*to_endpoint(one->ifa_addr));
    const SystemClock clock;
    ProxyOptions options;
    const auto free_port = UdpSocket::bind(v4_endpoint({0, 0, 0, 0}, 0))->local().port;
    options.listen = v4_endpoint({0, 0, 0, 0}, free_port);
    for (Endpoint server : own) {
        server.port = free_port;
        options.server = server;
        INFO(to_string(server));
        CHECK_FALSE(UdpProxy::open(options, *network, clock).ok());
        ++options.server.port;
        CHECK(UdpProxy::open(options, *network, clock).ok());
    }
}
