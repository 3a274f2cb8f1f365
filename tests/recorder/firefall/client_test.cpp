// What the client sends: samples of its keys and aim, commands, and what is never kept.
#include <algorithm>

#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/faucap_export.h"
#include "recorder/games/firefall/sender.h"
#include "recorder/games/firefall/zone.h"
#include "tests/catch.h"
#include "tests/recorder/firefall/read_back.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tickreel/base/shared_sink.h"

using namespace tickreel;
using namespace tickreel::firefall;
using namespace std::chrono_literals;
using tickreel_test::CollectingSink;

namespace {

constexpr std::uint16_t kProtocol = 18533;
constexpr std::uint32_t kSocket = 0x0bfeb5f1;
constexpr std::uint16_t kFirst = 100;
constexpr std::uint64_t kOwn = 0x4205ULL << 8;  // with a controller's typecode
constexpr std::uint64_t kBase = kOwn | 2;
constexpr std::uint64_t kCombat = kOwn | 5;
constexpr std::uint8_t kMovement = 105;
constexpr std::uint8_t kFireBurst = 108;
constexpr std::uint8_t kSteamUser = 196;
constexpr std::uint8_t kUnknown = 250;
constexpr std::string_view kMovementType = "Character_MovementInput_Command";

// As a client of build 1802 sends it, with the aim and without a position.
Bytes movement(std::uint16_t clock, std::int8_t horizontal, std::int8_t vertical) {
    ByteWriter out;
    out.u16(clock);
    out.u8(static_cast<Byte>(horizontal));
    out.u8(static_cast<Byte>(vertical));
    out.u16(0xb400);  // pitch: -0.25
    out.u16(0x3e00);  // yaw: 1.5
    out.u8(1 | 4);    // jump, crouch
    out.u16(clock);
    out.u8(2);  // with aim
    out.u8(0);
    for (const std::uint32_t bits : {0x3f800000U, 0U, 0xc0000000U, 0U, 0x3f800000U, 0U})
        out.u32(bits);  // velocity 1 0 -2, aim 0 1 0
    out.u16(25500);
    out.u16(7);
    out.u16(0xfff8);  // -8
    out.u8(0);
    out.u16(static_cast<std::uint16_t>(clock - 150));
    out.u8(25);
    return out.take();
}

struct Session {
    Session() { shake_hands(); }

    void shake_hands() {
        using Step = Handshake::Step;
        Handshake all{.matrix_protocol = 33278,
                      .socket = kSocket,
                      .gss_protocol = kProtocol,
                      .first_sequence = kFirst,
                      .game_port = 25001};
        for (const Step step : {Step::Poke, Step::Hehe, Step::Kiss, Step::Hugg}) {
            all.step = step;
            const bool of_server = step == Step::Hehe || step == Step::Hugg;
            feed(of_server ? Direction::ToClient : Direction::ToServer, write_handshake(all));
        }
        const ProtocolLayout* protocol = builtin_layouts().find(kProtocol);
        server.send(Channel::Matrix, write_enter_zone({.protocol = protocol, .name = "Z"}), now);
        for (const Bytes& datagram : server.take()) feed(Direction::ToClient, datagram);
    }
    void feed(Direction direction, const Bytes& bytes) {
        decoder.feed({direction, now, bytes}, sink, ignore_problems);
    }
    void say(std::chrono::microseconds after, Channel channel, const Bytes& payload) {
        now += after;
        client.send(channel, payload, now);
        for (const Bytes& datagram : client.take()) feed(Direction::ToServer, datagram);
    }
    void say(std::chrono::microseconds after, const GssMessage& message) {
        say(after, Channel::UnreliableGss, write_gss(message));
    }
    void finish() { decoder.finish(sink, ignore_problems); }

    struct Found {
        Tick tick = 0;
        std::vector<Word> row{};
    };
    std::vector<Found> events(std::string_view type) const {
        std::vector<Found> found;
        const auto id = sink.schema.find(type);
        for (const Frame& frame : sink.frames)
            for (const Event& event : frame.events)
                if (id == event.type) found.push_back({frame.tick, event.row});
        return found;
    }
    double number(std::string_view type, const Found& of, std::string_view field) const {
        return as_number(sink.field(type, of.row, field)).value_or(-12345);
    }

    std::chrono::nanoseconds now = 5h;
    Decoder decoder{};
    CollectingSink sink{};
    Sender server{kSocket, kFirst};
    Sender client{kSocket, kFirst};
};

}  // namespace

TEST_CASE("samples of keys and aim are events with the client's clock and when they came") {
    Session session;
    const std::uint16_t clock = 65500;  // about to start over
    const auto later = static_cast<std::uint16_t>(clock + 100);
    const Bytes first = movement(clock, -127, 64);
    const Bytes second = movement(later, 0, 0);
    session.say(12345us, {kBase, kMovement, first});
    session.say(100ms, {kBase, kMovement, second});
    session.say(1ms, {kBase, kMovement, second});
    session.say(1ms, {kBase, kMovement, first});
    session.finish();
    const auto found = session.events(kMovementType);
    REQUIRE(found.size() == 4);
    const auto value = [&](std::size_t i, std::string_view field) {
        return session.number(kMovementType, found[i], field);
    };
    CHECK(found[0].tick == 0);
    CHECK(found[1].tick == 2);
    CHECK(value(0, "View") == 2);
    CHECK(value(0, "Entity") == 0x4205);
    CHECK(value(0, "ShortTime") == clock);
    CHECK(value(1, "ShortTime") == later);
    CHECK(value(0, "HorizontalInput") == -127);
    CHECK(value(0, "VerticalInput") == 64);
    CHECK(value(0, "HeadingPitch") == -0.25);
    CHECK(value(0, "HeadingYaw") == 1.5);
    CHECK(value(0, "InputFlags") == 5);
    CHECK(value(0, "PoseData.Velocity.z") == -2);
    CHECK(value(0, "PoseData.Aim.y") == 1);
    CHECK(session.sink.field(kMovementType, found[0].row, "PoseData.PosRotState.Pos.x") == Value{});
    CHECK(value(0, "PoseData.TimeSinceLastJump") == -8);
    CHECK(value(0, "InterpolationDelay") == 25);
    CHECK(value(0, "Delay") == 12345);
    CHECK(value(1, "Delay") == 12345);  // two ticks later
    CHECK(value(2, "Delay") == 13345);
    const std::vector<double> statuses{value(0, "Status"), value(1, "Status"), value(2, "Status"),
                                       value(3, "Status")};
    CHECK(statuses == std::vector<double>{0, 0, 1, 2});
    const ItemType& type = session.sink.schema[*session.sink.schema.find(kMovementType)];
    CHECK(type.event_class == EventClass::Input);
    CHECK(type.derived);
    CHECK(session.decoder.counters().at("inputs of the client") == 4);
}

TEST_CASE("a vehicle's samples have their clock behind the pose") {
    Session session;
    for (const std::uint32_t clock : {70000U, 70100U, 70100U, 69900U}) {
        ByteWriter body;
        body.bytes(Bytes(3 * 4 + 4 * 4 + 3 * 4 + 2));
        body.u32(clock);
        session.say(10ms, {0x4fULL << 8 | 26, 76, body.data()});
    }
    session.finish();
    constexpr std::string_view kType = "Vehicle_MovementInput_Command";
    std::vector<double> statuses;
    for (const auto& found : session.events(kType))
        statuses.push_back(session.number(kType, found, "Status"));
    CHECK(statuses == std::vector<double>{0, 0, 1, 2});
}

TEST_CASE("commands have their arrival too, and what is unknown keeps its bytes") {
    Session session;
    session.say(7ms, Channel::ReliableGss, write_gss({kCombat, kFireBurst, Bytes{1, 2, 0, 0}}));
    session.say(3ms, {kCombat, kFireBurst, Bytes{1, 2}});  // cut
    session.say(2ms, {kBase, kUnknown, Bytes{9, 8, 7}});
    session.finish();
    const auto fired = session.events("Character_FireBurst_Command");
    REQUIRE(fired.size() == 1);
    CHECK(session.number("Character_FireBurst_Command", fired[0], "Time") == 513);
    CHECK(session.number("Character_FireBurst_Command", fired[0], "Delay") == 7000);
    const auto cut = session.events("Character_FireBurst_Command_bytes");
    REQUIRE(cut.size() == 1);
    CHECK(session.number("Character_FireBurst_Command_bytes", cut[0], "Delay") == 10000);
    constexpr std::string_view kRaw = "Character_BaseController_message_250_Command_bytes";
    const auto unknown = session.events(kRaw);
    REQUIRE(unknown.size() == 1);
    CHECK(session.sink.field(kRaw, unknown[0].row, "Body") == Value{Bytes{9, 8, 7}});
    CHECK(session.number(kRaw, unknown[0], "Delay") == 12000);
}

TEST_CASE("the login, the account and damaged messages are counted, not kept") {
    Session session;
    session.say(1ms, Channel::Matrix, Bytes{17, 's', 'e', 'c', 'r', 'e', 't'});
    session.say(1ms, {kBase, kSteamUser, Bytes{1, 2, 3, 4, 5, 6, 7, 8}});
    session.say(1ms, Channel::UnreliableGss, Bytes{1, 2, 3});
    session.finish();
    for (const Frame& frame : session.sink.frames) CHECK(frame.events.empty());
    const auto counters = session.decoder.counters();
    CHECK(counters.at("matrix messages of the client left out") == 1);
    CHECK(counters.at("private messages of the client left out") == 1);
    CHECK(counters.at("malformed") == 1);
}

TEST_CASE("a capture whose clock is set back goes on, and says so") {
    Session session;
    std::vector<std::string> said;
    const ProblemSink tell = [&](const Problem& one) { said.push_back(one.message); };
    const auto play = [&](int ticks) {
        for (int i = 0; i < ticks; ++i) {
            session.now += 50ms;
            session.client.send(Channel::UnreliableGss,
                                write_gss({kBase, kMovement, movement(1, 0, 0)}), session.now);
            session.server.send(Channel::Control, write_ack(Channel::ReliableGss, 1), session.now);
            for (const Bytes& bytes : session.client.take())
                session.decoder.feed({Direction::ToServer, session.now, bytes}, session.sink, tell);
            for (const Bytes& bytes : session.server.take())
                session.decoder.feed({Direction::ToClient, session.now, bytes}, session.sink, tell);
        }
    };
    play(100);
    session.now -= 4s;
    play(100);
    session.decoder.finish(session.sink, tell);
    REQUIRE(session.sink.frames.size() > 195);
    std::size_t most = 0;
    for (const Frame& frame : session.sink.frames) most = std::max(most, frame.events.size());
    CHECK(most <= 3);
    REQUIRE(said.size() == 1);
    CHECK_THAT(said[0], tickreel_test::contains("set back by 3950 ms"));
}

TEST_CASE("what a client says before its protocol is known is counted, not kept") {
    CollectingSink sink;
    Decoder decoder;
    Sender client(kSocket, kFirst);
    client.send(Channel::UnreliableGss, write_gss({kBase, kMovement, movement(1, 0, 0)}), 5h);
    for (const Bytes& datagram : client.take())
        decoder.feed({Direction::ToServer, 5h, datagram}, sink, ignore_problems);
    decoder.finish(sink, ignore_problems);
    CHECK(sink.frames.empty());
    CHECK(decoder.counters().at("messages of the client before the protocol was known") == 1);
}

TEST_CASE("without inputs the commands stay") {
    Session session;
    session.decoder.leave_out_inputs();
    session.say(1ms, {kBase, kMovement, movement(1, 0, 0)});
    session.say(1ms, {251, 19, Bytes(4)});
    session.say(1ms, {kCombat, kFireBurst, Bytes(4)});
    session.finish();
    CHECK_FALSE(session.sink.schema.find(kMovementType));
    CHECK_FALSE(session.sink.schema.find("Generic_ScheduleUpdateRequest_Command"));
    CHECK(session.events("Character_FireBurst_Command").size() == 1);
}

TEST_CASE("the client's half comes back from .faucap") {
    Session session;
    for (std::uint16_t i = 0; i < 40; ++i) {
        session.say(31ms, {kBase, kMovement, movement(static_cast<std::uint16_t>(i * 31), 1, 2)});
        if (i % 5 == 0)
            session.say(2ms, Channel::ReliableGss, write_gss({kCombat, kFireBurst, Bytes(4)}));
    }
    session.finish();
    Bytes file;
    const auto out = make_faucap_exporter(std::make_unique<SharedSink>(file));
    for (const ItemType& type : session.sink.schema.types()) out->add_type(type);
    out->set_property("protocol", "gss 18533");
    out->begin_segment(session.sink.segments.at(0));
    for (const Frame& frame : session.sink.frames) out->add_frame(frame);
    REQUIRE(out->finish());
    CollectingSink again;
    Decoder second(Annotations::Accepted);
    REQUIRE(tickreel_test::read_back(file, second, again));
    REQUIRE(again.frames.size() == session.sink.frames.size());
    std::size_t compared = 0;
    for (std::size_t i = 0; i < again.frames.size(); ++i) {
        CHECK(again.named_events(i) == session.sink.named_events(i));
        compared += again.frames[i].events.size();
    }
    CHECK(compared == 48);
}
