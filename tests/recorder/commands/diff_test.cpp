#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("diff of two ticks, field by field") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const Ran text = run_tickreel({"diff", reel, "104", "106"});
    CHECK(text.code == 0);
    CHECK(text.out ==
          "what changed from tick 104 to tick 106:\n"
          "change   type                      id  field    before  after\n"
          "changed  Walker                     3  x        503 m   504.5 m\n"
          "changed  Walker                     3  tick     104     106\n"
          "changed  Walker                     3  mood     calm    angry\n"
          "changed  Walker                     3  speed    0.1     null\n"
          "changed  Chest       9007199254740993  content  dead02  dead03\n"
          "removed  unknown 77                 0\n");
    const Ran json = run_tickreel({"diff", reel, "106", "108", "--format", "ndjson"});
    CHECK(json.code == 0);
    CHECK_THAT(json.out, contains(R"({"change":"changed","type":"Walker","id":"3","field":"speed",)"
                                  R"("before":null,"after":0.1})"));
    CHECK_THAT(json.out, contains(R"({"change":"added","type":"unknown 77","id":"0","field":null,)"
                                  R"("before":null,"after":null})"));
    const Ran raw = run_tickreel({"diff", reel, "100", "102", "--format", "csv"});
    CHECK_THAT(raw.out, contains("changed,unknown 77,0,words,\"[7,-8,0]\",\"[7,-8,1]\"\n"));
}

TEST_CASE("diff says which snapshots it compared; a bare second tick is of the first's segment") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const Ran same = run_tickreel({"diff", reel, "104", "105"});
    CHECK(same.code == 0);
    CHECK(same.out == "nothing changed: both are the snapshot of tick 104\n");
    CHECK(same.err == "tickreel diff: " + reel + ": tick 105 has no snapshot; taking 104\n");
    const Ran missing = run_tickreel({"diff", reel, "125", "126", "--format", "csv"});
    CHECK(missing.out.starts_with("change,type,"));
    CHECK(missing.err ==
          "tickreel diff: " + reel + ": tick 125 is missing (base 7 was never seen); taking 122\n");
    SampleOptions twice;
    twice.segments = 2;
    write_sample(reel, twice);
    const Ran second = run_tickreel({"diff", reel, "s1:104", "106"});
    CHECK(second.out.starts_with("what changed from tick s1:104 to tick s1:106:\n"));
    CHECK(second.err.empty());
    twice.segment_step = 400;
    write_sample(reel, twice);
    CHECK(run_tickreel({"diff", reel, "s0:104", "506"})
              .out.starts_with("what changed from tick s0:104 to tick s1:506:\n"));
    const Ran before = run_tickreel({"diff", reel, "s1:504", "106"});
    CHECK(before.out.empty());
    CHECK_THAT(before.err, contains("'106' is in no segment from 1 on"));
}

TEST_CASE("value-identical recordings: exit 0 however they are packed") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions other;
    other.chunk_seconds = 2;
    other.group_seconds = 10;
    write_sample(folder / "b.reel", other);
    const Ran ran = run_tickreel({"diff", folder / "a.reel", folder / "b.reel"});
    CHECK(ran.code == 0);
    CHECK(ran.out == "identical: 19 snapshots compared\n");
}

TEST_CASE("an event that differs is named with its fields") {
    const Folder folder;
    const auto write = [&](const char* name, double volume, const std::string& text,
                           bool early = false) {
        ReelWriter writer(*create_file(folder / name, IfExists::Replace), RecordingInfo{});
        ItemType type{.name = "Said", .use = TypeUse::Event};
        type.fields = {{"volume", FieldKind::Float64}, {"text", FieldKind::Text}};
        const TypeId said = writer.add_type(type);
        writer.begin_segment({"dm1", "", ""});
        Frame frame;
        frame.tick = 7;
        if (!text.empty())
            frame.events.push_back({said, make_row(type, {Value(volume), Value(text)}), early});
        writer.add_frame(frame);
        REQUIRE(writer.finish().ok());
    };
    const auto said = [&](const char* other) {
        const Ran ran = run_tickreel({"diff", folder / "a.reel", folder / other});
        CHECK(ran.code == 1);
        return ran.out;
    };
    write("a.reel", 0.5, "hello");
    write("b.reel", 0.5, "bye");
    write("none.reel", 0, "");
    write("early.reel", 0.5, "hello", true);
    CHECK(said("b.reel") ==
          "different: tick 7: event 1 is Said(volume=0.5, text=\"hello\") and Said(volume=0.5, "
          "text=\"bye\")\n");
    CHECK(said("none.reel") ==
          "different: tick 7: event 1 is Said(volume=0.5, text=\"hello\") and absent\n");
    CHECK(
        said("early.reel") ==
        "different: tick 7: event 1, Said(volume=0.5, text=\"hello\"), came after the snapshot in "
        "the first, before it in the second\n");
}

TEST_CASE("the first difference is named, exit 1") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions changed;
    changed.changed_frame = 7;
    write_sample(folder / "changed.reel", changed);
    const Ran ran = run_tickreel({"diff", folder / "a.reel", folder / "changed.reel"});
    CHECK(ran.code == 1);
    CHECK(ran.out == "different: tick 114: Walker 3: x is 510.5 m and 511 m\n");
    CHECK(ran.err.empty());

    SampleOptions longer;
    longer.frames = 22;
    write_sample(folder / "longer.reel", longer);
    CHECK(run_tickreel({"diff", folder / "a.reel", folder / "longer.reel"}).out ==
          "different: tick 140 is only in the second\n");
    CHECK(run_tickreel({"diff", folder / "longer.reel", folder / "a.reel"}).out ==
          "different: tick 140 is only in the first\n");
    const Ran json =
        run_tickreel({"diff", folder / "longer.reel", folder / "a.reel", "--format", "ndjson"});
    CHECK(json.code == 1);
    CHECK_THAT(json.out, contains("\"identical\":false"));
}

TEST_CASE("--common-ticks compares what both have") {
    const Folder folder;
    SampleOptions late;
    late.frames = 30;
    write_sample(folder / "a.reel", late);
    write_sample(folder / "b.reel");
    const Ran ran = run_tickreel({"diff", folder / "a.reel", folder / "b.reel", "--common-ticks"});
    CHECK(ran.code == 0);
    CHECK(
        ran.out ==
        "identical: 19 snapshots compared; 10 ticks are only in the first, 0 only in the second\n");
    SampleOptions apart;
    apart.first = 5000;
    write_sample(folder / "c.reel", apart);
    const Ran none = run_tickreel({"diff", folder / "a.reel", folder / "c.reel", "--common-ticks"});
    CHECK(none.code == 1);
    CHECK(none.out == "different: no tick is in both\n");
    // Equal ticks alone make nothing identical.
    ReelWriter lone(*create_file(folder / "e.reel", IfExists::Refuse), RecordingInfo{});
    const TypeId thing = lone.add_type({"Thing", "1", TypeUse::Item, true, {{"x"}}});
    lone.begin_segment({"dm1", "00ff", "0123abcd"});
    for (Tick tick = 100; tick < 140; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(1787421791120 + 20 * (tick - 100));
        SnapshotBuilder items;
        items.set({thing, 0}, std::vector<Word>{1});
        frame.snapshot = items.build();
        lone.add_frame(frame);
    }
    REQUIRE(lone.finish().ok());
    const Ran other =
        run_tickreel({"diff", folder / "a.reel", folder / "e.reel", "--common-ticks"});
    CHECK(other.code == 1);
    CHECK_THAT(other.out, contains("different: no item type is in both; left out: Walker"));
    SampleOptions changed;
    changed.changed_frame = 3;
    write_sample(folder / "d.reel", changed);
    CHECK(run_tickreel({"diff", folder / "a.reel", folder / "d.reel", "--common-ticks"}).code == 1);
}

TEST_CASE("diff of two files says where one has a gap and the other snapshots") {
    const Folder folder;
    const std::string more = folder / "more.reel";
    const std::string less = folder / "less.reel";
    SampleOptions options;
    options.frames = 30;
    write_sample(more, options);
    options.frames = 20;
    options.gap_after = 14;
    write_sample(less, options);
    CHECK(run_tickreel({"diff", more, less}).out ==
          "different: tick 140 is only in the first; the second has a gap there: the packet was "
          "damaged\n");
    CHECK(run_tickreel({"diff", less, more}).out ==
          "different: tick 140 is only in the second; the first has a gap there: the packet was "
          "damaged\n");
    CHECK(run_tickreel({"diff", less, more, "--common-ticks"}).out ==
          "identical: 19 snapshots compared; 0 ticks are only in the first, 10 only in the second; "
          "the first has a gap at 7 of the 10 that only the second has\n");
    CHECK_THAT(run_tickreel({"diff", more, less, "--common-ticks", "--format", "ndjson"}).out,
               contains("\"only_second\":0,\"gaps_of_second\":7,\"gaps_of_first\":0,"));
}

namespace {

struct Part {
    std::string map{};
    std::string sha256{};
    Tick first = 0;
    int begins = 0;  // seconds
};

// Ten snapshots of each part with a Ball, whose place tells when it began, and with a Ghost where
// there is one.
void write_parts(const std::string& path, const std::vector<Part>& parts, bool ghost) {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    ReelWriter writer(std::move(*file), {"sample", 50, {}, {}});
    ItemType type;
    if (ghost) type.name = "Ghost";
    const TypeId ghosts = ghost ? writer.add_type(type) : 0;
    type.name = "Ball";
    type.fields = {{"x", FieldKind::Int32}};
    const TypeId balls = writer.add_type(type);
    std::uint32_t segment = 0;
    for (const Part& part : parts) {
        writer.begin_segment({part.map, part.sha256, ""});
        for (int i = 0; i < 10; ++i) {
            Frame frame;
            frame.segment = segment;
            frame.tick = part.first + 2 * i;
            frame.time = std::chrono::seconds(part.begins) + std::chrono::milliseconds(40 * i);
            SnapshotBuilder items;
            items.set({balls, 1},
                      std::vector<Word>{static_cast<Word>(frame.tick * 3 + part.begins)});
            if (ghost) items.set({ghosts, 9}, std::vector<Word>{});
            frame.snapshot = items.build();
            writer.add_frame(frame);
        }
        ++segment;
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

TEST_CASE("--common-ticks pairs segments by map and says which types it left out") {
    const Folder folder;
    const std::string proxy = folder / "proxy.reel";
    const std::string demo = folder / "demo.reel";
    write_parts(proxy, {{"one", "", 100}, {"two", "aa", 100}, {"one", "", 500}}, true);
    write_parts(demo, {{"two", "aa", 104}}, false);
    const Ran ran = run_tickreel({"diff", proxy, demo, "--common-ticks"});
    CHECK(ran.code == 0);
    CHECK(ran.out ==
          "identical: 8 snapshots compared; 22 ticks are only in the first, 2 only in the second; "
          "left out: Ghost (30 items, only in the first)\n");
    const Ran back = run_tickreel({"diff", demo, proxy, "--common-ticks", "--format", "ndjson"});
    CHECK(back.code == 0);
    CHECK_THAT(back.out, contains("\"left_out\":[{\"type\":\"Ghost\",\"only_in\":\"second\","
                                  "\"items\":30}]"));
    CHECK_THAT(back.out, contains("\"snapshots\":8"));
    // Another map of that name is another map; without the flag a type more is a difference.
    write_parts(demo, {{"two", "bb", 104}}, false);
    CHECK(run_tickreel({"diff", proxy, demo, "--common-ticks"}).code == 1);
    write_parts(demo, {{"one", "", 100}, {"two", "aa", 100}, {"one", "", 500}}, false);
    CHECK(run_tickreel({"diff", proxy, demo}).code == 1);
    CHECK(run_tickreel({"diff", proxy, demo, "--common-ticks"}).code == 0);
}

TEST_CASE("a map that is played twice is paired by time and by ticks, in diff and in compare") {
    const Folder folder;
    const std::string all = folder / "all.reel";
    const std::string part = folder / "part.reel";
    const auto same = [&](const std::string& text) {
        const Ran ran = run_tickreel({"diff", all, part, "--common-ticks"});
        CHECK(ran.out == "identical: " + text + " are only in the first, 0 only in the second\n");
        return run_tickreel({"compare", all, part}).out;
    };
    write_parts(all, {{"one", "", 100, 0}, {"two", "", 100, 300}, {"one", "", 100, 600}}, false);
    REQUIRE(run_tickreel({"cut", all, "--ticks", "s2:104..", "-o", part, "-f"}).code == 0);
    CHECK_THAT(same("8 snapshots compared; 22 ticks"),
               contains("the same match, from tick s2:104 and 104"));
    write_parts(part, {{"one", "", 100, 600}}, false);
    CHECK_THAT(same("10 snapshots compared; 20 ticks"),
               contains("the same match, from tick s2:100 and 100"));
    // Without another time, the most ticks.
    write_parts(all, {{"one", "", 100}, {"one", "", 110}}, false);
    write_parts(part, {{"one", "", 110}}, false);
    CHECK_THAT(same("10 snapshots compared; 10 ticks"),
               contains("the same match, from tick s1:110 and 110"));
}

namespace {

// Twenty snapshots, two ticks apart, as two players are sent them: each has `local` of its own and
// sees other places. `whose`: one player's number a snapshot.
void write_view_of(const std::string& path, const std::string& whose, int wrong = -1) {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    ReelWriter writer(std::move(*file), {"sample", 50, {}, {}});
    ItemType type;
    type.name = "PlayerInfo";
    type.fields = {{"local", FieldKind::Int32}, {"x", FieldKind::Int32}};
    const TypeId players = writer.add_type(type);
    writer.begin_segment({"one", "", ""});
    for (int i = 0; i < static_cast<int>(whose.size()); ++i) {
        const Word own = whose[static_cast<std::size_t>(i)] - '0';
        Frame frame;
        frame.tick = 100 + 2 * i;
        frame.time = std::chrono::milliseconds(40 * i);
        SnapshotBuilder items;
        for (Word player = 0; player < 2; ++player)
            items.set({players, static_cast<EntityId>(player)},
                      std::vector<Word>{player == own ? 1 : 0,
                                        10 * i + 100 * own + (i == wrong ? 1 : 0)});
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

TEST_CASE("--common-ticks leaves out the ticks at which a demo is of the client's dummy") {
    const Folder folder;
    const std::string wire = folder / "wire.reel";
    const std::string demo = folder / "demo.reel";
    write_view_of(wire, "0000000000");
    write_view_of(demo, "0011100100");
    const Ran ran = run_tickreel({"diff", wire, demo, "--common-ticks"});
    CHECK(ran.code == 0);
    CHECK(ran.out ==
          "identical: 6 snapshots compared; 0 ticks are only in the first, 0 only in the second; "
          "not compared: 4 common ticks of different players (first at tick 104: player 0 in the "
          "first, player 1 in the second)\n");
    CHECK_THAT(run_tickreel({"diff", wire, demo, "--common-ticks", "--format", "ndjson"}).out,
               contains("\"snapshots\":6,") && contains("\"other_player\":4,"));
    // Without the flag, and where one player's values differ, they are different.
    CHECK(run_tickreel({"diff", wire, demo}).out ==
          "different: tick 104: PlayerInfo 0: local is 1 and 0\n");
    write_view_of(demo, "0011100100", 5);
    const Ran wrong = run_tickreel({"diff", wire, demo, "--common-ticks"});
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.out, contains("different: tick 110: PlayerInfo 0: x is 50 and 51; not "
                                   "compared: 3 common ticks of different players"));
    // Of another client altogether: they differ as two views do.
    write_view_of(demo, "1111111111");
    const Ran other = run_tickreel({"diff", wire, demo, "--common-ticks"});
    CHECK(other.code == 1);
    CHECK(other.out == "different: tick 100: PlayerInfo 0: local is 1 and 0\n");
}

TEST_CASE("diff refuses what makes no sense with 2") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    CHECK(run_tickreel({"diff", reel}).code == 2);
    CHECK(run_tickreel({"diff", reel, "1", "2", "3"}).code == 2);
    CHECK(run_tickreel({"diff", reel, "1", "2", "--common-ticks"}).code == 2);
    CHECK(run_tickreel({"diff", reel, reel, "--format", "csv"}).code == 2);
    CHECK(run_tickreel({"diff", reel, folder / "none.reel"}).code == 1);
}
