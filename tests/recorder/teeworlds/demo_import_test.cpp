#include "recorder/games/teeworlds/demo_import.h"

#include <numeric>

#include "recorder/games/game.h"
#include "recorder/games/teeworlds/demo_export.h"
#include "recorder/games/teeworlds/demo_items.h"
#include "recorder/games/teeworlds/demo_time.h"
#include "recorder/games/teeworlds/snapshot_mapper.h"
#include "tests/recorder/teeworlds/demo_builder.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/sha256.h"
#include "tickreel/base/shared_sink.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::add_broadcast;
using tickreel_test::add_delta;
using tickreel_test::add_snapshot;
using tickreel_test::character;
using tickreel_test::demo_header;
using tickreel_test::import_bytes;
using tickreel_test::Imported;
using tickreel_test::wire_snapshot;

namespace {

const WireSnapshot kFirst = wire_snapshot({character(0, 100, 200)});
const WireSnapshot kSecond = wire_snapshot({character(0, 110, 200), {5, 0, {1, 2, 0}}});

Imported import_of(DemoWriter& demo) {
    return import_bytes(demo.finish(demo_header(), {}));
}

std::vector<Tick> ticks_of(const Imported& imported) {
    std::vector<Tick> ticks;
    for (const Frame& frame : imported.sink.frames) ticks.push_back(frame.tick);
    return ticks;
}

Result<void> export_to(const tickreel_test::CollectingSink& recording, Bytes& out) {
    const auto exporter = make_demo_exporter(std::make_unique<SharedSink>(out));
    for (const ItemType& type : recording.schema.types()) exporter->add_type(type);
    for (const auto& [key, value] : recording.properties) exporter->set_property(key, value);
    std::size_t segments = 0;
    for (const Frame& frame : recording.frames) {
        for (; segments <= frame.segment; ++segments) {
            exporter->begin_segment(recording.segments[segments]);
            if (segments > 0) continue;
            for (const Attachment& map : recording.attachments) exporter->add_attachment(map);
            for (const Marker& marker : recording.markers) exporter->add_marker(marker);
        }
        exporter->add_frame(frame);
    }
    return exporter->finish();
}

}  // namespace

TEST_CASE("every tick marker is a frame; one without a delta repeats the snapshot") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    demo.begin_tick(102, false);
    demo.begin_tick(104, false);
    add_delta(demo, kFirst, kSecond);
    const Imported imported = import_of(demo);
    REQUIRE(imported.result.ok());
    CHECK(imported.problems.empty());
    CHECK(ticks_of(imported) == std::vector<Tick>{100, 102, 104});
    const auto& frames = imported.sink.frames;
    CHECK(frames[0].snapshot == frames[1].snapshot);
    CHECK(frames[2].snapshot.size() == 2);
    CHECK(frames[1].wire == WireInfo{});
    CHECK(frames[1].time - frames[0].time == std::chrono::milliseconds(40));
    CHECK(format_demo_time(frames[0].time) == "2026-11-21_03-06-58");
}

TEST_CASE("a demo that ends at the marker of a tick was cut there, if things moved") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    demo.begin_tick(102, false);
    SECTION("before a delta") {
        add_delta(demo, kFirst, kSecond);
        demo.begin_tick(104, false);
    }
    SECTION("before a snapshot in full") {
        demo.begin_tick(104, true);
    }
    const Imported imported = import_of(demo);
    REQUIRE(imported.result.ok());
    CHECK(ticks_of(imported) == std::vector<Tick>{100, 102});
    REQUIRE(imported.problems.size() == 1);
    CHECK_THAT(imported.problems[0], tickreel_test::contains("tick 104 is dropped: the file ends"));
}

TEST_CASE("a demo that ends in a tick without changes is whole") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    demo.begin_tick(102, false);
    SECTION("and the one before had none") {
        demo.begin_tick(104, false);
    }
    SECTION("but a message") {
        add_delta(demo, kFirst, kSecond);
        demo.begin_tick(104, false);
        add_broadcast(demo, "over");
    }
    SECTION("as we write it") {
        add_delta(demo, kFirst, kSecond);
        Imported recorded = import_of(demo);
        recorded.sink.frames.push_back(recorded.sink.frames.back());
        recorded.sink.frames.back().tick = 104;
        Bytes written;
        REQUIRE(export_to(recorded.sink, written).ok());
        const Imported again = import_bytes(written);
        CHECK(ticks_of(again) == std::vector<Tick>{100, 102, 104});
        CHECK(again.problems.empty());
        return;
    }
    const Imported imported = import_of(demo);
    REQUIRE(imported.result.ok());
    CHECK(ticks_of(imported) == std::vector<Tick>{100, 102, 104});
    CHECK(imported.problems.empty());
}

TEST_CASE("an import that is not wanted any more ends where it is") {
    DemoWriter demo;
    demo.begin_tick(0, true);
    add_snapshot(demo, kFirst);
    for (Tick tick = 2; tick < 2000; tick += 2) demo.begin_tick(tick, false);
    tickreel_test::CollectingSink sink;
    const auto stop = [](double) { return false; };
    REQUIRE(import_demo(*memory_source(demo.finish(demo_header(), {})), sink, ignore_problems, stop)
                .ok());
    CHECK(sink.frames.size() < 500);
}

TEST_CASE("of two snapshots at a tick the first is named as left out, unless both are the same") {
    const auto own = [](int id) {
        return wire_snapshot({character(id, 100, 200), {10, id, {1, id, 0, 0, 0}}});
    };
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, own(1));
    add_snapshot(demo, own(0));  // a player who changes to the dummy
    demo.begin_tick(102, true);
    add_snapshot(demo, own(0));
    add_snapshot(demo, own(0));
    const Imported imported = import_of(demo);
    CHECK(imported.problems.empty());
    CHECK(ticks_of(imported) == std::vector<Tick>{100, 102});
    CHECK(imported.sink.properties.at("left_out") == "the first of two snapshots at tick 100");
    CHECK(imported.sink.properties.at("players_in_turn") == "2");
    CHECK(imported.sink.frames[0].snapshot == imported.sink.frames[1].snapshot);
}

TEST_CASE("a tick whose delta was cut is dropped and named") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    demo.begin_tick(102, false);
    add_delta(demo, kFirst, kSecond);
    const Bytes whole = demo.finish(demo_header(), {});
    DemoWriter marker_only;
    marker_only.begin_tick(100, true);
    add_snapshot(marker_only, kFirst);
    marker_only.begin_tick(102, false);
    const std::size_t marker_end = marker_only.finish(demo_header(), {}).size();
    for (std::size_t size = marker_end + 1; size < whole.size(); ++size) {
        const Imported cut =
            import_bytes({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
        CHECK(ticks_of(cut) == std::vector<Tick>{100});
        REQUIRE(cut.problems.size() == 2);
        CHECK_THAT(cut.problems[1], tickreel_test::contains("tick 102 is dropped"));
        REQUIRE(cut.sink.gaps.size() == 1);
        CHECK(cut.sink.gaps[0].from == 102);
    }
    // Cut right after the marker: the header shows that there was more.
    DemoHeader longer = demo_header();
    longer.length_seconds = 9;
    const Imported cut = import_bytes(marker_only.finish(longer, {}));
    CHECK(ticks_of(cut) == std::vector<Tick>{100});
    CHECK(cut.problems.size() == 1);
    CHECK(ticks_of(import_bytes(marker_only.finish(demo_header(), {}))).size() == 2);
}

TEST_CASE("a demo that ends before its first tick ends at no tick") {
    DemoHeader header = demo_header();
    header.length_seconds = 9;
    const Imported cut = import_bytes(DemoWriter().finish(header, {}));
    CHECK(cut.sink.frames.empty());
    REQUIRE(cut.problems.size() == 1);
    CHECK(cut.problems[0] ==
          "the file ends before its first tick, 0 of the 9 seconds that its header says");
}

TEST_CASE("200 random cuts of an exported demo: no wrong snapshot") {
    tickreel_test::CollectingSink recording;
    SnapshotMapper mapper(Protocol::V06);
    recording.begin_segment({"arena", "", ""});
    recording.set_property("protocol", "0.6");
    std::mt19937_64 random(7);
    WireSnapshot wire = kFirst;
    for (int i = 0; i < 2000; ++i) {
        Frame frame;
        frame.tick = 1000 + 2 * i;
        frame.time = std::chrono::milliseconds(40 * i);
        const auto x = static_cast<std::int32_t>(random() % 5000);
        if (i % 3 != 2) wire = wire_snapshot({character(0, x, 200), {5, 0, {x, 2, i}}});
        frame.snapshot = mapper.to_model(wire, recording);
        recording.add_frame(frame);
    }
    Bytes demo;
    REQUIRE(export_to(recording, demo).ok());
    tickreel_test::check_random_cuts(demo, 200, 11);
}

TEST_CASE("header, markers and map come along") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    const Bytes map{'m', 'a', 'p'};
    DemoHeader header = demo_header();
    header.map_crc = crc32_ieee(map);
    header.map_sha256 = hex(sha256(map));
    header.markers = {100, 5000};
    header.length_seconds = 12;
    const Imported imported = import_bytes(demo.finish(header, map));
    REQUIRE(imported.result.ok());
    REQUIRE(imported.problems.size() == 1);  // there is one tick of it
    CHECK_THAT(imported.problems[0], tickreel_test::contains("of the 12 seconds"));
    REQUIRE(imported.sink.segments.size() == 1);
    CHECK(imported.sink.segments[0].map == "arena");
    CHECK(imported.sink.segments[0].map_sha256 == header.map_sha256);
    REQUIRE(imported.sink.attachments.size() == 1);
    CHECK(imported.sink.attachments[0].name == "maps/arena.map");
    CHECK(imported.sink.attachments[0].bytes == map);
    REQUIRE(imported.sink.markers.size() == 2);
    CHECK(imported.sink.markers[1].moment == Moment{0, 5000});
    CHECK(imported.sink.properties.at("protocol") == "0.6");
    CHECK(imported.sink.properties.at("demo_type") == "client");
    CHECK(imported.sink.properties.at("demo_length") == "12");
    CHECK(imported.sink.properties.at("demo_time_zone") == "unknown, taken as UTC");
    CHECK(imported.sink.properties.at("long_steps") == "unproven");
}

TEST_CASE("a map with another checksum is kept and told") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    const Imported imported = import_bytes(demo.finish(demo_header(), Bytes{1}));
    CHECK(imported.sink.attachments.size() == 1);
    REQUIRE(imported.problems.size() == 1);
    CHECK_THAT(imported.problems[0], tickreel_test::contains("checksum"));
}

TEST_CASE("map names from strangers do not become paths") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    DemoHeader header = demo_header();
    header.map_name = "../../etc/x\x1b[2J";
    const Imported imported = import_bytes(demo.finish(header, Bytes{1}));
    REQUIRE(imported.sink.attachments.size() == 1);
    CHECK(imported.sink.attachments[0].name == "maps/.._.._etc_x [2J.map");
}

TEST_CASE("messages stay before or behind their snapshot") {
    DemoWriter demo;
    add_broadcast(demo, "first of all");
    demo.begin_tick(100, true);
    add_broadcast(demo, "a");
    add_snapshot(demo, kFirst);
    add_broadcast(demo, "b");
    demo.begin_tick(102, false);
    add_broadcast(demo, "c");
    demo.begin_tick(104, false);
    add_broadcast(demo, "d");
    add_delta(demo, kFirst, kSecond);
    add_broadcast(demo, "e");
    const Imported imported = import_of(demo);
    REQUIRE(imported.sink.frames.size() == 3);
    CHECK(imported.broadcasts(0) == "<first of all<a>b");
    CHECK(imported.broadcasts(1) == ">c");
    CHECK(imported.broadcasts(2) == "<d>e");
}

TEST_CASE("system messages of server demos are left out") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    Packer rcon = begin_system_message(Protocol::V06, SystemMessage::RconLine);
    rcon.add_string("secret");
    REQUIRE(demo.add_message(rcon.data()).ok());
    const Imported imported = import_of(demo);
    CHECK(imported.sink.frames[0].events.empty());
    CHECK(imported.problems.empty());
}

TEST_CASE("a server's demo has what it sends to each client once, a client's has all") {
    DemoHeader header = demo_header();
    const bool of_server = GENERATE(true, false);
    if (of_server) header.type = "server";
    DemoWriter demo;
    const auto add_kill = [&](int victim) {
        Packer kill = begin_game_message(4);
        for (const int value : {1, victim, 3, 0}) kill.add_int(value);
        REQUIRE(demo.add_message(kill.data()).ok());
    };
    add_kill(2);
    add_kill(2);
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    for (int client = 0; client < 3; ++client) {
        add_kill(2);
        add_kill(4);
        add_broadcast(demo, "to all");  // names nobody: may be meant
    }
    demo.begin_tick(102, false);
    add_kill(2);
    add_kill(2);
    const Imported imported = import_bytes(demo.finish(header, {}));
    CHECK(imported.problems.empty());
    REQUIRE(imported.sink.frames.size() == 2);
    const auto count = [&](std::size_t frame, std::string_view name) {
        const auto& events = imported.sink.frames[frame].events;
        return std::count_if(events.begin(), events.end(), [&](const Event& event) {
            return imported.sink.schema[event.type].name == name;
        });
    };
    // A server records a snapshot before what it sends up to the next one, which has it. The last
    // one has also what comes at the end.
    CHECK(count(0, "Sv_KillMsg") == (of_server ? 1 : 8));
    CHECK(count(1, "Sv_KillMsg") == (of_server ? 3 : 2));
    CHECK(count(of_server ? 1 : 0, "Sv_Broadcast") == 3);
    const auto& last = imported.sink.frames[1].events;
    CHECK(std::count_if(last.begin(), last.end(), [](const Event& event) {
              return event.before_snapshot;
          }) == (of_server ? 5 : 0));
    CHECK(imported.sink.properties.contains("left_out") == of_server);
    if (of_server)
        CHECK_THAT(imported.sink.properties.at("left_out"), tickreel_test::contains("6 copies of"));
}

TEST_CASE("a broken delta loses the ticks up to the next key frame, and says so") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    demo.begin_tick(102, false);
    REQUIRE(demo.add_delta(std::vector<std::int32_t>{0, 5, 0}).ok());
    add_broadcast(demo, "kept");
    demo.begin_tick(104, false);
    add_delta(demo, kFirst, kSecond);
    demo.begin_tick(106, false);
    demo.begin_tick(350, true);
    add_snapshot(demo, kSecond);
    const Imported imported = import_of(demo);
    REQUIRE(imported.result.ok());
    CHECK(ticks_of(imported) == std::vector<Tick>{100, 350});
    REQUIRE(imported.sink.gaps.size() == 1);
    CHECK(imported.sink.gaps[0].from == 102);
    CHECK(imported.sink.gaps[0].to == 350);
    CHECK(imported.broadcasts(1) == "<kept");
    REQUIRE(imported.problems.size() == 1);
    CHECK_THAT(imported.problems[0], tickreel_test::contains("tick 102"));
}

TEST_CASE("a cut tail is kept up to the cut and told with its size") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    demo.begin_tick(102, false);
    add_delta(demo, kFirst, kSecond);
    Bytes bytes = demo.finish(demo_header(), {});
    bytes.resize(bytes.size() - 3);
    const Imported imported = import_bytes(bytes);
    REQUIRE(imported.result.ok());
    CHECK(ticks_of(imported) == std::vector<Tick>{100});
    REQUIRE(imported.problems.size() == 2);
    CHECK_THAT(imported.problems[0], tickreel_test::contains("bytes of the tail"));
}

TEST_CASE("ticks that go back begin a new segment") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    demo.begin_tick(4, true);
    add_snapshot(demo, kSecond);
    const Imported imported = import_of(demo);
    REQUIRE(imported.sink.frames.size() == 2);
    CHECK(imported.sink.frames[1].segment == 1);
    CHECK(imported.sink.frames[1].time > imported.sink.frames[0].time);
}

TEST_CASE("damage that a demo shows without a checksum is named, what is good is kept") {
    DemoWriter demo;
    DemoHeader header = demo_header();
    const auto tuning = [&](int words) {
        Packer message = begin_game_message(6);
        for (int i = 0; i < words; ++i) message.add_int(1000 + i);
        REQUIRE(demo.add_message(message.data()).ok());
    };
    const char* said = nullptr;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    SECTION("whole") {
        tuning(33);
        tuning(47);
        demo.begin_tick(500'100, true);  // the longest pause
        add_snapshot(demo, kSecond);
    }
    SECTION("a message that is too short") {
        tuning(20);
        said = "tick 100: a message that is shorter than any of its kind, at offset ";
    }
    SECTION("a message without its fields") {
        REQUIRE(demo.add_message(begin_game_message(4).data()).ok());
        said = "tick 100: a message that is shorter than any of its kind, at offset ";
    }
    SECTION("a jump") {
        demo.begin_tick(500'101, true);
        add_snapshot(demo, kSecond);
        said = "ticks jump from 100 to 500101 at offset ";
    }
    SECTION("a key frame without a snapshot") {
        demo.begin_tick(102, true);
        demo.begin_tick(104, false);
        said = "tick 102: a key frame without a snapshot, at offset ";
    }
    SECTION("a snapshot in place of a delta") {
        demo.begin_tick(102, false);
        add_snapshot(demo, kSecond);
        said = "tick 102: its marker promises a delta, a snapshot comes, at offset ";
    }
    SECTION("more ticks than the header says") {
        header.length_seconds = 3;
        demo.begin_tick(352, true);
        add_snapshot(demo, kSecond);
        said = "the ticks go on to 352, 5 seconds, its header says 3";
    }
    const Imported imported = import_bytes(demo.finish(header, {}));
    REQUIRE(imported.result.ok());
    CHECK(imported.sink.frames.size() >= 1);
    REQUIRE(imported.problems.size() == (said == nullptr ? 0 : 1));
    if (said != nullptr) CHECK_THAT(imported.problems[0], tickreel_test::contains(said));
}

TEST_CASE("a demo without a snapshot is an error") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    const Imported imported = import_of(demo);
    REQUIRE_FALSE(imported.result.ok());
    CHECK_THAT(imported.result.error().message, tickreel_test::contains("no snapshot"));
}

TEST_CASE("0.7 demos use the sizes and names of 0.7") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, wire_snapshot({{10, 1, std::vector<std::int32_t>(22)}, {4, 2, {1, 2, 3}}}));
    DemoHeader header = demo_header();
    header.net_version = "0.7 802f1be60a05665f";
    const Imported imported = import_bytes(demo.finish(header, {}));
    REQUIRE(imported.result.ok());
    CHECK(imported.sink.count_items(0, "Character") == 1);
    CHECK(imported.sink.count_items(0, "Pickup") == 1);
    CHECK(imported.sink.properties.at("protocol") == "0.7");
}

TEST_CASE("demo to frames to demo to frames: the same values") {
    DemoWriter demo;
    WireSnapshot last;
    for (int i = 0; i < 400; ++i) {
        const bool keyframe = i % 100 == 0;
        const bool unchanged = i % 5 == 4 && i != 399;
        demo.begin_tick(1000 + 2 * i, keyframe);
        if (i % 7 == 3) add_broadcast(demo, "before " + std::to_string(i));
        const WireSnapshot next =
            unchanged ? last
                      : wire_snapshot({character(0, i, 2 * i),
                                       {5, i % 2, {i, 1, 0}},
                                       tickreel_test::extended_type(
                                           0x7fff, uuid_from_name("player@netobj.ddnet.tw")),
                                       {0x7fff, 4, {i, i}}});
        if (keyframe)
            add_snapshot(demo, next);
        else if (!unchanged)
            add_delta(demo, last, next);
        if (i % 11 == 0) add_broadcast(demo, "after " + std::to_string(i));
        last = next;
    }
    DemoHeader header = demo_header();
    const Bytes map{'m', 'a', 'p'};
    header.map_crc = crc32_ieee(map);
    header.map_sha256 = hex(sha256(map));
    header.markers = {1100, 1200};
    header.length_seconds = 798 / 50;
    const Imported once = import_bytes(demo.finish(header, map));
    REQUIRE(once.result.ok());
    Bytes exported;
    REQUIRE(export_to(once.sink, exported).ok());
    const Imported again = import_bytes(exported);
    REQUIRE(again.result.ok());
    CHECK(again.problems.empty());
    REQUIRE(again.sink.frames.size() == 400);
    for (std::size_t i = 0; i < 400; ++i) {
        const Frame& a = once.sink.frames[i];
        const Frame& b = again.sink.frames[i];
        CAPTURE(i);
        REQUIRE(a.tick == b.tick);
        CHECK(a.time == b.time);
        CHECK(once.sink.named_items(i) == again.sink.named_items(i));
        CHECK(once.sink.named_events(i) == again.sink.named_events(i));
    }
    CHECK(once.sink.segments == again.sink.segments);
    CHECK(once.sink.markers == again.sink.markers);
    CHECK(again.sink.attachments[0].bytes == map);
}

TEST_CASE("what a .demo cannot hold is refused with the reason") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    Imported imported = import_of(demo);
    Bytes out;
    SECTION("a second map") {
        imported.sink.segments.push_back({"other", "", ""});
        Frame frame = imported.sink.frames[0];
        frame.segment = 1;
        imported.sink.frames.push_back(frame);
        const Result<void> refused = export_to(imported.sink, out);
        REQUIRE_FALSE(refused.ok());
        CHECK_THAT(refused.error().message, tickreel_test::contains("one map"));
    }
    SECTION("nothing at all") {
        imported.sink.frames.clear();
        const Result<void> refused = export_to(imported.sink, out);
        REQUIRE_FALSE(refused.ok());
        CHECK_THAT(refused.error().message, tickreel_test::contains("no snapshot"));
    }
    CHECK(out.empty());
}

TEST_CASE("what 0.7 says in messages is in every snapshot of its .demo") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, wire_snapshot({{4, 2, {1, 2, 3}}}));
    Packer game = begin_game_message(19);
    for (const int number : {1, 20, 0, 0, 1}) game.add_int(number);
    REQUIRE(demo.add_message(game.data()).ok());
    Packer tuning = begin_game_message(6);
    for (int i = 0; i < 46; ++i) tuning.add_int(100 + i);  // as DDNet's servers
    REQUIRE(demo.add_message(tuning.data()).ok());
    demo.begin_tick(102, false);
    DemoHeader header = demo_header();
    header.net_version = kNetVersion07;
    Imported live = import_bytes(demo.finish(header, {}));
    live.sink.properties = {{"protocol", "0.7"}};
    // The directory of players is derived in a recording.
    ItemType client = DemoItems::type_in_demo({.name = "De_ClientInfo", .derived = true});
    client.origin = "derived";
    client.derived = true;
    std::vector<Word> ann(58);
    ann[1] = 1;
    const TypeId clients = live.sink.schema.add(client);
    for (Frame& frame : live.sink.frames) {
        SnapshotBuilder with(frame.snapshot);
        with.set({clients, 5}, ann);
        frame.snapshot = with.build();
    }

    Bytes exported;
    REQUIRE(export_to(live.sink, exported).ok());
    const Imported again = import_bytes(exported);
    REQUIRE(again.result.ok());
    CHECK(again.sink.properties.at("protocol") == "0.7");
    CHECK(again.sink.properties.at("demo_version") == "4");
    REQUIRE(again.sink.frames.size() == 2);
    std::vector<Word> tunings(32);
    std::iota(tunings.begin(), tunings.end(), 100);
    for (std::size_t frame = 0; frame < 2; ++frame) {
        const auto items = again.sink.named_items(frame);
        CHECK(items == std::vector<tickreel_test::CollectingSink::NamedItem>{
                           {"De_ClientInfo", 5, ann},
                           {"De_GameInfo", 0, {1, 20, 0, 0, 1}},
                           {"De_TuneParams", 0, tunings},
                           {"Pickup", 2, {1, 2, 3}}});
    }
}

TEST_CASE("a live recording repeats its tuning at every key frame, once") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    add_snapshot(demo, kFirst);
    Packer tuning = begin_game_message(6);
    for (int i = 0; i < 33; ++i) tuning.add_int(100 + i);
    REQUIRE(demo.add_message(tuning.data()).ok());
    demo.begin_tick(200, false);
    demo.begin_tick(360, false);
    DemoHeader header = demo_header();
    header.length_seconds = 260 / 50;
    Imported imported = import_bytes(demo.finish(header, {}));
    imported.sink.properties = {{"protocol", "0.6"}};  // as if it were live
    Bytes exported;
    REQUIRE(export_to(imported.sink, exported).ok());
    const Imported again = import_bytes(exported);
    REQUIRE(again.sink.frames.size() == 3);
    CHECK(again.sink.frames[0].events.size() == 1);
    CHECK(again.sink.frames[1].events.empty());
    CHECK(again.sink.frames[2].events.size() == 1);
}

TEST_CASE("time stamps of demos") {
    CHECK(format_demo_time(*parse_demo_time("1999-12-31_23-59-59")) == "1999-12-31_23-59-59");
    for (const std::string_view bad :
         {"", "2026-13-01_00-00-00", "2026-02-30_00-00-00", "2026-01-01_24-00-00",
          "2026-01-01_00-00-0x", "2026-01-01_00-00-000", "1969-12-31_00-00-00",
          "9999-01-01_00-00-00"})
        CHECK_FALSE(parse_demo_time(bad));
}
