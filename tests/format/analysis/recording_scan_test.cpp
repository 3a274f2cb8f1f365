// The results of scanning the whole recording.
#include "tests/format/analysis/scanned.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/base/file.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("the scan finds every snapshot, the wrong checksum, the gap and the events") {
    const Scanned match = scanned(memory_source(sample_match()));
    const RecordingScan& scan = *match.scan;
    CHECK(scan.totals.wire_mismatch == 1);
    CHECK(scan.integrity.size() == scan.totals.snapshots);
    REQUIRE(scan.events.size() == 4);
    CHECK(scan.events[0].kind == EventLane::Map);
    CHECK(scan.events[0].text == "first");
    CHECK(scan.events[1].text == "Ada: hello");
    CHECK(scan.events[2].text == "Ada killed Bob");
    CHECK(event_title(match.reader->schema(), scan.events[2]) == "Kill");
    CHECK(event_title(match.reader->schema(), scan.events[3]) == "map");
    const std::int64_t bad = kBadTick - kFirstTick;
    CHECK(scan.worst(bad, bad + 1) == Integrity::Mismatch);
    CHECK(scan.worst(bad - 50, bad + 50) == Integrity::Mismatch);
    CHECK(scan.worst(bad + 2, bad + 20) == Integrity::Match);
    const std::int64_t gap = kGapFrom - kFirstTick;
    CHECK(scan.worst(gap + 5, gap + 6) == Integrity::Gap);
    CHECK(scan.worst(bad + 1, bad + 2) ==
          Integrity::Mismatch);  // between two snapshots: the previous one counts
}

// The timeline has no place for them: it goes from the last snapshot of a map to the first of the
// next.
TEST_CASE("what the end or the beginning of a map lacks is a problem there") {
    const std::string path = write_file("ends.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    for (std::uint32_t map = 0; map < 3; ++map) {
        writer.begin_segment({"map", "", ""});
        for (Tick tick = 10; tick < 20; ++tick) {
            Frame frame;
            frame.segment = map;
            frame.tick = tick;
            writer.add_frame(frame);
        }
        if (map == 0) writer.add_gap({0, 18, 70, "killed"});  // two of them did arrive
        if (map == 1) writer.add_gap({1, 20, 25, "killed"});
        if (map == 2) writer.add_gap({2, 3, 10, "late"});
        if (map == 2) writer.add_gap({2, 20, 24, "killed"});
    }
    REQUIRE(writer.finish().ok());
    const Scanned ends = scanned_file(path);
    const RecordingScan& scan = *ends.scan;
    const Result<Statistics> counts = ends.reader->statistics();
    REQUIRE(counts);
    std::int64_t missing = 0;
    for (const Gap& gap : counts->gaps) missing += gap.to - gap.from;
    CHECK(missing == 52 + 5 + 7 + 4);
    CHECK(scan.hole_ticks(Integrity::Gap) == missing);  // the player counts what `verify` counts
    REQUIRE(scan.next_problem(10) == 20);
    const std::vector<Hole> both = scan.border_holes(15, 40);
    REQUIRE(both.size() == 2);
    CHECK(both[0].ticks == 5);
    CHECK(both[1].ticks == 7);
    CHECK(scan.hole_at(20) == nullptr);  // there is a snapshot
    CHECK(scan.worst(19, 21) == Integrity::Absent);
    CHECK(scan.border_holes(11, 20).empty());
    CHECK(scan.hole_at(30)->ticks == 4);
}

// The red flag: taken by Ada at 12, by Bob in ticks that are missing, at its stand again at 50.
TEST_CASE("a flag that changed hands in missing ticks says so") {
    Field name{"name", FieldKind::Text};
    name.roles = Role::Name;
    Field carrier{"flag_carrier_red", FieldKind::Enum};
    carrier.roles = Role::FlagHolder;
    carrier.values = {{-2, "at_stand"}};
    const ItemType info{"ClientInfo", "", TypeUse::Item, true, {name}};
    const ItemType flag{"GameData", "", TypeUse::Item, true, {carrier}};
    const std::string path = write_file("flag_in_gap.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    const TypeId infos = writer.add_type(info);
    const TypeId flags = writer.add_type(flag);
    writer.begin_segment({"ctf1", "", ""});
    for (Tick tick = 0; tick <= 60; tick += 2) {
        if (tick > 20 && tick < 40) continue;
        SnapshotBuilder builder;
        builder.set({infos, 0}, make_row(info, {std::string("Ada")}));
        builder.set({infos, 1}, make_row(info, {std::string("Bob")}));
        const std::int64_t holder = tick < 12 || tick >= 50 ? -2 : tick <= 20 ? 0 : 1;
        builder.set({flags, 0}, make_row(flag, {holder}));
        Frame frame;
        frame.tick = tick;
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    writer.add_gap({0, 22, 40, "killed"});
    REQUIRE(writer.finish().ok());
    const Scanned match = scanned_file(path);
    const EventList& events = match.scan->events;
    REQUIRE(events.size() == 4);
    CHECK(events[1].text == "Ada has the flag");
    CHECK(events[2].text == "Bob has the flag (changed within missing ticks 22..40)");
    CHECK(events[3].text == "flag is at stand");
}

TEST_CASE("what a map without any snapshot lacks is a problem where the next begins") {
    const std::string path = write_file("frameless.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    for (std::uint32_t map = 0; map < 3; ++map) {
        writer.begin_segment({"map", "", ""});
        if (map == 1) writer.add_gap({1, 5, 9, "killed"});
        for (Tick tick = 10; tick < 20 && map != 1; ++tick) {
            Frame frame;
            frame.segment = map;
            frame.tick = tick;
            writer.add_frame(frame);
        }
    }
    REQUIRE(writer.finish().ok());
    const Scanned ends = scanned_file(path);
    REQUIRE(ends.scan->holes.size() == 1);
    CHECK(ends.scan->border_holes(10, 11).size() == 1);
    CHECK_FALSE(hole_between(ends.scan->holes, 10, 11));
}

TEST_CASE("what a server repeats all the time does not crowd out the rest") {
    const std::string path = write_file("noise.reel", {});
    RecordingInfo info;
    info.ticks_per_second = 50;
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
    const TypeId noise = writer.add_type({"Noise", "", TypeUse::Event, true, {}});
    const TypeId kill = writer.add_type({"Kill", "", TypeUse::Event, true, {}, EventClass::Kill});
    writer.begin_segment({"somewhere", "", ""});
    for (Tick tick = 0; tick < 300; ++tick) {
        Frame frame;
        frame.tick = tick;
        frame.events.assign(100, Event{noise, {}, false});
        if (tick == 299) frame.events.push_back({kill, {}, false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    const Scanned noisy = scanned_file(path);
    const RecordingScan& scan = *noisy.scan;
    CHECK(scan.events.size() < 21'000);
    CHECK(scan.events[scan.events.size() - 1].kind == EventLane::Kill);
    CHECK(scan.events_left_out >= 9'000);
}

TEST_CASE("a finish that a server tells by chat is a race event") {
    const std::string path = write_file("race.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    Field message;
    message.name = "message";
    message.kind = FieldKind::Text;
    message.roles = Role::Text;
    const ItemType chat{"Sv_Chat", "", TypeUse::Event, true, {message}, EventClass::Chat};
    const TypeId type = writer.add_type(chat);
    writer.begin_segment({"somewhere", "", ""});
    for (const char* said : {"hello", "Ada finished in: 1 minute 2.5 second(s)"}) {
        Frame frame;
        frame.tick = said[0] == 'h' ? 10 : 12;
        frame.events.push_back({type, make_row(chat, {Value(std::string(said))}), false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    const Scanned race = scanned_file(path);
    REQUIRE(race.scan->events.size() == 3);  // the map is the first
    CHECK(race.scan->events[1].kind == EventLane::Chat);
    CHECK(race.scan->events[2].kind == EventLane::Race);
}

TEST_CASE("a finish told by chat is one of somebody who is there, and told by the server") {
    const std::string path = write_file("race.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    Field name{"name", FieldKind::Text};
    name.roles = Role::Name;
    const ItemType info{"Info", "", TypeUse::Item, true, {name}};
    Field from{"from", FieldKind::Int32};
    from.roles = Role::Speaker;
    Field message{"message", FieldKind::Text};
    message.roles = Role::Text;
    const ItemType chat{"Sv_Chat", "", TypeUse::Event, true, {from, message}, EventClass::Chat};
    const TypeId infos = writer.add_type(info);
    const TypeId type = writer.add_type(chat);
    writer.begin_segment({"somewhere", "", ""});
    const std::vector<std::pair<std::int64_t, std::string>> lines{
        {-1, "ada finished in: 0 minute(s)  1.20 second(s)"},
        {0, "ada finished in: 0 minute(s)  1.20 second(s)"},
        {-1, "cyd finished in: 0 minute(s)  1.20 second(s)"},
        {-1, "ada finished in: joined team 4"}};
    Tick tick = 10;
    for (const auto& [speaker, said] : lines) {
        Frame frame;
        frame.tick = tick++;
        SnapshotBuilder items;
        items.set({infos, 0}, make_row(info, {Value(std::string("ada"))}));
        frame.snapshot = items.build();
        frame.events.push_back({type, make_row(chat, {speaker, said}), false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    const Scanned race = scanned_file(path);
    std::vector<std::string> finishes;
    std::size_t said = 0;
    for (std::size_t i = 0; i < race.scan->events.size(); ++i) {
        const auto event = race.scan->events[i];
        said += event.kind == EventLane::Chat ? 1 : 0;
        if (event.kind == EventLane::Race) finishes.emplace_back(event.text);
    }
    CHECK(finishes == std::vector<std::string>{lines[0].second});
    CHECK(said == 3);
}
