// compare, beside what diff, cut and the fields themselves say.
#include <cmath>

#include "tests/catch.h"
#include "tests/recorder/commands/ndjson_rows.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/runners.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;
using Json = nlohmann::ordered_json;

namespace {

std::vector<Json> rows(std::vector<std::string> arguments, int code = 0) {
    arguments.insert(arguments.begin(), "compare");
    arguments.insert(arguments.end(), {"--format", "ndjson"});
    const Ran ran = run_tickreel(arguments);
    INFO(ran.err);
    CHECK(ran.code == code);
    return ndjson_rows(ran.out);
}

std::vector<Json> of_kind(const std::vector<Json>& rows, std::string_view kind) {
    std::vector<Json> some;
    for (const Json& row : rows)
        if (row["kind"] == kind) some.push_back(row);
    return some;
}

}  // namespace

TEST_CASE("compare: items of unknown types differ by their words, and not from themselves") {
    const Folder folder;
    const auto write = [&](const char* name, Word last) {
        ReelWriter writer(*create_file(folder / name, IfExists::Replace), RecordingInfo{});
        const TypeId unknown = writer.add_type({"type_77", "77", TypeUse::Item, false});
        ItemType longer{.name = "Longer"};  // with a word more than this build knows
        longer.fields = {{"x"}};
        const TypeId known = writer.add_type(longer);
        writer.begin_segment({"dm1", "", ""});
        for (Tick tick = 100; tick < 110; tick += 2) {
            SnapshotBuilder builder;
            builder.set({unknown, 1}, std::vector<Word>{7, tick < 104 ? 0 : last});
            builder.set({known, 2}, std::vector<Word>{1, tick < 106 ? 0 : last});
            Frame frame;
            frame.tick = tick;
            frame.snapshot = builder.build();
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
    };
    write("a.reel", 5);
    write("b.reel", -6);
    std::string found;
    for (const Json& row : rows({folder / "a.reel", folder / "b.reel"}))
        for (const char* key : {"name", "tick", "first", "second", "snapshots"})
            found += row[key].dump() + ' ';
    CHECK(found ==
          R"("type_77.words" "104" "[7,5]" "[7,-6]" 3 "Longer.words" "106" "[5]" "[-6]" 2 )");
    CHECK(rows({folder / "a.reel", folder / "a.reel"}).empty());
    // Another writer's file, without types at all.
    const std::string lost = TICKREEL_SOURCE_DIR "/tests/vectors/events.reel";
    CHECK(of_kind(rows({lost, lost}), "item").empty());
}

TEST_CASE("compare: one changed field is the only row, with the tick that diff names") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions changed;
    changed.changed_frame = 7;
    write_sample(folder / "b.reel", changed);
    const auto all = rows({folder / "a.reel", folder / "b.reel", folder / "a.reel"});
    const auto fields = of_kind(all, "field");
    REQUIRE(fields.size() == 1);  // none of a.reel itself
    CHECK(of_kind(all, "item").empty());
    CHECK_THAT(run_tickreel({"diff", folder / "a.reel", folder / "b.reel"}).out,
               contains("tick 114: Walker 3: x is 510.5 m and 511 m"));
    CHECK(fields[0]["file"] == folder / "b.reel");
    CHECK(fields[0]["name"] == "Walker.x");
    CHECK(fields[0]["id"] == "3");
    CHECK(fields[0]["tick"] == "114");
    CHECK(fields[0]["seconds"] == 0.28);
    CHECK(fields[0]["first"] == "510.5 m");
    CHECK(fields[0]["second"] == "511 m");
    CHECK(fields[0]["delta"] == 0.5);
    CHECK(fields[0]["snapshots"] == 1);
}

TEST_CASE("compare: a part is in step with the whole, and markers are its splits") {
    const Folder folder;
    write_sample(folder / "a.reel");
    REQUIRE(run_tickreel({"cut", folder / "a.reel", "--ticks", "110..", "-o", folder / "b.reel"})
                .code == 0);
    const Ran text = run_tickreel({"compare", folder / "a.reel", folder / "b.reel"});
    CHECK(text.code == 0);
    CHECK_THAT(text.out, contains("the same match, from tick 110 and 110"));
    CHECK_THAT(text.out, contains("fields that differ: 0"));
    CHECK_THAT(text.out, contains(" 0 only in the first, 0 only in the second"));
    const auto all = rows({folder / "a.reel", folder / "b.reel"});
    CHECK(of_kind(all, "field").empty());
    for (const Json& split : of_kind(all, "split")) CHECK(split["delta"] == 0.0);

    // From other places the same values are other ticks' values.
    const auto moved = rows({folder / "a.reel", folder / "b.reel", "--from", "110,112"});
    CHECK_FALSE(of_kind(moved, "field").empty());
}

TEST_CASE("compare: a difference of scaled numbers is the decimal that it is") {
    const std::string outpost = TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel";
    std::size_t parts = 0;
    for (const Json& row : of_kind(rows({outpost, outpost, "--from", "100,300"}), "field")) {
        if (!row["name"].get<std::string>().ends_with("Position.x")) continue;
        if (row["delta"].is_null()) continue;
        INFO(row.dump());
        const double delta = row["delta"];
        CHECK(row["delta"].dump().size() <= std::string("-12345.01").size());
        parts += delta != std::round(delta) ? 1 : 0;
    }
    CHECK(parts > 0);
}

TEST_CASE("compare: a recording whose first group is damaged is of the same match") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::string bytes = read_file(folder / "a.reel");
    const auto chunks =
        ndjson_rows(run_tickreel({"list", folder / "a.reel", "chunks", "--format", "ndjson"}).out);
    bytes[chunks[0]["offset"].get<std::size_t>() + 70] ^= 1;
    write_file(folder / "broken.reel", bytes);
    REQUIRE(run_tickreel({"cut", folder / "a.reel", "--ticks", "104..", "-o", folder / "b.reel"})
                .code == 0);
    for (const bool broken_first : {true, false}) {
        const Ran ran = run_tickreel({"compare", folder / (broken_first ? "broken.reel" : "b.reel"),
                                      folder / (broken_first ? "b.reel" : "broken.reel")});
        INFO(ran.err);
        CHECK(ran.code == 3);
        CHECK_THAT(ran.out, contains("the same match, from tick 104 and 104"));
        CHECK_THAT(ran.out, contains("fields that differ: 0"));
        CHECK_THAT(ran.out, !contains(": 0 snapshots in step"));
        CHECK_THAT(ran.err, contains("ticks 100..110 are missing"));
    }
}

TEST_CASE("compare: two servers with one map at the same time are not called one match") {
    const Folder folder;
    write_runners(folder / "a.reel", {1});
    write_runners(folder / "b.reel", {1});
    write_runners(folder / "c.reel", {3});
    const auto says = [&](const char* other) {
        return run_tickreel({"compare", folder / "a.reel", folder / other}).out;
    };
    CHECK_THAT(says("b.reel"), contains(": the same match, from tick 100 and 100;"));
    CHECK_THAT(says("c.reel"), contains(": one map at the same time, from tick 100 and 100;"));
    // Nor is said that its players have other numbers where nobody is where those of the other are.
    const Ran merged = run_tickreel(
        {"merge", "--views", folder / "a.reel", folder / "c.reel", "-o", folder / "m.reel"});
    CHECK(merged.code == 1);
    CHECK_THAT(merged.err, contains("player 0 is elsewhere in each") && !contains("numbers"));
}

TEST_CASE("compare: another run is in step from its first snapshot, ticks and all") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions later;
    later.first = 7000;
    write_sample(folder / "b.reel", later);
    const Ran text = run_tickreel({"compare", folder / "a.reel", folder / "b.reel"});
    CHECK(text.code == 0);
    CHECK_THAT(text.out, contains("another run, from tick 100 and 7000; 19 snapshots in step"));
    for (const Json& field : rows({folder / "a.reel", folder / "b.reel"}))
        CHECK(field["name"] != "Walker.tick");
}

TEST_CASE("compare: of another run it says in what it is known to be another") {
    const Folder folder;
    write_sample(folder / "a.reel");
    write_sample(folder / "b.reel", {.first = 7000, .game = "pong", .map = "ctf2"});
    const auto said = [&](const std::string& other) {
        return run_tickreel({"compare", folder / "a.reel", other}).out;
    };
    CHECK_THAT(said(folder / "b.reel"),
               contains("another run (games sample and pong, maps dm1 and ctf2), from tick"));
    const auto demo = [](const std::string& name) { return TICKREEL_SOURCE_DIR "/demos/" + name; };
    CHECK_THAT(
        run_tickreel({"compare", demo("arena_8_players.reel"), demo("outpost_firefall.reel")}).out,
        contains("another run (games teeworlds and firefall, protocols "));
}

TEST_CASE("compare: what is not compared is said") {
    const Folder folder;
    write_sample(folder / "a.reel", {.segments = 2});
    const Ran all = run_tickreel({"compare", folder / "a.reel", folder / "a.reel"});
    CHECK(all.code == 0);
    CHECK_THAT(all.err, contains("only segment 0 of the first and 0 of this recording"));
    const Ran second =
        run_tickreel({"compare", folder / "a.reel", folder / "a.reel", "--from", "s1:110,s1:110"});
    CHECK_THAT(second.err, contains("only segment 1 of the first and 1"));
    CHECK_THAT(second.out, contains("fields that differ: 0"));
}

TEST_CASE("compare: places and files that are none") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    CHECK(run_tickreel({"compare", reel}).code == 2);
    CHECK(run_tickreel({"compare", reel, reel, "--from", "100"}).code == 2);
    const Ran outside = run_tickreel({"compare", reel, reel, "--from", "100,99999"});
    CHECK(outside.code == 1);
    CHECK_THAT(outside.err, contains("99999"));
    CHECK(run_tickreel({"compare", reel, folder / "none.reel"}).code == 1);

    write_sample(folder / "open.reel", {.finished = false});
    CHECK(run_tickreel({"compare", reel, folder / "open.reel"}).code == 3);
    CHECK(run_tickreel({"compare", folder / "open.reel", reel}).code == 3);
}

TEST_CASE("compare names the recording that has no snapshot") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions none;
    none.frames = 0;
    write_sample(folder / "none.reel", none);
    for (const auto& paths : {std::pair{"none.reel", "a.reel"}, std::pair{"a.reel", "none.reel"}}) {
        const Ran ran = run_tickreel({"compare", folder / paths.first, folder / paths.second});
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("none.reel: has no snapshot"));
    }
}
