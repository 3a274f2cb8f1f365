// Two endpoints, a link with all the faults of UDP, and a simulated clock.

#include "recorder/games/teeworlds/wire/connection.h"

#include <algorithm>
#include <map>
#include <random>

#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/hex.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using tickreel_test::same;
using State = Connection::State;

namespace {

struct Fault {
    int lose = 0;       // percent
    int duplicate = 0;  // percent
    milliseconds jitter{0};
};

// One direction of the link.
class Pipe {
public:
    Pipe(const Fault& fault, std::uint64_t seed) : fault_(fault), random_(seed) {}

    void put(ByteView bytes, Time now) {
        ++count;
        if (percent() < fault_.lose) return;
        insert(bytes, now);
        if (percent() < fault_.duplicate) insert(bytes, now);
    }
    std::vector<Bytes> take(Time now) {
        std::vector<Bytes> due;
        while (!flying_.empty() && flying_.begin()->first <= now) {
            due.push_back(std::move(flying_.begin()->second));
            flying_.erase(flying_.begin());
        }
        return due;
    }
    int count = 0;

private:
    int percent() { return static_cast<int>(random_() % 100); }
    void insert(ByteView bytes, Time now) {
        const auto range = static_cast<std::uint64_t>(fault_.jitter.count()) + 1;
        flying_.emplace(now + milliseconds(random_() % range), Bytes(bytes.begin(), bytes.end()));
    }
    Fault fault_;
    std::mt19937_64 random_;
    std::multimap<Time, Bytes> flying_;
};

// Header: 0.7.
Protocol protocol_of(TokenMode tokens) {
    return tokens == TokenMode::Header ? Protocol::V07 : Protocol::V06;
}

ConnectionOptions client_options(TokenMode tokens, std::uint32_t own = 0x0a0b0c0d) {
    ConnectionOptions options;
    options.protocol = protocol_of(tokens);
    options.tokens = tokens;
    if (options.protocol == Protocol::V07) options.token = own;
    return options;
}

ConnectionOptions server_options(TokenMode tokens) {
    ConnectionOptions options;
    options.endpoint = Endpoint::Server;
    options.protocol = protocol_of(tokens);
    options.tokens = tokens;
    options.token = peer_token(as_bytes("secret"), as_bytes("127.0.0.1"));
    return options;
}

struct World {
    explicit World(const Fault& fault = {}, TokenMode client_tokens = TokenMode::Tail,
                   TokenMode server_tokens = TokenMode::Tail, std::uint64_t seed = 5)
        : up(fault, seed),
          down(fault, seed + 1),
          client(client_options(client_tokens), [this](ByteView b) { up.put(b, now); }),
          server(server_options(server_tokens), [this](ByteView b) { down.put(b, now); }) {}

    void step(Time by = milliseconds(10)) {
        now += by;
        feed_server();
        for (const Bytes& bytes : down.take(now)) {
            client.feed(
                bytes, now,
                [&](const Chunk& chunk) {
                    at_client.emplace_back(chunk.data.begin(), chunk.data.end());
                });
        }
        client.update(now);
        server.update(now);
    }
    void feed_server() {
        for (const Bytes& bytes : up.take(now)) {
            if (const auto answer = answer_token_request(bytes, server_token)) {
                down.put(*answer, now);
                continue;
            }
            server.feed(bytes, now, [&](const Chunk& chunk) {
                at_server.emplace_back(chunk.data.begin(), chunk.data.end());
            });
        }
    }
    void run(Time length) {
        for (const Time end = now + length; now < end;) step();
    }
    void open() {
        client.connect(now);
        for (int i = 0; i < 1000 && !(online()); ++i) step();
        REQUIRE(online());
    }
    bool online() const {
        return client.state() == State::Online && server.state() == State::Online;
    }

    Time now = seconds(1000);
    std::uint32_t server_token = server_options(TokenMode::Tail).token;
    Pipe up;
    Pipe down;
    Connection client;
    Connection server;
    std::vector<Bytes> at_server{};
    std::vector<Bytes> at_client{};
};

Bytes numbered(int number, std::size_t size = 4) {
    Bytes bytes(std::max<std::size_t>(size, 4));
    for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<Byte>(number >> (8 * i));
    return bytes;
}

}  // namespace

TEST_CASE("handshakes with and without tokens") {
    using T = TokenMode;
    for (const auto& [ask, give, mode] : {std::tuple{T::Tail, T::Tail, T::Tail},
                                          {T::Tail, T::None, T::None},
                                          {T::None, T::Tail, T::None},
                                          {T::None, T::None, T::None},
                                          {T::Header, T::Header, T::Header}}) {
        World world({}, ask, give);
        world.open();
        CHECK(world.client.token_mode() == mode);
        CHECK(world.server.token_mode() == mode);
        CHECK(world.client.send(numbered(7), true, world.now));
        CHECK(world.server.send(numbered(8), false, world.now));
        world.client.flush(world.now);
        world.server.flush(world.now);
        world.run(milliseconds(100));
        CHECK(world.at_server == std::vector<Bytes>{numbered(7)});
        CHECK(world.at_client == std::vector<Bytes>{numbered(8)});
    }
}

TEST_CASE("vital messages arrive once and in order, whatever the link does") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        const TokenMode with = seed > 14 ? TokenMode::Header : TokenMode::Tail;
        World world({15, 10, milliseconds(80)}, with,
                    seed % 2 || seed > 14 ? with : TokenMode::None, seed * 2);
        world.open();
        std::mt19937_64 random(seed);
        std::vector<Bytes> to_server;
        std::vector<Bytes> to_client;
        for (int i = 0; i < 1500; ++i) {  // beyond the wrap of sequence numbers
            const Bytes up = numbered(i, random() % 60);
            const Bytes down = numbered(-i, random() % 60);
            REQUIRE(world.client.send(up, true, world.now));
            REQUIRE(world.server.send(down, true, world.now));
            to_server.push_back(up);
            to_client.push_back(down);
            if (random() % 3 == 0) world.client.flush(world.now);
            if (random() % 3 == 0) world.server.flush(world.now);
            world.step(milliseconds(20));
        }
        world.run(seconds(30));
        REQUIRE(world.online());
        REQUIRE(world.server.restarts() == 0);
        REQUIRE(same(world.at_server, to_server));
        REQUIRE(same(world.at_client, to_client));
        CHECK(world.client.unacknowledged() == 0);
    }
}

TEST_CASE(
    "a message goes again after a second without an answer, and not when it is known to be there") {
    std::vector<Bytes> sent;
    Connection client(client_options(TokenMode::None),
                      [&](ByteView bytes) { sent.emplace_back(bytes.begin(), bytes.end()); });
    Time now = seconds(1);
    // Of the datagrams since the last look, those whose first message says that it is sent again.
    const auto sent_again = [&] {
        const auto again = std::count_if(
            sent.begin(), sent.end(),
            [](const Bytes& one) {
                return (one[0] & 0x10) == 0 && one[2] > 0 && (one[3] & 0x80) != 0;
            });
        sent.clear();
        return again;
    };
    const auto run = [&](Time length) {
        for (const Time end = now + length; now < end; now += milliseconds(10)) client.update(now);
    };
    client.connect(now);
    client.feed(tickreel_test::from_hex("10000002"), now, [](const Chunk&) {});
    REQUIRE(client.state() == State::Online);
    REQUIRE(client.send(numbered(7), true, now));
    client.flush(now);
    run(milliseconds(990));
    CHECK(sent_again() == 0);
    run(milliseconds(20));
    client.flush(now);
    CHECK(sent_again() == 1);
    client.feed(tickreel_test::from_hex("000100"), now, [](const Chunk&) {});  // has the first
    run(seconds(3));
    client.flush(now);
    CHECK(sent_again() == 0);
}

// DDNet's server takes each ACCEPT for a client that comes back, and its numbers begin again.
TEST_CASE("several answers to a repeated CONNECT get one ACCEPT") {
    std::vector<Bytes> sent;
    Connection client(client_options(TokenMode::Tail),
                      [&](ByteView bytes) { sent.emplace_back(bytes.begin(), bytes.end()); });
    Time now = seconds(1);
    const Bytes answer = tickreel_test::from_hex("10000002544b454e00d73f86");
    const auto feed = [&] {
        client.feed(
            answer, now, [](const Chunk&) {});
    };
    const auto accepts = [&] {
        return std::count_if(sent.begin(), sent.end(),
                             [](const Bytes& one) { return one[0] == 0x10 && one[3] == 3; });
    };
    client.connect(now);
    feed();
    REQUIRE(accepts() == 1);
    for (const Time end = now + seconds(3); now < end; now += milliseconds(10)) client.update(now);
    feed();  // nothing was heard: the first ACCEPT was lost
    now += milliseconds(500);
    client.update(now);
    feed();
    CHECK(accepts() == 2);
    for (const Time end = now + seconds(3); now < end; now += milliseconds(10)) client.update(now);
    feed();  // the second one too
    CHECK(accepts() == 3);
}

TEST_CASE("an idle connection keeps itself alive, a dead one times out") {
    World world;
    world.open();
    const int before = world.up.count;
    world.run(seconds(60));
    CHECK(world.online());
    CHECK(world.up.count - before >= 55);
    CHECK(world.up.count - before <= 70);

    World dead({100, 0, milliseconds(0)});
    dead.client.connect(dead.now);
    dead.run(seconds(11));
    CHECK(dead.client.state() == State::Closed);
    CHECK(dead.client.close_reason() == "timeout");
    CHECK(dead.up.count >= 18);  // CONNECT every half second
}

TEST_CASE("closing tells the other side why") {
    for (const TokenMode tokens : {TokenMode::Tail, TokenMode::None, TokenMode::Header}) {
        World world({}, tokens, tokens);
        world.open();
        world.server.close("server shutdown", world.now);
        world.run(milliseconds(50));
        CHECK(world.client.state() == State::Closed);
        CHECK(world.client.closed_by_peer());
        CHECK(world.client.close_reason() == "server shutdown");
        CHECK_FALSE(world.client.send(numbered(1), true, world.now));
    }
}

TEST_CASE("a forged packet changes nothing") {
    World world;
    world.open();
    Packet forged;
    forged.kind = PacketKind::Control;
    const Bytes close = {static_cast<Byte>(Control::Close), 'x', 0};
    forged.payload = close;
    forged.token_mode = TokenMode::Tail;
    forged.token = 12345;
    const auto nothing = [](const Chunk&) {};
    world.server.feed(write_packet(forged, Protocol::V06), world.now, nothing);
    forged.token_mode = TokenMode::None;
    world.server.feed(write_packet(forged, Protocol::V06), world.now, nothing);
    world.server.feed({}, world.now, nothing);
    CHECK(world.server.state() == State::Online);
    CHECK(world.server.ignored() == 3);

    // Right token, but acknowledges something that was never sent.
    Packet wrong_ack;
    wrong_ack.token_mode = TokenMode::Tail;
    wrong_ack.token = server_options(TokenMode::Tail).token;
    wrong_ack.ack = 77;
    Bytes payload;
    const Bytes data = numbered(1);
    Chunk chunk;
    chunk.data = data;
    write_chunk(payload, chunk, Protocol::V06);
    wrong_ack.payload = payload;
    wrong_ack.num_chunks = 1;
    int delivered = 0;
    world.server.feed(write_packet(wrong_ack, Protocol::V06), world.now,
                      [&](const Chunk&) { ++delivered; });
    CHECK(delivered == 0);
}

TEST_CASE("a peer that acknowledges nothing is dropped") {
    World world;
    world.open();
    const Bytes big(1000, 1);
    int sent = 0;
    while (world.server.send(big, true, world.now)) ++sent;  // time stands still: no step
    CHECK(sent >= 31);
    CHECK(sent <= 33);
    CHECK(world.server.state() == State::Closed);
    CHECK_FALSE(world.server.closed_by_peer());
}

TEST_CASE("messages of any number share a packet up to its size") {
    World world;
    world.open();
    const int before = world.down.count;
    for (int i = 0; i < 600; ++i) REQUIRE(world.server.send(numbered(i), false, world.now));
    CHECK_FALSE(world.server.send({}, false, world.now));
    CHECK_FALSE(world.server.send(Bytes(1024), false, world.now));
    CHECK(world.server.send(Bytes(1023), false, world.now));
    world.server.flush(world.now);
    CHECK(world.down.count - before == 4);
    world.run(milliseconds(50));
    CHECK(world.at_client.size() == 601);
}

TEST_CASE("a client that comes back on the same address starts again") {
    const TokenMode tokens = GENERATE(TokenMode::Tail, TokenMode::Header);
    World world({}, tokens, tokens);
    world.open();
    REQUIRE(world.client.send(numbered(1), true, world.now));
    world.client.flush(world.now);
    world.run(seconds(3));
    Connection again(client_options(tokens, 0x01020304),
                     [&](ByteView b) { world.up.put(b, world.now); });
    again.connect(world.now);
    std::vector<Bytes> back;
    for (int i = 0; i < 50; ++i) {
        world.now += milliseconds(10);
        world.feed_server();
        for (const Bytes& bytes : world.down.take(world.now))
            again.feed(bytes, world.now, [](const Chunk&) {});
        if (i == 10) {
            REQUIRE(again.send(numbered(2), true, world.now));
            again.flush(world.now);
        }
    }
    CHECK(again.state() == State::Online);
    CHECK(world.server.restarts() == 1);
    CHECK(world.at_server == std::vector<Bytes>{numbered(1), numbered(2)});
}

TEST_CASE("0.7: nothing is answered or opened without the token") {
    World world({}, TokenMode::Header, TokenMode::Header);
    const auto nothing = [](const Chunk&) {};
    const auto control = [](Control message, std::uint32_t token, std::size_t padding) {
        Bytes payload{static_cast<Byte>(message), 1, 2, 3, 4};
        payload.resize(payload.size() + padding);
        Packet packet;
        packet.kind = PacketKind::Control;
        packet.token_mode = TokenMode::Header;
        packet.token = token;
        packet.payload = payload;
        return write_packet(packet, Protocol::V07);
    };
    CHECK(answer_token_request(control(Control::Token, kTokenUnknown, 508), 7));
    CHECK_FALSE(answer_token_request(control(Control::Token, kTokenUnknown, 507), 7));
    CHECK_FALSE(answer_token_request(control(Control::Connect, kTokenUnknown, 508), 7));
    world.server.feed(control(Control::Connect, 12345, 508), world.now, nothing);
    CHECK(world.server.state() == State::Offline);
    CHECK(world.down.count == 0);
    world.server.feed(control(Control::Connect, world.server_token, 508), world.now, nothing);
    CHECK(world.server.state() == State::Online);
    // From the client it is the client's token that counts.
    world.server.feed(control(Control::Close, 0x01020304, 0), world.now, nothing);
    CHECK(world.server.state() == State::Online);
}

TEST_CASE("the numbers of vital messages: wrap, duplicates, gaps") {
    VitalReceiver receiver;
    using V = VitalReceiver::Verdict;
    CHECK(receiver.receive(0) == V::Duplicate);
    CHECK(receiver.receive(2) == V::Gap);
    for (int i = 1; i < 1024; ++i) REQUIRE(receiver.receive(i) == V::Accept);
    CHECK(receiver.receive(0) == V::Accept);
    CHECK(receiver.receive(1023) == V::Duplicate);
    CHECK(receiver.receive(513) == V::Duplicate);
    CHECK(receiver.receive(511) == V::Gap);
    CHECK(receiver.receive(1) == V::Accept);

    VitalSender sender;
    CHECK_FALSE(sender.valid_ack(1));
    CHECK(sender.add(Bytes{1}, {}).sequence == 1);
    CHECK(sender.add(Bytes{2}, {}).sequence == 2);
    CHECK(sender.valid_ack(1));
    CHECK_FALSE(sender.valid_ack(3));
    sender.acknowledge(1);
    CHECK(sender.pending().size() == 1);
    CHECK_FALSE(sender.valid_ack(0));
}
