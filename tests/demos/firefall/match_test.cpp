// The embedded Firefall match without sockets: a decoder between server and client sees what the
// server's stage does, also over a link that loses packets, and through a .faucap.

#include <algorithm>
#include <random>

#include "demos/firefall/blank_view.h"
#include "demos/firefall/client.h"
#include "demos/firefall/server.h"
#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/faucap_export.h"
#include "tests/catch.h"
#include "tests/recorder/firefall/frame_digest.h"
#include "tests/recorder/firefall/read_back.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tickreel/base/shared_sink.h"

using namespace tickreel;
using namespace tickreel::firefall_match;
using tickreel_test::CollectingSink;
using Time = std::chrono::nanoseconds;

namespace {

constexpr Time kStart = std::chrono::hours(24 * 365 * 40);
const Value kAgreed{std::int64_t{1}};  // of the column Checksum

struct Link {
    explicit Link(unsigned lost_of_hundred) : lost(lost_of_hundred) {}
    bool loses() { return random() % 100 < lost; }
    unsigned lost;
    std::mt19937 random{3};
};

struct Match {
    explicit Match(unsigned lost = 0) : link(lost) {}

    void run(int steps, bool frozen) {
        if (frozen) stage.freeze();
        for (int i = 0; i < steps; ++i) {
            now += kStep;
            stage.step(now);
            server.tell(now);
            client.update(now);
        }
    }

    void pass(Direction direction, ByteView datagram) {
        if (!lost_before_both && link.loses()) return;
        decoder.feed({direction, now, datagram}, sink, ignore_problems);
        if (late) late->feed({direction, now, datagram}, late_sink, ignore_problems);
    }

    Time now = kStart;
    Link link;
    std::function<void(ByteView)> on_wire{};  // every datagram of the server
    bool lost_before_both = false;            // what the client missed, the recorder missed too
    Stage stage{};
    CollectingSink sink{};
    firefall::Decoder decoder{};
    CollectingSink late_sink{};
    std::optional<firefall::Decoder> late{};  // joins in the middle
    Client client{[this](std::uint16_t port, ByteView datagram) {
        pass(Direction::ToServer, datagram);
        server.feed(port == 0 ? Port::Matrix : Port::Game, v4_endpoint({10, 0, 0, 2}, 9), datagram,
                    now);
    }};
    Server server{stage, 25001, [this](Port, const Endpoint&, ByteView datagram) {
                      if (on_wire) on_wire(datagram);
                      if (lost_before_both && link.loses()) return;
                      pass(Direction::ToClient, datagram);
                      const Bytes copy(datagram.begin(), datagram.end());
                      if (lost_before_both || !link.loses()) client.feed(copy, now);
                  }};
};

std::vector<CollectingSink::NamedItem> items_of(const Stage& stage) {
    CollectingSink sink;
    for (const ItemType& type : stage.schema().types()) sink.add_type(type);
    sink.begin_segment({});
    sink.add_frame(stage.frame());
    return sink.named_items(0);
}

// The views of the stage that the client does not have in the same state.
std::vector<std::string> wrong_views(const Stage& stage, const firefall::World& world) {
    std::vector<std::string> wrong;
    for (const Item item : stage.frame().snapshot) {
        const ItemType& type = stage.schema()[item.key.type];
        if (type.origin == "derived") continue;
        const auto typecode = static_cast<std::uint64_t>(std::stoi(type.origin));
        const firefall::View* view = world.find(item.key.entity << 8 | typecode);
        const auto meant =
            view == nullptr ? std::nullopt : firefall::View::from_row(view->shape(), item.row);
        if (!meant || meant->body() != view->body())
            wrong.push_back(type.name + " " + std::to_string(item.key.entity & 0xffff));
    }
    return wrong;
}

}  // namespace

TEST_CASE("what is decoded between server and client is what the server meant") {
    Match match;
    match.run(300, false);
    match.run(20, true);
    match.decoder.finish(match.sink, ignore_problems);
    REQUIRE(match.sink.frames.size() > 250);
    CHECK(match.sink.named_items(match.sink.frames.size() - 1) == items_of(match.stage));
    CHECK(match.sink.segments.back().map == "New Eden (embedded)");
    const firefall::WorldCounters& world = match.decoder.world_counters();
    CHECK(world.checksums_bad == 0);
    CHECK(world.checksums_ok > 300);
    CHECK(world.malformed + world.bad_keyframes + world.bad_updates + world.bad_poses == 0);
    CHECK(world.unresolved == 0);
    CHECK(match.sink.count_events("Generic_ChatMessageList") >= 6);
    CHECK(match.sink.count_events("Character_Killed") >= 1);
    CHECK(match.sink.count_events("Character_ActivateAbility_Command") >= 10);
    CHECK(match.client.counters().checksums_bad == 0);
    CHECK(match.client.counters().keyframes == world.keyframes);
    CHECK(match.decoder.transport_counters().resent == 0);  // nothing was lost
}

TEST_CASE("keys and aim that the client sends are recorded, each once") {
    Match match;
    match.run(200, false);
    match.decoder.finish(match.sink, ignore_problems);
    constexpr std::string_view kType = "Character_MovementInput_Command";
    std::size_t forward = 0;
    std::size_t right = 0;
    std::optional<double> before;
    for (const Frame& frame : match.sink.frames)
        for (const Event& event : frame.events) {
            if (match.sink.schema[event.type].name != kType) continue;
            const auto value = [&](std::string_view field) {
                return as_number(match.sink.field(kType, event.row, field)).value_or(-1);
            };
            const double clock = value("ShortTime");
            if (before)
                CHECK((static_cast<std::int64_t>(clock - *before) & 0xffff) == 100);  // 16 bits
            before = clock;
            forward += value("VerticalInput") == 127 ? 1 : 0;
            right += value("HorizontalInput") == 127 && value("InputFlags") == 1 ? 1 : 0;
            CHECK(value("Status") == 0);
            CHECK(value("Delay") >= 0);
            CHECK(value("Delay") < 50'000);
        }
    CHECK(forward >= 40);
    CHECK(right >= 40);
    CHECK(forward + right == match.sink.count_events(kType));
}

TEST_CASE("a view and a controller are removed and come back, several times") {
    Match match;
    match.run(500, false);
    match.run(20, true);
    match.decoder.finish(match.sink, ignore_problems);
    CHECK(match.decoder.world_counters().removes == 6);  // at ticks 100, 260 and 420
    CHECK(wrong_views(match.stage, match.client.world()) == std::vector<std::string>{});
    std::map<std::string, std::map<std::size_t, std::size_t>> frames;  // by type, by its items
    for (const Frame& frame : match.sink.frames) {
        std::map<std::string, std::size_t> items;
        for (const Item item : frame.snapshot) ++items[match.sink.schema[item.key.type].name];
        for (const char* type : {"Deployable_ObserverView", "Character_SpectatorController"})
            ++frames[type][items[type]];
    }
    // Three turrets stay. They come at ticks 20, 180, 340 and 500.
    for (const auto& [type, most] : {std::pair{"Deployable_ObserverView", std::size_t{4}},
                                     std::pair{"Character_SpectatorController", std::size_t{1}}}) {
        INFO(type);
        CHECK(frames[type].size() == 2);
        CHECK(frames[type][most] >= 240);
        CHECK(frames[type][most - 1] >= 220);
    }
}

TEST_CASE("on a link that loses packets resends and requests put everything right") {
    Match match(8);
    match.run(400, false);
    match.link.lost = 0;
    match.run(160, true);
    match.decoder.finish(match.sink, ignore_problems);
    CHECK(match.client.playing());
    CHECK(wrong_views(match.stage, match.client.world()) == std::vector<std::string>{});
    CHECK(match.server.counts().requests > 0);
    CHECK(match.decoder.transport_counters().resent > 0);
    CHECK(match.decoder.world_counters().malformed == 0);
}

TEST_CASE("who listens from the middle on has what is sent again, as it is") {
    Match match(25);
    match.lost_before_both = true;
    match.run(150, false);
    match.late.emplace();
    match.run(300, false);
    match.link.lost = 0;
    match.run(160, true);
    match.late->finish(match.late_sink, ignore_problems);
    const CollectingSink& heard = match.late_sink;
    CHECK(heard.properties.at("protocol") == "gss 19551");  // from a matching keyframe
    CHECK(match.late->transport_counters().malformed == 0);
    const firefall::WorldCounters& world = match.late->world_counters();
    CHECK(world.malformed + world.bad_keyframes + world.bad_updates == 0);
    const auto& stage = match.stage.frame().snapshot;
    std::size_t right = 0;
    std::size_t wrong = 0;
    for (const Item item : heard.frames.back().snapshot) {
        const ItemType& type = heard.schema[item.key.type];
        if (type.origin == "derived" || heard.field(type.name, item.row, "Checksum") != kAgreed)
            continue;
        const auto meant = match.stage.schema().find(type.name);
        const auto row = meant ? stage.find({*meant, item.key.entity}) : std::nullopt;
        // Its removal is sent once: who misses it keeps the view.
        if (!row) continue;
        ++(std::equal(row->begin(), row->end(), item.row.begin(), item.row.end()) ? right : wrong);
    }
    CHECK(right > 5);
    CHECK(wrong == 0);
}

TEST_CASE("a view's keyframe goes once in three seconds, however often it is asked for") {
    // What is on the wire, whether or not it arrives.
    struct Wire final : firefall::TransportSink {
        void session_started(std::uint16_t) override {}
        void message(Direction direction, firefall::Channel channel, ByteView payload) override {
            if (direction != Direction::ToClient || channel != firefall::Channel::ReliableGss)
                return;
            const auto message = firefall::read_gss(payload);
            if (!message) return;
            if (message->message == firefall::message_id::kRemove ||
                message->message == firefall::message_id::kControllerRemove)
                sent.erase(message->id);
            if (message->message != firefall::message_id::kKeyframe &&
                message->message != firefall::message_id::kControllerKeyframe)
                return;
            const auto [before, first] = sent.try_emplace(message->id, now);
            if (!first) shortest = std::min(shortest, now - std::exchange(before->second, now));
            again += first ? 0 : 1;
        }
        Time now{};
        std::map<std::uint64_t, Time> sent{};
        Time shortest = std::chrono::hours(1);
        int again = 0;
    };
    Match match(25);
    Wire wire;
    firefall::Transport transport;
    match.on_wire = [&](ByteView datagram) {
        wire.now = match.now;
        CHECK(transport.feed({Direction::ToClient, match.now, datagram}, wire));
    };
    match.run(250, false);
    CHECK(match.server.counts().refused > 0);
    CHECK(match.server.counts().requests > match.server.counts().refused);
    CHECK(wire.again > 10);
    CHECK(wire.shortest >= std::chrono::seconds(3));
}

TEST_CASE("a recording comes back from .faucap with the same ticks, snapshots and events") {
    CollectingSink before;
    Bytes file;
    {
        Stage stage;
        const auto out = firefall::make_faucap_exporter(std::make_unique<SharedSink>(file));
        out->set_property("protocol", "gss 19551");
        out->begin_segment({.map = "New Eden (embedded)"});
        before.begin_segment({.map = "New Eden (embedded)"});
        std::size_t types = 0;
        for (int i = 0; i < 120; ++i) {
            stage.step(kStart + i * kStep);
            for (; types < stage.schema().size(); ++types) {
                out->add_type(stage.schema()[static_cast<TypeId>(types)]);
                before.add_type(stage.schema()[static_cast<TypeId>(types)]);
            }
            out->add_frame(stage.frame());
            before.add_frame(stage.frame());
        }
        REQUIRE(out->finish());
    }
    CollectingSink after;
    firefall::Decoder decoder(firefall::Annotations::Accepted);
    REQUIRE(tickreel_test::read_back(file, decoder, after));
    REQUIRE(after.frames.size() == before.frames.size());
    CHECK(after.segments == before.segments);
    std::size_t totals = 0;  // the stage has none: they follow from its snapshots
    for (std::size_t i = 0; i < after.frames.size(); ++i) {
        INFO("frame " << i);
        totals += std::erase_if(after.frames[i].events, [&](const Event& event) {
            return after.schema[event.type].name == "ViewChecksums";
        });
        CHECK(after.frames[i].tick == before.frames[i].tick);
        CHECK(after.frames[i].time == before.frames[i].time);
        REQUIRE(after.named_items(i) == before.named_items(i));
        REQUIRE(after.named_events(i) == before.named_events(i));
    }
    CHECK(totals > 2);
    CHECK(decoder.world_counters().checksums_bad == 0);
}

TEST_CASE("what was found out on a bad link comes back from .faucap too") {
    Match match(25);
    match.lost_before_both = true;
    match.run(250, false);
    match.decoder.finish(match.sink, ignore_problems);
    REQUIRE(match.decoder.world_counters().checksums_bad > 10);
    REQUIRE(match.sink.count_events("ViewChecksumCause") > 0);
    Bytes file;
    const auto out = firefall::make_faucap_exporter(std::make_unique<SharedSink>(file));
    tickreel_test::DigestSink before(out.get());
    for (const ItemType& type : match.sink.schema.types()) before.add_type(type);
    before.set_property("protocol", match.sink.properties.at("protocol"));
    for (const Segment& segment : match.sink.segments) before.begin_segment(segment);
    for (const Frame& frame : match.sink.frames) before.add_frame(frame);
    REQUIRE(out->finish());

    tickreel_test::DigestSink after;
    firefall::Decoder decoder(firefall::Annotations::Accepted);
    REQUIRE(tickreel_test::read_back(file, decoder, after));
    REQUIRE(after.frames.size() == before.frames.size());
    for (std::size_t i = 0; i < after.frames.size(); ++i)
        CHECK(after.frames[i] == before.frames[i]);

    // In live traffic, annotations are ignored.
    tickreel_test::DigestSink on_wire;
    firefall::Decoder doubts;
    REQUIRE(tickreel_test::read_back(file, doubts, on_wire));
    CHECK(on_wire.frames != before.frames);
}

TEST_CASE("a blank view is a keyframe of every view of every protocol") {
    for (const auto& protocol : firefall::builtin_layouts().protocols())
        for (const auto& [typecode, layout] : protocol.views) {
            if (!layout.known) continue;
            const firefall::ViewShape shape(layout);
            const firefall::View view = blank_view(shape, 7);
            firefall::View again(shape);
            REQUIRE(again.set_keyframe(view.body()));
            CHECK(again == view);
        }
}
