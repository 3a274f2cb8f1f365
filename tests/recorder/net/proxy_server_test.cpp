// The server that the proxy forwards to: whether it is there, whether it moved, who answers for it.

#include <algorithm>
#include <atomic>
#include <thread>

#include "recorder/net/resolve.h"
#include "tests/recorder/net/proxy_stage.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

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

TEST_CASE("what a server sent before it ended is no answer after that", "[net]") {
    Stage stage;
    const UdpSocket client = stage.client();
    const Endpoint upstream = stage.join(client);
    for (Byte i = 0; i < 5; ++i) REQUIRE(stage.server.send_to(Bytes{2, i}, upstream) == Sent::Yes);
    stage.server = *UdpSocket::bind(kLoopback);  // nobody is there any more
    for (int i = 0; i < 20; ++i) {
        REQUIRE(client.send(Bytes{1}) == Sent::Yes);
        stage.poll_for(10ms);
    }
    REQUIRE(stage.ears.problems.size() == 1);
    CHECK_THAT(stage.ears.problems[0], tickreel_test::contains("does not answer"));
    CHECK_FALSE(stage.proxy->server_answers());
    CHECK(stage.expect(client, 5).size() >= 5);  // and it is not lost
}

TEST_CASE("a server that answers on the port to which it sent a client is not silent", "[net]") {
    ProxyOptions options;
    // "GO" and the port.
    options.redirect = [](ByteView bytes) -> std::optional<PortRedirect> {
        if (bytes.size() != 4 || bytes[0] != 'G' || bytes[1] != 'O') return std::nullopt;
        return PortRedirect{static_cast<std::uint16_t>(bytes[2] << 8 | bytes[3]), 2};
    };
    Stage stage(options);
    UdpSocket game = *UdpSocket::bind(kLoopback);
    const std::uint16_t named = game.local().port;
    const UdpSocket client = *UdpSocket::bind(kLoopback);
    Endpoint to = stage.proxy->local();
    Endpoint upstream;
    const auto words = [&](const UdpSocket& server, const Bytes& answer) {
        REQUIRE(client.send_to(Bytes(40, 'j'), to) == Sent::Yes);
        const auto arrived = stage.expect(server, 1);
        REQUIRE(arrived.size() == 1);
        upstream = arrived[0].from;
        if (answer.empty()) return Bytes{};
        REQUIRE(server.send_to(answer, upstream) == Sent::Yes);
        const auto back = stage.expect(client, 1);
        REQUIRE(back.size() == 1);
        return back[0].bytes;
    };
    for (int i = 0; i < 3; ++i) words(stage.server, Bytes(40, 'J'));
    const Bytes go = words(
        stage.server, {'G', 'O', static_cast<Byte>(named >> 8), static_cast<Byte>(named & 0xff)});
    REQUIRE(go.size() == 4);
    to.port = static_cast<std::uint16_t>(go[2] << 8 | go[3]);
    const auto seconds_pass = [&](const Bytes& answer) {
        for (int i = 0; i < 12; ++i) {
            words(game, answer);
            stage.clock.ahead += 1s;
        }
        stage.poll_for(20ms);
    };
    seconds_pass(Bytes{2});
    CHECK(stage.ears.problems.empty());
    CHECK(stage.proxy->server_answers());
    seconds_pass({});
    CHECK_FALSE(stage.proxy->server_answers());
    seconds_pass(Bytes{2});
    CHECK(stage.proxy->server_answers());
    REQUIRE(stage.ears.problems.size() == 2);
    CHECK_THAT(stage.ears.problems[0], tickreel_test::contains("does not answer"));
    CHECK_THAT(stage.ears.problems[1], tickreel_test::contains("answers again"));

    // Nobody is on that port any more: whether the server is there is asked on its own.
    const auto client_gives_up = [&] {
        for (int i = 0; i < 12; ++i) {
            if (i < 3) REQUIRE(client.send_to(Bytes(40, 'j'), to) == Sent::Yes);
            stage.clock.ahead += 1s;
            stage.poll_for(20ms);
        }
    };
    game = *UdpSocket::bind(kLoopback);
    client_gives_up();
    CHECK(stage.proxy->server_answers());
    stage.server = *UdpSocket::bind(kLoopback);
    client_gives_up();
    CHECK_FALSE(stage.proxy->server_answers());
    CHECK(stage.ears.problems.size() == 3);
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

TEST_CASE("a server to which there is no way does not answer", "[net]") {
    ProxyOptions options;
    options.listen = kLoopback;
    options.server = *resolve("[fe80::1]:8303");  // of which network it is nobody knows
    const auto network = *SystemNetwork::make();
    ForwardClock clock;
    auto proxy = UdpProxy::open(options, *network, clock);
    REQUIRE(proxy.ok());
    Ears ears;
    for (int i = 0; i < 3; ++i) {
        clock.ahead += 11s;
        (*proxy)->poll(1ms, ears);
    }
    CHECK_FALSE((*proxy)->server_answers());
    REQUIRE(ears.problems.size() == 1);
    CHECK_THAT(ears.problems[0], tickreel_test::contains("does not answer"));
}

namespace {

// As the system's where no descriptor is left.
struct NetworkWithoutSockets : Network {
    explicit NetworkWithoutSockets(Network& usual) : usual_(usual) {}
    using Socket = Result<std::unique_ptr<DatagramSocket>>;
    Socket bind(const Endpoint& local) override {
        return none_left ? Socket(none_) : usual_.bind(local);
    }
    Socket connect(const Endpoint& remote, const Endpoint& local) override {
        return none_left ? Socket(none_) : usual_.connect(remote, local);
    }
    Result<void> watch(const DatagramSocket& socket, std::uint64_t tag) override {
        return usual_.watch(socket, tag);
    }
    void wait(std::chrono::milliseconds timeout, std::vector<std::uint64_t>& ready) override {
        usual_.wait(timeout, ready);
    }
    bool none_left = false;

private:
    Network& usual_;
    Error none_ = fail("cannot open a socket: Too many open files");
};

}  // namespace

TEST_CASE("who cannot ask the server says that, and nothing of the server", "[net]") {
    const UdpSocket server = *UdpSocket::bind(kLoopback);
    ProxyOptions options;
    options.listen = kLoopback;
    options.server = server.local();
    const auto system = *SystemNetwork::make();
    NetworkWithoutSockets network(*system);
    ForwardClock clock;
    auto proxy = UdpProxy::open(options, network, clock);
    REQUIRE(proxy.ok());
    Ears ears;
    for (const bool none_left : {true, false}) {
        network.none_left = none_left;
        for (int i = 0; i < 30; ++i) {
            clock.ahead += 1s;
            (*proxy)->poll(1ms, ears);
        }
        CHECK((*proxy)->server_answers());
        REQUIRE(ears.problems.size() == 1);
        CHECK(
            ears.problems[0] ==
            "cannot ask the server whether it is there: cannot open a socket: Too many open files");
    }
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

TEST_CASE("addresses of a name take turns while nobody answers", "[net]") {
    const Endpoint one = v4_endpoint({10, 0, 0, 1}, 8303);
    const Endpoint two = v4_endpoint({10, 0, 0, 2}, 8303);
    const Endpoint three = v4_endpoint({10, 0, 0, 3}, 8303);
    const std::vector<Endpoint> all{one, two, three};
    std::vector<Endpoint> refuse;
    const auto may_listen = [&](const Endpoint& asked) {
        return std::find(refuse.begin(), refuse.end(), asked) == refuse.end();
    };
    Clock::TimePoint now{1h};
    AddressTurns turns;
    const auto look = [&](const Endpoint& before) {
        now += 10s;
        return turns.choose(all, before, now, may_listen);
    };
    // Who hangs for a moment, or is started again, stays.
    CHECK(look(two) == two);
    now += 60s;
    CHECK(look(two) == two);
    CHECK(look(two) == three);
    CHECK(look(three) == three);
    CHECK(look(three) == one);
    refuse = {two};
    CHECK(look(one) == one);
    CHECK(look(one) == three);
    refuse = {one, two};
    for (int i = 0; i < 4; ++i) CHECK(look(three) == three);
    // It has moved: to the first that does not refuse, if there is one.
    const Endpoint gone = v4_endpoint({10, 0, 0, 4}, 8303);
    CHECK(look(gone) == three);
    refuse = all;
    CHECK(look(gone) == one);
}

TEST_CASE("who refuses is not there, who says nothing may be", "[net]") {
    CHECK_FALSE(may_listen_at(free_place()));
    const UdpSocket there = *UdpSocket::bind(kLoopback);
    CHECK(may_listen_at(there.local()));
}

TEST_CASE("another address of the name is taken when somebody waits for an answer", "[net]") {
    const UdpSocket second = *UdpSocket::bind(v4_endpoint({127, 0, 0, 2}, 0));
    ServerPlace answer;
    ProxyOptions options;
    options.find_server = [&](const Endpoint&) { return answer; };
    options.intent = [](ByteView bytes) {
        return bytes[0] == 'o' ? ClientIntent::Opening : ClientIntent::Playing;
    };
    Stage stage(options);
    const Endpoint before = stage.proxy->server();
    answer = ServerPlace{second.local(), std::nullopt, true};
    const auto seconds_pass = [&](int seconds, const UdpSocket& client, Byte word) {
        for (int i = 0; i < seconds; ++i) {
            client.send(Bytes(40, word));
            stage.clock.ahead += 1s;
            stage.poll_for(5ms);
        }
    };
    const UdpSocket client = stage.client();
    std::size_t told = 1;
    SECTION("not for whoever sends anything") {
        seconds_pass(40, client, 'q');
        CHECK(stage.proxy->server() == before);
        CHECK(stage.ears.problems.empty());
        return;
    }
    SECTION("to who connects") {
        seconds_pass(12, client, 'o');
    }
    SECTION("to who plays") {
        stage.join(client);
        seconds_pass(12, client, 1);
        told = 2;  // that it does not answer
    }
    SECTION("when it refuses") {
        stage.server = *UdpSocket::bind(kLoopback);  // the old one is closed
        seconds_pass(12, client, 'q');
        told = 2;
    }
    CHECK(stage.proxy->server() == second.local());
    REQUIRE(stage.ears.problems.size() >= told);
    CHECK_THAT(stage.ears.problems[told - 1],
               tickreel_test::contains("leads to " + to_string(second.local()) +
                                       ", too, and nothing answers at " + to_string(before)));
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
    for (int i = 0; i < 1000 && ears.problems.size() < 2; ++i) {
        late->send_to(Bytes{3}, arrived[0].from);
        std::this_thread::sleep_for(5ms);
        (*proxy)->poll(10ms, ears);
    }
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

TEST_CASE("a server that was started again is not silent to who played with the old one", "[net]") {
    ProxyOptions options;
    options.intent = [](ByteView bytes) {
        return bytes[0] == 'o' ? ClientIntent::Opening : ClientIntent::Playing;
    };
    Stage stage(options);
    const UdpSocket hung = stage.client();
    stage.join(hung);
    const Endpoint place = stage.server.local();
    stage.server = *UdpSocket::bind(kLoopback);  // the old one is closed
    for (int i = 0; i < 100 && stage.proxy->server_answers(); ++i) {
        hung.send(Bytes{1});
        stage.proxy->poll(10ms, stage.ears);
    }
    REQUIRE_FALSE(stage.proxy->server_answers());
    stage.server = *UdpSocket::bind(place);
    const auto seconds_pass = [&](const UdpSocket& client, int seconds, Byte word) {
        for (int i = 0; i < seconds; ++i) {
            client.send(Bytes{word});
            stage.clock.ahead += 1s;
            stage.poll_for(10ms);
        }
        take(stage.server);
    };
    seconds_pass(hung, 24, 1);
    CHECK(stage.proxy->server_answers());
    CHECK(stage.ears.problems.size() == 2);  // away, and back
    // It has spoken to nobody yet. Not whatever comes shows whether it does: who connects in vain.
    const UdpSocket asks = stage.client();
    seconds_pass(asks, 12, 1);
    CHECK(stage.proxy->server_answers());
    seconds_pass(asks, 12, 'o');
    CHECK_FALSE(stage.proxy->server_answers());
    const UdpSocket player = stage.client();
    stage.join(player);
    CHECK(stage.proxy->server_answers());
    seconds_pass(hung, 24, 1);
    CHECK(stage.proxy->server_answers());
    CHECK(stage.ears.problems.size() == 4);
    // To who plays with it, and to who connects anew, it is.
    const bool anew = GENERATE(true, false);
    seconds_pass(anew ? hung : player, 12, anew ? 'o' : 1);
    CHECK_FALSE(stage.proxy->server_answers());
}
