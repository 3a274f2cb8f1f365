// The results of scanning the whole recording.
#include "tests/format/analysis/scanned.h"
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
