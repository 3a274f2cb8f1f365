// A passive observer between two real endpoints, and with handmade traffic.

#include "recorder/games/teeworlds/wire/observer.h"

#include <deque>
#include <optional>
#include <random>
#include <set>

#include "recorder/games/teeworlds/wire/connection.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/hex.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using tickreel_test::same;

namespace {

class Log final : public ObserverSink {
public:
    void message(const Message& message) override {
        auto& list = message.direction == Direction::ToServer ? to_server : to_client;
        list.emplace_back(message.chunk.begin(), message.chunk.end());
        if (message.anti_spoof) ++spoofed;
    }
    void connection(ConnectionEvent event, Time) override { events.push_back(event); }
    void closing(Direction by, std::string_view reason, Time) override {
        closed_by = by;
        last_text = reason;
    }
    void connless(Direction, ByteView, Time) override { ++connless_packets; }
    void resends(const Resends& one) override { resent.push_back(one); }

    std::vector<Bytes> to_server{};
    std::vector<Bytes> to_client{};
    std::vector<ConnectionEvent> events{};
    std::vector<Resends> resent{};
    std::optional<Direction> closed_by{};
    std::string last_text{};
    int spoofed = 0;
    int connless_packets = 0;
};

// Header: 0.7.
ConnectionOptions options_of(Endpoint endpoint, TokenMode tokens, std::uint32_t token) {
    ConnectionOptions options;
    options.endpoint = endpoint;
    options.tokens = tokens;
    options.token = token;
    if (tokens == TokenMode::Header) options.protocol = Protocol::V07;
    return options;
}

// Endpoints whose datagrams all pass the observer, then a lossy last hop.
struct Tap {
    explicit Tap(TokenMode tokens, std::uint64_t seed, int lose = 10)
        : mode(tokens),
          random(seed),
          lose_percent(lose),
          client(options_of(Endpoint::Client, tokens, 0x0a0b0c0d),
                 [this](ByteView b) { pass(Direction::ToServer, b); }),
          server(options_of(Endpoint::Server, tokens, server_token),
                 [this](ByteView b) { pass(Direction::ToClient, b); }) {}

    void pass(Direction direction, ByteView bytes) {
        // Lost before the observer, or only after it.
        if (chance()) return;
        if (observing) {
            observer.feed({direction, now, bytes}, log);
            note(direction, bytes);
        }
        if (chance()) return;
        auto& queue = direction == Direction::ToServer ? up : down;
        queue.emplace_back(bytes.begin(), bytes.end());
    }
    // The messages of a match are all different.
    void note(Direction direction, ByteView bytes) {
        const Protocol protocol = mode == TokenMode::Header ? Protocol::V07 : Protocol::V06;
        Bytes scratch;
        const auto packet = parse_packet(bytes, protocol, mode, scratch);
        if (!packet || packet->kind != PacketKind::Chunks) return;
        ChunkReader chunks(packet->payload, packet->num_chunks, protocol);
        while (const std::optional<Chunk> chunk = chunks.next()) {
            if (!chunk->vital) continue;
            const bool fresh =
                passed.insert({direction, Bytes(chunk->data.begin(), chunk->data.end())}).second;
            passed_again += !fresh && chunk->resent ? 1 : 0;
        }
    }
    bool chance() { return static_cast<int>(random() % 100) < lose_percent; }

    void step() {
        now += milliseconds(20);
        const auto ignore = [](const Chunk&) {};
        std::deque<Bytes> batch;
        batch.swap(up);
        for (const Bytes& bytes : batch)
            if (const auto answer = answer_token_request(bytes, server_token))
                pass(Direction::ToClient, *answer);
            else
                server.feed(bytes, now, ignore);
        batch.clear();
        batch.swap(down);
        for (const Bytes& bytes : batch) client.feed(bytes, now, ignore);
        client.update(now);
        server.update(now);
    }
    void open() {
        client.connect(now);
        const auto online = [](const Connection& end) {
            return end.state() == Connection::State::Online;
        };
        for (int i = 0; i < 500 && !(online(client) && online(server)); ++i) step();
        REQUIRE(server.state() == Connection::State::Online);
        REQUIRE(client.state() == Connection::State::Online);
    }

    // Its first byte is that of a CONNECT: the flag of a compressed packet in 0.7 is that of a
    // control packet in 0.6.
    static constexpr std::uint32_t server_token = 0x01adcafe;
    TokenMode mode;
    std::set<std::pair<Direction, Bytes>> passed{};
    std::size_t passed_again = 0;  // with the resend flag
    std::mt19937_64 random;
    int lose_percent;
    Time now = seconds(500);
    bool observing = true;
    Observer observer{};
    Log log{};
    std::deque<Bytes> up{};
    std::deque<Bytes> down{};
    Connection client;
    Connection server;
};

Bytes game_message(int number) {
    Packer out = begin_game_message(20 + number % 5);
    out.add_int(number);
    return out.take();
}

Bytes chunk_packet(const std::vector<Bytes>& messages, int first_sequence, TokenMode mode,
                   std::uint32_t token, int ack = 0) {
    Bytes payload;
    for (const Bytes& message : messages) {
        Chunk chunk;
        chunk.vital = first_sequence > 0;
        chunk.sequence = static_cast<std::uint16_t>(first_sequence > 0 ? first_sequence++ : 0);
        chunk.data = message;
        write_chunk(payload, chunk, Protocol::V06);
    }
    Packet packet;
    packet.payload = payload;
    packet.num_chunks = static_cast<std::uint8_t>(messages.size());
    packet.token_mode = mode;
    packet.token = token;
    packet.ack = static_cast<std::uint16_t>(ack);
    return write_packet(packet, Protocol::V06);
}

struct Hand {
    void feed(Direction direction, const Bytes& bytes, Time step = milliseconds(10)) {
        now += step;
        observer.feed({direction, now, bytes}, log);
    }
    void up(const char* hex) { feed(Direction::ToServer, tickreel_test::from_hex(hex)); }
    void down(const char* hex) { feed(Direction::ToClient, tickreel_test::from_hex(hex)); }

    Time now = seconds(100);
    Observer observer{};
    Log log{};
};

void ddnet_handshake(Hand& hand, std::uint32_t token) {
    hand.up("10000001544b454effffffff");
    Bytes accept = tickreel_test::from_hex("10000002544b454e");
    append_token(accept, token);
    hand.feed(Direction::ToClient, accept);
    Bytes answer = tickreel_test::from_hex("10000003");
    append_token(answer, token);
    hand.feed(Direction::ToServer, answer);
}

}  // namespace

TEST_CASE("an observer sees every vital message of a lossy connection once and in order") {
    for (const TokenMode tokens : {TokenMode::Tail, TokenMode::None, TokenMode::Header}) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            INFO("seed " << seed);
            Tap tap(tokens, seed);
            tap.open();
            std::vector<Bytes> up;
            std::vector<Bytes> down;
            for (int i = 0; i < 1300; ++i) {
                up.push_back(game_message(i));
                down.push_back(game_message(i * 7));
                REQUIRE(tap.client.send(up.back(), true, tap.now));
                REQUIRE(tap.server.send(down.back(), true, tap.now));
                tap.client.flush(tap.now);
                tap.server.flush(tap.now);
                tap.step();
            }
            for (int i = 0; i < 400; ++i) tap.step();
            INFO(tap.log.to_server.size()
                 << " " << tap.log.to_client.size() << " lost " << tap.observer.counters().lost
                 << " events " << tap.log.events.size() << " unack " << tap.server.unacknowledged()
                 << " " << tap.client.unacknowledged());
            REQUIRE(same(tap.log.to_server, up));
            REQUIRE(same(tap.log.to_client, down));
            CHECK(tap.observer.token_mode() == tokens);
            CHECK(tap.observer.counters().lost == 0);
            CHECK(tap.observer.counters().bad_packets == 0);
            CHECK(tap.observer.counters().wrong_token == 0);
            // New is what was lost before the observer, which has no other way to hear of it.
            std::size_t again = 0;
            std::size_t passed = 0;
            for (const Resends& one : tap.log.resent) {
                again += one.messages;
                passed += one.seen_before;
            }
            CHECK(again == tap.observer.counters().resent);
            CHECK(passed == tap.passed_again);
            CHECK(tap.log.events == std::vector<ConnectionEvent>{ConnectionEvent::Opened});
        }
    }
}

TEST_CASE("what is sent again is counted by packet, and whether it had passed before") {
    constexpr std::uint32_t kToken = 0x11223344;
    Hand hand;
    ddnet_handshake(hand, kToken);
    const auto packet = [&](const std::vector<int>& sequences, bool resent, bool asks = false) {
        Bytes payload;
        for (const int sequence : sequences) {
            const Bytes message = game_message(sequence);
            write_chunk(payload, {true, resent, static_cast<std::uint16_t>(sequence), message},
                        Protocol::V06);
        }
        Packet made;
        made.resend_requested = asks;
        made.num_chunks = static_cast<std::uint8_t>(sequences.size());
        made.payload = payload;
        made.token_mode = TokenMode::Tail;
        made.token = kToken;
        return write_packet(made, Protocol::V06);
    };
    hand.feed(Direction::ToClient, packet({1, 2}, false));
    hand.feed(Direction::ToServer, packet({1}, false));
    CHECK(hand.log.resent.empty());
    // 3 is lost before the recorder; 4 passes, and the client cannot take it.
    hand.feed(Direction::ToClient, packet({4}, false));
    hand.feed(Direction::ToServer, packet({}, false, true));
    hand.feed(Direction::ToClient, packet({3, 4}, true));
    // Its acknowledgement was lost.
    hand.feed(Direction::ToClient, packet({3, 4, 5}, true));
    hand.feed(Direction::ToServer, packet({1, 2}, true, true));
    const auto is = [&](std::size_t index, Direction direction, std::uint32_t messages,
                        std::uint32_t seen, bool asks) {
        const Resends& one = hand.log.resent.at(index);
        CHECK(one.direction == direction);
        CHECK(one.messages == messages);
        CHECK(one.seen_before == seen);
        CHECK(one.asks == asks);
    };
    REQUIRE(hand.log.resent.size() == 4);
    is(0, Direction::ToServer, 0, 0, true);
    is(1, Direction::ToClient, 2, 1, false);
    is(2, Direction::ToClient, 3, 2, false);
    is(3, Direction::ToServer, 2, 1, true);
    CHECK(hand.log.resent.back().time == hand.now);
    CHECK(hand.log.to_client.size() == 5);
    CHECK(hand.observer.counters().resent == 7);
}

TEST_CASE("numbers that are used again had not passed before") {
    PassedNumbers<kSequenceCount, kSequenceCount / 2> passed;
    CHECK_FALSE(passed.add(700));  // from the middle
    for (int round = 0; round < 3; ++round)
        for (int i = 701; i <= 700 + kSequenceCount; ++i) {
            REQUIRE_FALSE(passed.add(i % kSequenceCount));
            if (i % 7 == 0) REQUIRE(passed.add((i - 1) % kSequenceCount));
        }
    CHECK(passed.add((700 + kSequenceCount - 500) % kSequenceCount));
}

TEST_CASE("a capture that starts in the middle finds mode and numbers by itself") {
    for (const TokenMode tokens : {TokenMode::Tail, TokenMode::None, TokenMode::Header}) {
        Tap tap(tokens, 3, 0);
        tap.observing = false;
        tap.open();
        std::vector<Bytes> seen;
        for (int i = 0; i < 200; ++i) {
            if (i == 77) tap.observing = true;
            // Large enough to be compressed.
            REQUIRE(tap.client.send(Bytes(60, 0), false, tap.now));
            tap.client.flush(tap.now);
            const Bytes message = game_message(i);
            REQUIRE(tap.server.send(message, true, tap.now));
            tap.server.flush(tap.now);
            if (i >= 77) seen.push_back(message);
            tap.step();
        }
        CHECK(tap.observer.token_mode() == tokens);
        CHECK(tap.log.to_client == seen);
    }
}

TEST_CASE("messages that the capture lost but the peer has do not stop the stream") {
    Tap tap(TokenMode::Tail, 4, 0);
    tap.open();
    for (int i = 0; i < 300; ++i) {
        tap.observing = i < 100 || i >= 110;
        REQUIRE(tap.server.send(game_message(i), true, tap.now));
        tap.server.flush(tap.now);
        REQUIRE(tap.client.send(game_message(i), false, tap.now));  // carries the acks
        tap.client.flush(tap.now);
        tap.step();
    }
    CHECK(tap.observer.counters().lost >= 10);
    CHECK(tap.log.to_client.size() > 250);
    CHECK(tap.log.to_client.back() == game_message(299));
}

TEST_CASE("only packets with the right token count, a forged CLOSE does not close") {
    Hand hand;
    ddnet_handshake(hand, 0x7a73a986);
    REQUIRE(hand.observer.state() == Observer::State::Online);
    CHECK(hand.observer.token_mode() == TokenMode::Tail);
    const Bytes message = game_message(1);
    hand.feed(Direction::ToClient, chunk_packet({message}, 1, TokenMode::Tail, 0x11111111));
    hand.feed(Direction::ToClient, chunk_packet({message}, 1, TokenMode::None, 0));
    hand.down("100000040000000000");
    hand.down("10000004");
    CHECK(hand.log.to_client.empty());
    CHECK(hand.observer.state() == Observer::State::Online);
    CHECK(hand.observer.counters().wrong_token + hand.observer.counters().bad_packets == 4);
    hand.feed(Direction::ToClient, chunk_packet({message}, 1, TokenMode::Tail, 0x7a73a986));
    CHECK(hand.log.to_client.size() == 1);
    hand.down("10000004627965007a73a986");
    CHECK(hand.observer.state() == Observer::State::Closed);
    CHECK(hand.log.last_text == "bye");
    CHECK(hand.log.closed_by == Direction::ToClient);
    hand.feed(Direction::ToClient, chunk_packet({message}, 2, TokenMode::Tail, 0x7a73a986));
    CHECK(hand.observer.counters().outside == 1);
}

TEST_CASE("a client that comes back on the same port restarts the numbers") {
    Hand hand;
    ddnet_handshake(hand, 5);
    for (int i = 1; i <= 40; ++i)
        hand.feed(Direction::ToClient, chunk_packet({game_message(i)}, i, TokenMode::Tail, 5));
    SECTION("with the same token") {
        ddnet_handshake(hand, 5);
        hand.feed(Direction::ToClient, chunk_packet({game_message(1)}, 1, TokenMode::Tail, 5));
    }
    SECTION("with a new token") {
        ddnet_handshake(hand, 6);
        hand.feed(Direction::ToClient, chunk_packet({game_message(1)}, 1, TokenMode::Tail, 6));
    }
    CHECK(hand.log.to_client.size() == 41);
    CHECK(hand.log.events ==
          std::vector<ConnectionEvent>{ConnectionEvent::Opened, ConnectionEvent::Restarted});
}

TEST_CASE("another observer may go on while a client comes back on the same port") {
    Hand hand;
    ddnet_handshake(hand, 5);
    for (int i = 1; i <= 40; ++i)
        hand.feed(Direction::ToClient, chunk_packet({game_message(i)}, i, TokenMode::Tail, 5));
    hand.now += seconds(5);
    hand.up("10000001544b454effffffff");
    ByteWriter state;
    hand.observer.save(state);
    Hand next;
    next.now = hand.now;
    ByteReader in(state.data());
    REQUIRE(next.observer.restore(in));
    CHECK(in.left() == 0);
    next.down("10000002544b454e00000006");
    next.up("1000000300000006");
    next.feed(Direction::ToClient, chunk_packet({game_message(1)}, 1, TokenMode::Tail, 6));
    CHECK(next.log.events == std::vector<ConnectionEvent>{ConnectionEvent::Restarted});
    CHECK(next.log.to_client == std::vector<Bytes>{game_message(1)});
}

TEST_CASE("a client that left comes back on the same port with the other protocol") {
    const TokenMode first = GENERATE(TokenMode::Tail, TokenMode::Header);
    Tap before(first, 4, 0);
    before.open();
    before.client.close("", before.now);
    Tap after(first == TokenMode::Tail ? TokenMode::Header : TokenMode::Tail, 5, 0);
    after.now = before.now + seconds(5);
    after.observer = before.observer;
    REQUIRE(after.observer.state() == Observer::State::Closed);
    after.open();
    REQUIRE(after.server.send(game_message(1), true, after.now));
    after.server.flush(after.now);
    CHECK(after.observer.state() == Observer::State::Online);
    CHECK(after.log.to_client == std::vector<Bytes>{game_message(1)});
}

TEST_CASE("a CONNECT alone, or a handshake nobody finishes, restarts nothing") {
    Hand hand;
    ddnet_handshake(hand, 5);
    hand.feed(Direction::ToClient, chunk_packet({game_message(1)}, 1, TokenMode::Tail, 5));
    hand.up("10000001544b454effffffff");
    hand.down("10000002544b454e00000006");
    hand.feed(Direction::ToClient, chunk_packet({game_message(2)}, 2, TokenMode::Tail, 5));
    CHECK(hand.log.to_client.size() == 2);
    CHECK(hand.log.events.size() == 1);
}

TEST_CASE("the token of 0.6.5 sits in the header, in both directions the same") {
    Hand hand;
    Bytes connect = tickreel_test::from_hex("10000001000000002b1aa718");
    connect.resize(4 + 512);
    hand.feed(Direction::ToServer, connect);
    hand.down("1800002b1aa71802ca201eb9");
    CHECK(hand.observer.token_mode() == TokenMode::Header);
    const Bytes message = game_message(1);
    hand.feed(Direction::ToServer, chunk_packet({message}, 1, TokenMode::Header, 0xca201eb9));
    hand.feed(Direction::ToServer, chunk_packet({message}, 2, TokenMode::Header, 0x2b1aa718));
    CHECK(hand.log.to_server.size() == 1);
    CHECK(hand.observer.counters().wrong_token == 1);
}

TEST_CASE("the anti-spoof exchange is marked until the real map comes") {
    Hand hand;
    hand.up("10000001");
    hand.down("10000002");
    Packer map = begin_system_message(Protocol::V06, SystemMessage::MapChange);
    map.add_string("dummy");
    map.add_int(1);
    map.add_int(288);
    Packer empty = begin_system_message(Protocol::V06, SystemMessage::SnapEmpty);
    empty.add_int(2054400390);
    empty.add_int(2054400391);
    const Bytes ready = begin_system_message(Protocol::V06, SystemMessage::Ready).take();
    hand.feed(Direction::ToClient, chunk_packet({map.data(), empty.data()}, 1, TokenMode::None, 0));
    CHECK(hand.observer.anti_spoof());
    hand.feed(Direction::ToServer, chunk_packet({ready}, 1, TokenMode::None, 0));
    CHECK(hand.log.spoofed == 3);
    hand.feed(Direction::ToClient, chunk_packet({map.data()}, 3, TokenMode::None, 0));
    hand.feed(Direction::ToServer, chunk_packet({ready}, 2, TokenMode::None, 0));
    CHECK_FALSE(hand.observer.anti_spoof());
    CHECK(hand.log.spoofed == 3);
}

TEST_CASE("a first guess from a stray packet is given up") {
    Hand hand;
    hand.feed(Direction::ToClient, chunk_packet({game_message(0)}, 1, TokenMode::Tail, 0xdead));
    for (int i = 10; i < 20; ++i)
        hand.feed(Direction::ToClient, chunk_packet({game_message(i)}, i, TokenMode::Tail, 77));
    CHECK(hand.log.to_client.back() == game_message(19));
    CHECK(hand.log.to_client.size() >= 8);
}

TEST_CASE("silence ends a connection, server info is no part of it, noise is counted") {
    Hand hand;
    ddnet_handshake(hand, 5);
    hand.down("ffffffffffffffffffff696e663300");
    CHECK(hand.log.connless_packets == 1);
    hand.down("ff");
    hand.down("8000ffffff");
    CHECK(hand.observer.counters().bad_packets >= 2);
    hand.now += seconds(200);
    hand.feed(Direction::ToClient, chunk_packet({game_message(1)}, 9, TokenMode::Tail, 6));
    REQUIRE(hand.log.events.size() == 3);
    CHECK(hand.log.events[1] == ConnectionEvent::TimedOut);
    CHECK(hand.log.events[2] == ConnectionEvent::Opened);
    CHECK(hand.log.to_client.size() == 1);
}

TEST_CASE("a clock that is set ends no connection") {
    Hand hand;
    ddnet_handshake(hand, 5);
    hand.feed(Direction::ToClient, chunk_packet({game_message(1)}, 1, TokenMode::Tail, 5));
    hand.now += seconds(3600);
    hand.feed(Direction::ToClient, chunk_packet({game_message(2)}, 2, TokenMode::Tail, 5));
    hand.now -= seconds(3600);
    hand.feed(Direction::ToClient, chunk_packet({game_message(3)}, 3, TokenMode::Tail, 5));
    CHECK(hand.log.events.size() == 1);
    CHECK(hand.log.to_client.size() == 3);
}
