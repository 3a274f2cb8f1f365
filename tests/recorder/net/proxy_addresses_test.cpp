// The addresses that the server and the clients see, also when another proxy takes over.

#include <map>
#include <set>

#include <ifaddrs.h>

#include "recorder/net/resolve.h"
#include "recorder/net/socket_address.h"
#include "tests/recorder/net/proxy_stage.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

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

TEST_CASE("clients of one address have one each as long as there is any", "[net]") {
    UpstreamAddresses many(UpstreamAddresses::usual_range(kLoopback));
    const Endpoint client = v4_endpoint({192, 0, 2, 1}, 5000);
    std::set<std::array<std::uint8_t, 16>> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(many.take(client).address);
    CHECK(seen.size() == 1000);
    CHECK(seen.count(Endpoint{}.address) == 0);
    ProxyOptions options;
    options.upstream_range = AddressRange{v4_endpoint({127, 99, 0, 0}, 0).address, 96 + 29};
    Stage stage(options);
    std::vector<UdpSocket> clients;
    std::map<std::array<std::uint8_t, 16>, int> own;
    for (int i = 0; i < 12; ++i) clients.push_back(stage.client());
    for (const UdpSocket& one : clients) ++own[stage.join(one).address];
    CHECK(own.size() == 8);  // seven, and that of the machine
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK_THAT(stage.ears.problems[0], contains("no address left"));
}

TEST_CASE("an address goes to who had it, and to others when there is no new one", "[net]") {
    // 1 to 7 of a network of 8.
    UpstreamAddresses few(AddressRange{v4_endpoint({127, 99, 0, 0}, 0).address, 96 + 29});
    const Endpoint ada = v4_endpoint({192, 0, 2, 1}, 5000);
    const Endpoint bob = v4_endpoint({192, 0, 2, 2}, 5000);
    const Endpoint first = few.take(ada);
    const Endpoint second = few.take(ada);
    few.give_back(second, ada, true);
    few.give_back(first, ada, true);
    std::set<std::array<std::uint8_t, 16>> of_bob;
    for (int i = 0; i < 5; ++i) of_bob.insert(few.take(bob).address);
    CHECK(of_bob.size() == 5);
    CHECK(of_bob.count(first.address) + of_bob.count(second.address) == 0);
    CHECK(few.take(v4_endpoint({192, 0, 2, 1}, 6000)) == first);  // the one that left last
    few.give_back(first, ada, false);  // whoever only tried changes nothing
    CHECK(few.take(ada) == first);
    CHECK(few.take(ada) == second);
    few.give_back(second, ada, true);
    few.give_back(first, ada, true);
    CHECK(few.take(bob) == second);  // the one that left longest ago
    few.give_back(second, bob, true);
    CHECK(few.take(ada) == first);
    CHECK(few.take(bob) == second);
    CHECK(few.take(ada) == Endpoint{});
}

TEST_CASE("addresses of who left are remembered to a limit, of who never played not", "[net]") {
    UpstreamAddresses many(UpstreamAddresses::usual_range(kLoopback));
    const auto client = [](std::size_t i) {
        return v4_endpoint({10, static_cast<std::uint8_t>(i >> 16U),
                            static_cast<std::uint8_t>(i >> 8U), static_cast<std::uint8_t>(i)},
                           5000);
    };
    const Endpoint tried = many.take(client(0));
    many.give_back(tried, client(0), false);
    CHECK_FALSE(many.remembers(tried));
    std::vector<Endpoint> had;
    for (std::size_t i = 0; i <= UpstreamAddresses::kMostRemembered; ++i) {
        had.push_back(many.take(client(i)));
        many.give_back(had.back(), client(i), true);
    }
    CHECK_FALSE(many.remembers(had.front()));
    CHECK(many.remembers(had[1]));
    CHECK(many.take(client(1)) == had[1]);
    CHECK(many.take(client(had.size() - 1)) == had.back());
}

TEST_CASE("recorders side by side give out other addresses, and the same after a restart",
          "[net]") {
    std::set<std::array<std::uint8_t, 16>> all;
    for (const int port : {8302, 8304, 8305}) {
        std::vector<Endpoint> given;
        for (int run = 0; run < 2; ++run) {
            UpstreamAddresses one(UpstreamAddresses::usual_range(kLoopback), UpstreamView::Ours,
                                  v4_endpoint({127, 0, 0, 1}, static_cast<std::uint16_t>(port)));
            for (std::uint8_t i = 1; i <= 16; ++i)
                given.push_back(one.take(v4_endpoint({192, 0, 2, i}, 5000)));
        }
        CHECK(std::equal(given.begin(), given.begin() + 16, given.begin() + 16));
        for (const Endpoint& one : given) all.insert(one.address);
    }
    CHECK(all.size() == 48);
}

TEST_CASE("who is back from another port has the address that was banned, at once", "[net]") {
    ProxyOptions options;
    options.upstream_range = UpstreamAddresses::usual_range(kLoopback);
    Stage stage(options);
    const auto from = [&](std::uint8_t last) {
        return *UdpSocket::connect(stage.proxy->local(), v4_endpoint({127, 0, 0, last}, 0));
    };
    // The address at which the server sees what it answers, or not.
    const auto ask = [&](const UdpSocket& client) {
        REQUIRE(client.send(Bytes(9, 'a')) == Sent::Yes);
        const auto arrived = stage.expect(stage.server, 1);
        REQUIRE(arrived.size() == 1);
        return arrived[0].from.address;
    };
    const UdpSocket banned = from(50);
    const UdpSocket friendly = from(50);
    const auto theirs = stage.join(banned).address;
    const auto of_friend = stage.join(friendly).address;
    CHECK(theirs != of_friend);
    stage.proxy->note_left({stage.ears.came[0]});

    const UdpSocket again = from(50);
    CHECK(ask(again) == theirs);
    // Of whoever is at it at the same time each has one.
    CHECK(ask(from(50)) != theirs);
    const auto newcomer = ask(from(60));
    CHECK(newcomer != theirs);
    CHECK(newcomer != of_friend);
    stage.clock.ahead += 2s;
    stage.poll_for(20ms);
    CHECK(ask(from(50)) == theirs);  // of the attempt nothing was heard since
    stage.clock.ahead += 15s;
    stage.proxy->forget(stage.ears.came[0], stage.ears);
    stage.poll_for(20ms);
    CHECK(ask(from(61)) != theirs);
    // Who speaks again after a goodbye plays on with the address, alone.
    stage.proxy->note_left({stage.ears.came[1]});
    stage.proxy->note_left({});
    stage.poll_for(20ms);
    stage.clock.ahead += 1s;
    stage.poll_for(20ms);
    CHECK(ask(friendly) == of_friend);
    CHECK(ask(from(50)) == theirs);
    CHECK(ask(from(50)) != of_friend);
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
        void put_clock(Clock::TimePoint, std::chrono::nanoseconds) override {}
        std::optional<std::chrono::nanoseconds> clock(Clock::TimePoint) const override {
            return std::nullopt;
        }
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
