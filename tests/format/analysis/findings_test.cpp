#include "tickreel/analysis/findings.h"

#include "tests/catch.h"
#include "tests/format/analysis/resent.h"
#include "tests/format/analysis/sample_match.h"
#include "tickreel/base/file.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/reel/statistics.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// 100 snapshots, every 2nd tick, with `change` applied to each.
template <class Change>
std::vector<Finding> findings_with(const std::string& name, Change change,
                                   std::string_view long_steps = kUnproven) {
    const std::string path = write_file(name, {});
    RecordingInfo info;
    info.ticks_per_second = 50;
    info.properties = {{std::string(kLongSteps), std::string(long_steps)}};
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
    const TypeId thing = writer.add_type({"Thing", "1", TypeUse::Item, true, {{"x"}}});
    writer.begin_segment({"somewhere", "", ""});
    for (int i = 0; i < 100; ++i) {
        Frame frame;
        frame.tick = 1000 + 2 * i;
        frame.time = std::chrono::milliseconds(40 * i);
        frame.wire = {WireChecksum::Ok, 1, 1, i == 0 ? kNoTick : frame.tick - 2, 10, 1};
        std::size_t items = 5;
        change(i, frame, items);
        SnapshotBuilder builder;
        for (std::size_t item = 0; item < items; ++item)
            builder.set({thing, item}, std::vector<Word>{i});
        if (frame.snapshot.size() == 0) frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    auto source = open_file(path);
    REQUIRE(source.ok());
    const auto reel = ReelReader::open(*std::move(source));
    REQUIRE(reel.ok());
    const SnapshotLimits limits{
        .items = 1000, .bytes = 4000, .bytes_of_any = 8, .bytes_of_item = 8, .parts = 64};
    auto found = find_irregularities(**reel, limits, ignore_problems, [](Moment) {});
    REQUIRE(found.ok());
    return *std::move(found);
}

}  // namespace

TEST_CASE("a regular recording has no findings") {
    CHECK(findings_with(
              "regular.reel", [](int, Frame&, std::size_t&) {})
              .empty());
}

TEST_CASE("snapshots near the limits are found at the largest") {
    const auto found = findings_with("large.reel", [](int i, Frame& frame, std::size_t& items) {
        if (i == 40) items = 800;
        if (i == 41) items = 900;
        if (i == 50) frame.wire.parts = 60;
    });
    REQUIRE(found.size() == 3);
    CHECK(found[0].check == "items");
    CHECK(found[0].number == 900);
    CHECK(found[0].moment.tick == 1082);
    CHECK(found[1].check == "size");
    CHECK(found[1].number == 8 + 900 * 12);
    CHECK(found[2].check == "parts");
    CHECK(found[2].number == 60);
    CHECK(found[2].moment.tick == 1100);
}

TEST_CASE("old bases, snapshots in full, slow and late snapshots are found") {
    const auto found = findings_with("slow.reel", [](int i, Frame& frame, std::size_t&) {
        if (i >= 60) frame.tick += 8;  // one step of 10 ticks, in time
        if (i >= 60) frame.time += std::chrono::milliseconds(160);
        if (i == 70) frame.time += std::chrono::milliseconds(90);
        if (i == 80) frame.wire.base_tick = frame.tick - 60;
        if (i == 90) frame.wire.base_tick = kNoTick;
    });
    REQUIRE(found.size() == 4);
    CHECK(found[0].check == "base");
    CHECK(found[0].number == 60);
    CHECK(found[0].moment.tick == 1168);
    CHECK(found[1].check == "full");
    CHECK(found[1].number == 1);
    CHECK(found[1].moment.tick == 1188);
    CHECK(found[2].check == "late");
    CHECK(found[2].number == 90);
    CHECK(found[2].moment.tick == 1148);
    CHECK(found[3].check == "gap");  // as verify counts it: nothing says that it was not sent
    CHECK(found[3].number == 8);
    CHECK(found[3].moment.tick == 1120);
}

TEST_CASE("the slow rate of recover is no irregular pace, a step beyond it is one") {
    const auto found = findings_with(
        "recover.reel",
        [](int i, Frame& frame, std::size_t&) {
            Tick more = i < 62 ? 0 : i == 62 ? 12 : i == 63 ? 60 : 60 + 48;  // steps 14, 50, 50
            if (i > 70) more += 98;                                          // and 100
            frame.tick += more;
            frame.time += std::chrono::milliseconds(20 * more);
            frame.wire.base_tick =
                i == 0 || (i > 60 && i < 64) || i == 71 ? kNoTick : frame.tick - 2;
        },
        kPaused);
    REQUIRE(found.size() == 2);
    CHECK(found[0].check == "full");
    CHECK(found[0].number == 4);
    CHECK(found[0].moment.tick == 1122);
    CHECK_THAT(found[0].text, contains("recover then, one every 50 ticks"));
    CHECK(found[1].check == "pace");
    CHECK_THAT(found[1].text, contains("a snapshot came 100 ticks after the one before, not 2"));
}

TEST_CASE("the slow rates at the start of a map are no irregular pace, a step beyond them is one") {
    // As DDNet's server sends: in full until the client's first acknowledgement, every 10 ticks, or
    // every 50 where the first one was at another tick.
    const auto in_full = [](int first, Tick step, int after) {
        return [=](int i, Frame& frame, std::size_t&) {
            const Tick more = first + (step - 2) * std::min(i, after);
            frame.tick += more;
            frame.time += std::chrono::milliseconds(20 * more);
            frame.wire.base_tick = i < after ? kNoTick : frame.tick - 2;
        };
    };
    CHECK(findings_with("init.reel", in_full(0, 10, 4), kPaused).empty());
    CHECK(findings_with("at_26.reel", in_full(26, 50, 2), kPaused).empty());
    const auto beyond = findings_with("beyond.reel", in_full(0, 20, 4), kPaused);
    REQUIRE(beyond.size() == 1);
    CHECK(beyond[0].check == "pace");
    CHECK(beyond[0].number == 4);
    // Nothing is known of the rates where all snapshots are in full, or came from a demo.
    for (const std::uint16_t parts : {std::uint16_t{1}, std::uint16_t{0}}) {
        const auto unknown = findings_with(
            "unknown.reel",
            [&](int i, Frame& frame, std::size_t& items) {
                in_full(0, 10, 4)(i, frame, items);
                frame.wire.base_tick = kNoTick;
                frame.wire.parts = parts;
            },
            kPaused);
        REQUIRE(unknown.size() == 1);
        CHECK_THAT(unknown[0].text, contains("10 ticks after the one before, not 2"));
        CHECK(unknown[0].number == 4);
        CHECK(unknown[0].moment.tick == 1010);
    }
}

TEST_CASE("messages that were sent again are found where there are several") {
    RecordingInfo info;
    info.ticks_per_second = 50;
    Schema schema;
    const Resent r([&](const ItemType& type) { return schema.add(type); });
    Irregularities few(info, schema, {}, {});
    Irregularities many(info, schema, {}, {});
    for (int i = 0; i < 10; ++i) {
        Frame frame;
        frame.tick = 1000 + 2 * i;
        frame.time = std::chrono::milliseconds(40 * i);
        frame.wire.parts = 1;
        if (i == 3) frame.events = {r.server(2, 1), r.client(0, 0, 1)};
        few.see(frame);
        if (i == 5) frame.events = {r.server(1, 1), r.client(3, 3)};
        many.see(frame);
    }
    CHECK(few.findings().empty());
    const auto found = many.findings();
    REQUIRE(found.size() == 2);
    CHECK(found[0].check == "resent");
    CHECK(found[0].number == 3);
    CHECK(found[0].unit == "messages");
    CHECK(found[0].moment.tick == 1006);
    CHECK(found[0].text ==
          "sent again by the server; 2 of them had passed the recorder before; the client asked "
          "for it in 1 packet");
    CHECK(found[1].check == "client_resent");
    CHECK(found[1].number == 3);
    CHECK(found[1].moment.tick == 1010);
}

TEST_CASE("packets of the server that never came are found") {
    RecordingInfo info;
    info.ticks_per_second = 20;
    Schema schema;
    const TypeId loss = schema.add({.name = "ServerLoss",
                                    .use = TypeUse::Event,
                                    .fields = {{.name = "delay"}, {.name = "lost"}},
                                    .event_class = EventClass::Transport,
                                    .derived = true});
    Irregularities late(info, schema, {}, {});
    Irregularities lost(info, schema, {}, {});
    for (int i = 0; i < 10; ++i) {
        Frame frame;
        frame.tick = 1000 + i;
        frame.time = std::chrono::milliseconds(50 * i);
        frame.wire.parts = 1;
        if (i == 3 || i == 6) frame.events = {{loss, {0, 2}}};
        lost.see(frame);
        if (i == 6) frame.events = {{loss, {0, -2}}};  // they came after all
        late.see(frame);
    }
    CHECK(late.findings().empty());
    const auto found = lost.findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].check == "lost");
    CHECK(found[0].number == 4);
    CHECK(found[0].moment.tick == 1003);
}

TEST_CASE("a long step is a gap, or an irregular pace where the server sent nothing in it") {
    const auto longer = [](int i, Frame& frame, std::size_t&) {
        if (i >= 60) frame.tick += 8;
        if (i >= 60) frame.time += std::chrono::milliseconds(160);
    };
    const auto lost = findings_with("lost.reel", longer);
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].check == "gap");
    const auto paused = findings_with("paused.reel", longer, kPaused);
    REQUIRE(paused.size() == 1);
    CHECK(paused[0].check == "pace");
    CHECK(paused[0].number == 1);
    CHECK(paused[0].moment.tick == 1128);
}

TEST_CASE("items whose type is named later are not called unknown") {
    const std::string path = write_file("named_later.reel", {});
    RecordingInfo info;
    info.ticks_per_second = 50;
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
    const TypeId later = writer.add_type({"type_32767", "32767", TypeUse::Item, false, {}});
    const TypeId never = writer.add_type({"type_77", "77", TypeUse::Item, false, {}});
    writer.begin_segment({"somewhere", "", ""});
    for (const Tick tick : {1000, 1002}) {
        SnapshotBuilder builder;
        if (tick == 1000) builder.set({later, 1}, std::vector<Word>{1});
        builder.set({never, 1}, std::vector<Word>{1});
        Frame frame;
        frame.tick = tick;
        frame.snapshot = builder.build();
        writer.add_frame(frame);
        writer.set_property(kNamedLater, with_named_later("", "type_32767"));
    }
    REQUIRE(writer.finish().ok());
    const auto reel = ReelReader::open(*open_file(path));
    REQUIRE(reel.ok());
    const auto found = find_irregularities(**reel, {}, ignore_problems, [](Moment) {});
    REQUIRE(found.ok());
    REQUIRE(found->size() == 2);
    CHECK((*found)[0].check == "unnamed");
    CHECK((*found)[0].moment.tick == 1000);
    CHECK((*found)[0].number == 1);
    CHECK_THAT((*found)[0].text, contains("type_32767, whose name the server sent with a later"));
    CHECK((*found)[1].check == "unknown");
    CHECK((*found)[1].number == 2);
}

TEST_CASE("what has the id of something else does not flicker") {
    const auto flickers = [](const char* name, bool same) {
        return findings_with(name, [same](int i, Frame& frame, std::size_t&) {
            SnapshotBuilder builder;
            builder.set({0, 1}, std::vector<Word>{1});
            // Always another one, but for that before and after it is missing.
            const int row = same ? 7 : 2 * (i / 4) + i % 4;
            if (i % 4 != 3) builder.set({0, 0}, std::vector<Word>{row});
            frame.snapshot = builder.build();
        });
    };
    CHECK(flickers("sounds.reel", false).empty());
    const auto found = flickers("one.reel", true);
    REQUIRE(found.size() == 1);
    CHECK(found[0].check == "flicker");
    CHECK(found[0].number == 24);
}
