// Who may connect, what an address may send before it is known, and when somebody is forgotten.

#include <algorithm>

#include "recorder/net/resolve.h"
#include "tests/recorder/net/proxy_stage.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

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

TEST_CASE("who is turned away after a handshake beside others did not go elsewhere", "[net]") {
    ProxyOptions options;
    options.max_clients = 1;
    Stage stage(options);
    const UdpSocket first = stage.client();
    const UdpSocket second = stage.client();
    REQUIRE(second.send(Bytes(40, 'j')) == Sent::Yes);
    const auto arrived = stage.expect(stage.server, 1);
    REQUIRE(arrived.size() == 1);
    REQUIRE(stage.server.send_to(Bytes(40, 'J'), arrived[0].from) == Sent::Yes);
    REQUIRE(stage.expect(second, 1).size() == 1);
    stage.join(first);
    for (int i = 0; i < 5; ++i) {  // the second one tells that it plays
        second.send(Bytes(40, 'j'));
        stage.poll_for(20ms);
    }
    CHECK(take(stage.server).size() == 2);
    CHECK(stage.proxy->clients() == 1);
    const auto check = [&](std::uint64_t datagrams) {
        CHECK(stage.proxy->statistics().no_room == datagrams);
        CHECK(stage.proxy->statistics().turned_away == datagrams);
        CHECK(stage.proxy->statistics().given_up == 0);
    };
    check(3);
    stage.clock.ahead += 2s;
    stage.poll_for(20ms);
    for (int i = 0; i < 6; ++i) {
        stage.clock.ahead += 2s;
        first.send(Bytes{1});
        stage.poll_for(20ms);
    }
    CHECK(stage.proxy->candidates() == 0);
    second.send(Bytes(40, 'j'));
    stage.poll_for(50ms);
    check(4);
}

TEST_CASE("who fell silent right after a handshake without a token gives way to others", "[net]") {
    ProxyOptions options;
    options.max_clients = 2;
    Stage stage(options);
    const UdpSocket blind = stage.client();
    const UdpSocket player = stage.client();
    const UdpSocket next = stage.client();
    const auto pass = [&](int seconds) {
        for (int i = 0; i < seconds; ++i) {
            stage.clock.ahead += 1s;
            stage.poll_for(10ms);
        }
    };
    const Endpoint to_blind = stage.join(blind);
    stage.join(player);
    pass(4);
    player.send(Bytes{1});  // it plays on
    stage.poll_for(50ms);
    next.send(Bytes{2});
    stage.poll_for(50ms);
    CHECK(stage.proxy->statistics().turned_away == 1);
    CHECK(stage.server.send_to(Bytes{6}, to_blind) == Sent::Yes);  // again, as it hears nothing
    pass(4);
    player.send(Bytes{3});
    stage.poll_for(50ms);
    REQUIRE(take(stage.server).size() == 2);
    stage.join(next);
    CHECK(stage.ears.gone == std::vector<ClientId>{1});
    CHECK(stage.proxy->clients() == 2);
    // Nobody else does: the one goes on, the other played for long enough.
    pass(6);
    next.send(Bytes{4});
    stage.poll_for(50ms);
    stage.client().send(Bytes{5});
    stage.poll_for(50ms);
    CHECK(stage.proxy->statistics().turned_away == 2);
    CHECK(stage.ears.gone.size() == 1);
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
    // One of 50 looks like text.
    const Bytes token =
        GENERATE(Bytes{'o', 'k', 0x93, 0x1f, 0xc7, 0x05}, Bytes{'o', 'k', 'A', 'b', '7', 'x'});
    stage.server.send_to(token, hello[0].from);
    REQUIRE(stage.expect(client, 1).size() == 1);
    const bool guesses = GENERATE(true, false);
    Bytes said = token;
    said[0] = 'm';
    said[1] = 'e';
    if (guesses) ++said.back();
    client.send(said);
    REQUIRE(stage.expect(stage.server, 1).size() == 1);
    CHECK(stage.proxy->clients() == (guesses ? 0 : 1));
}

TEST_CASE("a text at the end of an answer is no token", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    client.send(Bytes{'h', 'i', 0, 0, 0, 0});
    const auto hello = stage.expect(stage.server, 1);
    REQUIRE(hello.size() == 1);
    const Bytes answer = GENERATE(Bytes{4, 'f', 'u', 'l', 'k', 0}, Bytes(12, 'J'),
                                  Bytes{'t', 'h', 'e', ' ', 's', 'e', 'r', 'v', 'e', 'r', ' ', 'i',
                                        's', ' ', 'w', 'e', 'l', 'k'});
    stage.server.send_to(answer, hello[0].from);
    client.send(Bytes(answer.end() - 4, answer.end()));
    stage.poll_for(20ms);
    CHECK(stage.proxy->clients() == 0);
}

TEST_CASE("who repeats no token never becomes a client where one is required", "[net]") {
    ProxyOptions options;
    options.require_token = true;
    Stage stage(options);
    const UdpSocket blind = stage.client();
    for (int i = 0; i < 5; ++i) {
        blind.send(Bytes(40, 'j'));
        const auto arrived = stage.expect(stage.server, i < 2 ? 1 : 0);
        if (arrived.empty()) continue;
        stage.server.send_to(Bytes(40, 'J'), arrived[0].from);
        stage.poll_for(20ms);
    }
    stage.poll_for(20ms);
    CHECK(stage.proxy->clients() == 0);
    CHECK(stage.ears.came.empty());
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK_THAT(stage.ears.problems[0], tickreel_test::contains("--require-token"));
    take(stage.server);

    const UdpSocket player = stage.client();
    player.send(Bytes{'h', 'i', 0, 0, 0, 0});
    const auto hello = stage.expect(stage.server, 1);
    REQUIRE(hello.size() == 1);
    stage.server.send_to(Bytes{'o', 'k', 0x93, 0x1f, 0xc7, 0x05}, hello[0].from);
    REQUIRE(stage.expect(player, 1).size() == 1);
    player.send(Bytes{'m', 'e', 0x93, 0x1f, 0xc7, 0x05});
    REQUIRE(stage.expect(stage.server, 1).size() == 1);
    CHECK(stage.proxy->clients() == 1);
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
    REQUIRE_FALSE(stage.ears.problems.empty());
    CHECK(stage.ears.problems.back() ==
          "the new lists do not admit 1 client who played: no more forwarded");
    stage.join(denied);
    CHECK(stage.proxy->clients() == 1);
}

TEST_CASE("a set of addresses has those of its ranges, also of ranges within ranges", "[net]") {
    const auto ranges = *parse_address_list(
        "10.1.2.0/23\n10.1.2.9\n10.0.0.0/8\n0.0.0.1\n255.255.255.255\n2001:db8::/33\n::/128\n");
    const AddressSet set(ranges);
    for (const char* const one :
         {"10.0.0.0:1", "10.255.255.255:1", "10.1.2.9:1", "9.255.255.255:1", "11.0.0.0:1",
          "0.0.0.0:1", "0.0.0.1:1", "0.0.0.2:1", "255.255.255.255:1", "255.255.255.254:1",
          "[2001:db8:7fff:ffff::1]:1", "[2001:db8:8000::]:1", "[2001:db7::]:1", "[::]:1", "[::1]:1",
          "[ffff::]:1"}) {
        INFO(one);
        const Endpoint endpoint = *resolve(one);
        CHECK(set.contains(endpoint) ==
              std::any_of(ranges.begin(), ranges.end(),
                          [&](const AddressRange& range) { return range.contains(endpoint); }));
    }
    for (const char* wide : {"::/0", "::/64", "::fffe:0:0/94", "::/0\n::/64\n2001:db8::/32"}) {
        const AddressSet all = *parse_address_list(wide);
        CHECK_FALSE(all.contains(*resolve("1.2.3.4:5")));
        CHECK_FALSE(all.contains(*resolve("255.255.255.255:5")));
        CHECK_FALSE(all.contains(*resolve("0.0.0.0:5")));
        CHECK(all.contains(*resolve("[::fffe:1:2]:5")));
    }
    const AddressSet all = *parse_address_list("::/0\n::/64");
    for (const char* one : {"[::]:1", "[::1]:1", "[::fffe:ffff:ffff]:1", "[::1:0:0:0]:1",
                            "[2001:db8::1]:1", "[ffff:ffff::]:1"})
        CHECK(all.contains(*resolve(one)));
    CHECK_FALSE(AddressSet().contains(*resolve("1.2.3.4:5")));
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

TEST_CASE("an address of IPv4 that is written as one of IPv6 is that address", "[net]") {
    for (const char* text : {"::ffff:10.1.2.3", "::ffff:10.1.2.0/119", "::ffff:10.0.0.0/104",
                             "::ffff:0:0/96", "::ffff:a01:203/128"}) {
        INFO(text);
        const auto range = parse_address_range(text);
        REQUIRE(range.ok());
        const bool all = range->bits == 96;
        const AddressSet set({*range});
        CHECK(set.contains(v4_endpoint({10, 1, 2, 3}, 9)));
        CHECK(set.contains(v4_endpoint({11, 1, 2, 3}, 9)) == all);
        CHECK_FALSE(set.contains(*resolve("[::1]:1")));
        CHECK(range->contains(v4_endpoint({10, 1, 2, 3}, 9)));
    }
    for (const char* text : {"::ffff:10.0.0.0/8", "::ffff:0:0/95", "::ffff:10.0.0.0/129"})
        CHECK_FALSE(parse_address_range(text).ok());
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
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK_THAT(stage.ears.problems[0],
               tickreel_test::contains(":" + std::to_string(client.local().port) +
                                       " sends more than 50 datagrams a second"));
    // Of each client once, and of many clients not all at once.
    const UdpSocket other = stage.client();
    stage.join(other);
    const auto both = [&] {
        for (int i = 0; i < 100; ++i) {
            client.send(Bytes{1});
            other.send(Bytes{1});
        }
        stage.poll_for(100ms);
    };
    both();
    CHECK(stage.ears.problems.size() == 1);
    stage.clock.ahead += 10s;
    both();
    stage.clock.ahead += 10s;
    both();
    REQUIRE(stage.ears.problems.size() == 2);
    CHECK_THAT(stage.ears.problems[1],
               tickreel_test::contains(":" + std::to_string(other.local().port) + " sends"));
}
