// Handshake, packets, resends, fragments, ordering, routed messages.
#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/message.h"
#include "recorder/games/firefall/private_talk.h"
#include "recorder/games/firefall/reassembly.h"
#include "recorder/games/firefall/transport.h"
#include "tests/catch.h"
#include "tests/recorder/firefall/random_view.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using namespace tickreel::firefall;

namespace {

Bytes hex(std::string_view text) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<Byte>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
    return bytes;
}

Packet packet(std::uint16_t sequence, Bytes payload, bool more = false) {
    return {.channel = Channel::ReliableGss,
            .more = more,
            .sequence = sequence,
            .payload = std::move(payload)};
}

}  // namespace

TEST_CASE("the handshake") {
    for (const char* text :
         {"00000000504f4b45000481fe", "00000000484548450bfeb5f1", "000000004b4953530bfeb5f14865",
          "0000000048554747aa42d1ea", "0000000041425254"}) {
        const auto read = read_handshake(hex(text));
        REQUIRE(read);
        CHECK(write_handshake(*read) == hex(text));
    }
    CHECK(read_handshake(hex("00000000504f4b45000481fe"))->matrix_protocol == 33278);
    CHECK(read_handshake(hex("000000004b4953530bfeb5f14865"))->gss_protocol == 18533);
    CHECK(read_handshake(hex("0000000048554747aa42d1ea"))->first_sequence == 43586);
    CHECK_FALSE(read_handshake(hex("00000000504f4b45")));
}

TEST_CASE("a session begins with each handshake, not with a repeated end of one") {
    struct Sessions final : TransportSink {
        void session_started(std::uint16_t) override { ++count; }
        void message(Direction, Channel, ByteView payload) override { said.push_back(payload[0]); }
        int count = 0;
        Bytes said{};
    };
    Transport transport;
    Sessions sessions;
    const auto feed = [&](Direction direction, const Bytes& bytes) {
        REQUIRE(transport.feed({direction, {}, bytes}, sessions));
    };
    const auto shake = [&] {
        feed(Direction::ToServer, hex("00000000504f4b45000481fe"));
        feed(Direction::ToClient, hex("00000000484548450bfeb5f1"));
        feed(Direction::ToServer, hex("000000004b4953530bfeb5f14865"));
        feed(Direction::ToClient, hex("0000000048554747aa42d1ea"));
    };
    const auto say = [&](Byte what) {
        Bytes datagram = hex("0bfeb5f1");
        write_packet({.channel = Channel::ReliableGss, .sequence = 0xaa42, .payload = {what}},
                     datagram);
        feed(Direction::ToClient, datagram);
    };
    shake();
    say(1);
    feed(Direction::ToClient, hex("0000000048554747aa42d1ea"));
    say(2);  // was sent already
    CHECK(sessions.count == 1);
    shake();  // the server assigned the same number again
    say(3);
    CHECK(sessions.count == 2);
    CHECK(sessions.said == Bytes{1, 3});

    // The client aborts; what the server sent before it heard of that opens nothing again.
    CHECK_FALSE(transport.closed());
    feed(Direction::ToServer, write_handshake({.step = Handshake::Step::Abort}));
    say(4);
    CHECK(transport.closed());
    shake();
    CHECK_FALSE(transport.closed());
    // Who goes on after an abort of his own did not mean it.
    feed(Direction::ToClient, write_handshake({.step = Handshake::Step::Abort}));
    CHECK(transport.closed());
    say(5);
    CHECK_FALSE(transport.closed());
}

TEST_CASE("one datagram with another socket number ends no session, two in a row begin one") {
    struct Sessions final : TransportSink {
        void session_started(std::uint16_t) override { ++count; }
        void message(Direction, Channel, ByteView payload) override { said.push_back(payload[0]); }
        int count = 0;
        Bytes said{};
    };
    Transport transport;
    Sessions sessions;
    std::uint16_t sequence = 7;
    const auto say = [&](std::string_view socket, Byte what) {
        Bytes datagram = hex(socket);
        write_packet({.channel = Channel::ReliableGss, .sequence = sequence, .payload = {what}},
                     datagram);
        return transport.feed({Direction::ToClient, {}, datagram}, sessions);
    };
    CHECK(say("0bfeb5f1", 1));
    CHECK(say("0bfe35f1", 2));  // a flipped bit
    ++sequence;
    const Result<void> dropped = say("0bfeb5f1", 3);
    REQUIRE_FALSE(dropped);
    CHECK_THAT(dropped.error().message, tickreel_test::contains("socket number"));
    CHECK(sessions.count == 1);
    CHECK(sessions.said == Bytes{1, 3});
    CHECK(transport.counters().malformed == 1);

    CHECK(say("12345678", 4));  // the capture lacks the handshake
    CHECK(sessions.count == 1);
    ++sequence;
    CHECK(say("12345678", 5));
    CHECK(sessions.count == 2);
    CHECK(sessions.said == Bytes{1, 3, 4, 5});
    CHECK(transport.counters().malformed == 1);

    CHECK(say("0bfe35f1", 6));
    CHECK_FALSE(transport.finish(sessions));
    CHECK(sessions.said == Bytes{1, 3, 4, 5});
}

TEST_CASE("a resent packet has its payload in clear") {
    const Bytes socket = hex("12345678");
    for (const char* text : {"400eaa4524000000000000000000", "700eaa45e8cccccccccccccccccc",
                             "500eaa45dbffffffffffffffffff"}) {
        Bytes datagram = socket;
        const Bytes rest = hex(text);
        datagram.insert(datagram.end(), rest.begin(), rest.end());
        const auto packets = read_packets(datagram);
        REQUIRE(packets);
        REQUIRE(packets->size() == 1);
        CHECK((*packets)[0].channel == Channel::Matrix);
        CHECK((*packets)[0].sequence == 0xaa45);
        CHECK((*packets)[0].payload == hex("24000000000000000000"));
        Bytes written = socket;
        write_packet((*packets)[0], written);
        CHECK(written == datagram);
    }
    CHECK_FALSE(read_packets(hex("12345678400eaa45")));
    CHECK_FALSE(read_packets(hex("123456784003aa45")));
}

TEST_CASE("what is sent again, missing and asked for is told once for each datagram") {
    struct Told final : TransportSink {
        void session_started(std::uint16_t) override {}
        void message(Direction, Channel, ByteView) override { ++messages; }
        void delivery(const Delivery& one) override { all.push_back(one); }
        int messages = 0;
        std::vector<Delivery> all{};
    };
    Transport transport;
    Told told;
    // What is told of a datagram of these packets: sent again, of them seen before, asks, lost.
    const auto feed = [&](Direction direction, const std::vector<Packet>& packets) {
        told.all.clear();
        Bytes datagram = hex("0bfeb5f1");
        for (const Packet& one : packets) write_packet(one, datagram);
        REQUIRE(transport.feed({direction, {}, datagram}, told));
        REQUIRE(told.all.size() <= 1);
        if (told.all.empty()) return std::string();
        const Delivery& one = told.all.front();
        CHECK(one.resends.direction == direction);
        return concat(one.resends.messages, ' ', one.resends.seen_before, ' ',
                      one.resends.asks ? 1 : 0, ' ', one.lost);
    };
    const auto reliable = [](std::uint16_t number, std::uint8_t resend = 0) {
        Packet one = packet(number, {1, 2, 3});
        one.resend = resend;
        return one;
    };
    const auto unreliable = [](std::uint16_t number) {
        return Packet{.channel = Channel::UnreliableGss, .sequence = number, .payload = {1}};
    };
    const auto control = [](const char* bytes) {
        return Packet{.channel = Channel::Control, .payload = hex(bytes)};
    };
    CHECK(feed(Direction::ToClient, {reliable(0xfffe), reliable(0xffff), unreliable(7)}).empty());
    CHECK(feed(Direction::ToClient, {reliable(1), reliable(0xffff, 3)}) == "1 1 0 0");
    CHECK(feed(Direction::ToClient, {reliable(0, 3), reliable(1, 1)}) ==
          "2 1 0 0");                                                 // 0: the first
    CHECK(feed(Direction::ToServer, {reliable(1, 3)}) == "1 0 0 0");  // numbers of its own
    CHECK(feed(Direction::ToClient, {unreliable(10)}) == "0 0 0 2");
    CHECK(feed(Direction::ToClient, {unreliable(9)}) == "0 0 0 -1");
    // Doubled by the network or by the capture: neither a message nor one that came late after all.
    const int messages = told.messages;
    CHECK(feed(Direction::ToClient, {unreliable(9), unreliable(10), unreliable(7)}).empty());
    CHECK(told.messages == messages);
    CHECK(transport.counters().unreliable_lost == 1);
    CHECK(feed(Direction::ToServer, {unreliable(9), unreliable(9)}).empty());
    CHECK(told.messages == messages + 1);
    // From the captures (section 1.5): all came; one is missing.
    CHECK(feed(Direction::ToServer, {control("0002aa43aa42")}).empty());
    CHECK(feed(Direction::ToServer, {control("038de18de08de28de38de48de5")}) == "0 0 1 0");
    CHECK(feed(Direction::ToServer, {control("03ffffffff0000")}) == "0 0 1 0");  // wrapped
    CHECK(feed(Direction::ToServer, {control("04ffffffff0000")}).empty());  // no acknowledgement
    // A pause in which the numbers went round.
    Bytes later = hex("0bfeb5f1");
    write_packet(unreliable(9), later);
    REQUIRE(transport.feed({Direction::ToClient, std::chrono::minutes(10), later}, told));
    CHECK(told.messages == messages + 6);
    // What never came stays lost when the session ends.
    CHECK(feed(Direction::ToClient, {reliable(4)}).empty());
    REQUIRE(transport.finish(told));
    CHECK(transport.lost_to_client() == 3);
}

TEST_CASE("fragments in any order become one message, and twice is once") {
    Reassembly lane;
    lane.expect(0xffff);
    const auto now = std::chrono::seconds(1);
    CHECK(lane.add(packet(1, {3}), now).empty());
    CHECK(lane.add(packet(0, {2}, true), now).empty());
    const auto whole = lane.add(packet(0xffff, {1}, true), now);
    REQUIRE(whole.size() == 1);
    CHECK(whole[0] == Bytes{1, 2, 3});
    CHECK(lane.add(packet(0, {2}, true), now).empty());
    CHECK(lane.repeated() == 1);
    CHECK(lane.lost() == 0);
}

TEST_CASE("what never comes is given up") {
    Reassembly lane;
    lane.expect(10);
    CHECK(lane.add(packet(12, {2}), std::chrono::seconds(1)).empty());
    const auto late = lane.add(packet(13, {3}), std::chrono::seconds(10));
    REQUIRE(late.size() == 2);
    CHECK(late[1] == Bytes{3});
    CHECK(lane.lost() == 2);
}

TEST_CASE("routed messages come back") {
    const Bytes body = hex("0dffff22370100000000ff091c04071c040247c8f4e2");
    const auto read = read_routed(body);
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK((*read)[0].message.typecode() == 0x22);
    CHECK((*read)[1].reference == 0x041c);
    CHECK((*read)[1].message.message == message_id::kChecksum);
    Bytes again;
    for (const RoutedMessage& message : *read) write_routed(message, again);
    CHECK(again == body);
    const Bytes large(300, 7);
    Bytes two;
    write_routed({5, {.message = 1, .body = large}}, two);
    const auto long_one = read_routed(two);
    REQUIRE(long_one);
    CHECK((*long_one)[0].message.body.size() == 300);
    CHECK_FALSE(read_routed(hex("0dffff22")));
}

TEST_CASE("messages of every protocol come back from their events") {
    tickreel_test::RandomView random(11);
    std::size_t known = 0;
    for (const ProtocolLayout& protocol : builtin_layouts().protocols())
        for (const auto* all : {&protocol.events, &protocol.commands})
            for (const auto& [entity, messages] : *all)
                for (const auto& [number, layout] : messages) {
                    if (layout.body == nullptr) continue;
                    INFO(protocol.number << " " << layout.name);
                    const EventShape shape(&layout, "", number, all == &protocol.commands);
                    for (int i = 0; i < 8; ++i) {
                        ByteWriter body;
                        random.value(*layout.body, nullptr, body);
                        const auto rows = shape.rows({0x4205, number, body.data()});
                        if (!rows) continue;  // an empty list
                        Bytes again;
                        for (const std::vector<Word>& row : *rows) {
                            const auto written = write_event(&layout, shape.type(), row);
                            REQUIRE(written);
                            CHECK(written->id == 0x4205);
                            if (rows->size() == 1) CHECK(written->body == body.data());
                            CHECK(shape.rows({0x4205, number, written->body})->front() == row);
                        }
                        ++known;
                    }
                }
    CHECK(known > 5000);
}

TEST_CASE("a chat message says who spoke and what") {
    for (const ProtocolLayout& protocol : builtin_layouts().protocols()) {
        INFO(protocol.number);
        std::size_t found = 0;
        for (const auto& [number, layout] : protocol.events.at("Generic")) {
            if (layout.name != "Generic_ChatMessageList") continue;
            const EventShape shape(&layout, "", number, false);
            const auto name = find_role(shape.type(), Role::Name);
            const auto said = find_role(shape.type(), Role::Text);
            REQUIRE((name && said));
            CHECK(shape.type().fields[*name].name == "SenderName");
            CHECK(shape.type().fields[*said].name == "Message");
            CHECK_FALSE(is_naming_event(shape.type()));  // its Owner is the receiver
            ++found;
        }
        CHECK(found == 1);
    }
}

TEST_CASE("chat is private unless its channel is known to be for everybody") {
    std::size_t found = 0;
    for (const ProtocolLayout& protocol : builtin_layouts().protocols())
        for (const bool client : {false, true})
            for (const auto& [number, layout] : (client ? protocol.commands : protocol.events)
                                                    .at(client ? "Character" : "Generic")) {
                if (layout.name != "Generic_ChatMessageList" &&
                    layout.name != "Character_PerformTextChat")
                    continue;
                INFO(protocol.number << layout.name);
                const EventShape shape(&layout, "", number, client);
                const ItemType& type = shape.type();
                const auto channel = find_field(type, "Channel");
                REQUIRE(channel);
                std::string read_by_all;
                for (std::uint64_t of = 0; of < 256; ++of) {
                    Cells cells(type.fields.size());
                    cells[*channel].bits = of;
                    if (!is_private_talk(type, pack_row(type, cells)))
                        read_by_all += std::to_string(of) + " ";
                }
                CHECK(read_by_all == "0 1 2 4 6 7 ");
                // Nobody knows in which channel it was.
                CHECK(is_private_talk(shape.raw_type(),
                                      shape.raw_row({0x4205, number, hex("0102")})));
                ++found;
            }
    CHECK(found >= 4);
    const ItemType other{.name = "Character_Killed", .use = TypeUse::Event};
    CHECK_FALSE(is_private_talk(other, {}));
}

TEST_CASE("a kill says who did it and to whom, by the numbers that items have") {
    std::size_t kills = 0;
    for (const ProtocolLayout& protocol : builtin_layouts().protocols())
        for (const auto& [number, layout] : protocol.events.at("Character")) {
            if (layout.name != "Character_Killed" || layout.body == nullptr) continue;
            INFO(protocol.number);
            const EventShape shape(&layout, "", number, false);
            const ItemType& type = shape.type();
            const auto killer = find_role(type, Role::Subject);
            const auto victim = find_role(type, Role::Object);
            REQUIRE((killer && victim));
            CHECK(type.fields[*victim].name == "Entity");
            const std::uint64_t id = 0x01fedcba98765402;  // its last byte: the kind of controller
            const std::size_t at = *find_field(type, "Killer.Backing");
            for (const std::uint64_t backing : {id, std::uint64_t{0}}) {
                ByteWriter body;
                body.u16(77);
                body.u64(backing);
                const std::size_t rest = type.fields.size() - at - 2;  // single bytes
                for (std::size_t i = 0; i < rest; ++i) body.u8(0);
                const auto rows = shape.rows({0x4205, number, body.data()});
                REQUIRE((rows && rows->size() == 1));
                CHECK(read_field(type, rows->front(), at) == Value(backing));
                CHECK(read_field(type, rows->front(), *killer) ==
                      (backing == 0 ? Value() : Value(id >> 8)));
                CHECK(read_field(type, rows->front(), *victim) == Value(std::uint64_t{0x42}));
                CHECK(write_event(&layout, type, rows->front())->body == body.data());
            }
            ++kills;
        }
    CHECK(kills >= 3);
}

TEST_CASE("a body that does not fit is kept as bytes and written as it was") {
    const ProtocolLayout& protocol = *builtin_layouts().find(19551);
    const MessageLayout* layout = protocol.find_message(11, 108, false);
    REQUIRE(layout != nullptr);
    CHECK(layout->name == "Character_Killed");
    const EventShape shape(layout, "Character_CombatView", 108, false);
    const Bytes body{1, 2, 3};
    const GssMessage odd{0x420b, 108, body};
    CHECK_FALSE(shape.rows(odd));
    CHECK(shape.raw_type().name == "Character_Killed_bytes");
    const auto written = write_event(layout, shape.raw_type(), shape.raw_row(odd));
    REQUIRE(written);
    CHECK(written->body == Bytes{1, 2, 3});
}
