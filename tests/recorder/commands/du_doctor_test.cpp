// du and doctor, beside what other verbs say of the same recording.
#include "tests/catch.h"
#include "tests/recorder/commands/ndjson_rows.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;
using Json = nlohmann::ordered_json;

namespace {

std::vector<Json> rows(const std::vector<std::string>& arguments) {
    const Ran ran = run_tickreel(arguments);
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return ndjson_rows(ran.out);
}

double sum(const std::vector<Json>& rows, const char* field) {
    double all = 0;
    for (const Json& row : rows) all += row[field].get<double>();
    return all;
}

}  // namespace

TEST_CASE("du divides the whole file and the whole wire among the types") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const auto sizes = rows({"du", reel, "--format", "ndjson"});
    const auto info = rows({"info", reel, "--format", "ndjson"});
    CHECK(sum(sizes, "file_bytes") == info[0]["bytes"].get<double>());
    CHECK(sum(sizes, "wire_bytes") == 17 * 60 + 61);
    double chunks = sum(rows({"list", reel, "chunks", "--format", "ndjson"}), "stored_bytes");
    for (const Json& row : sizes) {
        if (row["type"] == "Walker") {
            CHECK(row["rows"] == 19);
            CHECK(row["changes"] == 19);
            CHECK(row["per_snapshot"] == 1.0);
        }
        if (row["type"] == "unknown 77") CHECK(row["rows"] == 14);
        if (row["type"] == "Chat") CHECK(row["wire_bytes"] == 0);
        if (row["type"] != "(attachments)" && row["type"] != "(header, index, types)")
            chunks -= row["file_bytes"].get<double>();
    }
    CHECK(chunks == Approx(0).margin(static_cast<double>(sizes.size())));
}

// As another writer may make them: see the vectors of the format.
TEST_CASE("du and doctor name items and events whose types the file lacks by their numbers") {
    const std::string reel = TICKREEL_SOURCE_DIR "/tests/vectors/events.reel";
    std::string types;
    for (const Json& row : rows({"du", reel, "--format", "ndjson"}))
        if (row["use"] != "file")
            types += concat(row["type"].get<std::string>(), ' ', row["use"].get<std::string>(), ' ',
                            row["rows"].get<int>(), '\n');
    CHECK(types ==
          "lost type 1 event 31\nlost type 2 event 31\nlost type 3 event 62\nlost type 0 item 44\n"
          "lost type 4 event 9\nlost type 5 event 2\n");
    const auto findings = rows({"doctor", reel, "--format", "ndjson"});
    CHECK(std::any_of(findings.begin(), findings.end(), [](const Json& row) {
        return row["check"] == "unknown" &&
               row["finding"].get<std::string>().find("lost type 0") != std::string::npos;
    }));
}

// Counted by hand: 6 bits of a number in its first byte, 7 in each further one.
TEST_CASE(
    "du divides a snapshot as it was sent: extended types, what disappears, nothing derived") {
    const Folder folder;
    auto file = create_file(folder / "a.reel", IfExists::Refuse);
    REQUIRE(file.ok());
    ReelWriter writer(std::move(*file), RecordingInfo{});
    const std::vector<Field> fields{{.name = "x"}, {.name = "y"}};
    const TypeId numbered = writer.add_type({.name = "Numbered", .origin = "9", .fields = fields});
    const TypeId extended = writer.add_type({.name = "Extended",
                                             .origin = "uuid 76ce455b-f9eb-3a48-add7-e04b941d045c",
                                             .fields = fields});
    const TypeId derived = writer.add_type(
        {.name = "Derived", .origin = "derived", .fields = fields, .derived = true});
    writer.begin_segment({"one", "", ""});
    const auto add = [&](Tick tick, Tick base, std::uint32_t bytes, Word y, bool near) {
        SnapshotBuilder builder;
        if (near) builder.set({numbered, 1}, std::vector<Word>{5, -70});
        builder.set({extended, 2}, std::vector<Word>{0, y});
        builder.set({derived, 2}, std::vector<Word>{tick == 100, 1});
        Frame frame;
        frame.tick = tick;
        frame.snapshot = builder.build();
        frame.wire.base_tick = base;
        frame.wire.bytes = bytes;
        frame.wire.parts = 1;
        writer.add_frame(frame);
    };
    add(100, kNoTick, 5 + 8, 1000, true);  // 9 1 5 -70; 32767 2 (2 words) 0 1000
    add(102, 100, 3 + 7, 1001, false);     // 9 << 16 | 1; 32767 2 (2 words) 0 1
    REQUIRE(writer.finish().ok());
    std::map<std::string, int> bytes;
    for (const Json& row : rows({"du", folder / "a.reel", "--format", "ndjson"}))
        bytes[row["type"]] = row["wire_bytes"];
    CHECK(bytes.at("Numbered") == 5 + 3);
    CHECK(bytes.at("Extended") == 8 + 7);
    CHECK(bytes.at("Derived") == 0);
}

TEST_CASE("du counts changes from the snapshot before where no bases are known") {
    const std::string reel = TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel";
    for (const Json& row : rows({"du", reel, "--format", "ndjson"}))
        if (row["type"] == "Deployable_ObserverView") {
            CHECK(row["rows"].get<int>() > 1000);
            CHECK(row["changes"] < row["rows"]);  // they stand where they are
        }
}

TEST_CASE("doctor names flicker, unknown types, mismatches and gaps with tick and number") {
    const Folder folder;
    write_sample(folder / "a.reel", {.frames = 24});
    const auto findings = rows({"doctor", folder / "a.reel", "--format", "ndjson"});
    const auto found = [&](const char* check) {
        for (const Json& row : findings)
            if (row["check"] == check)
                return row["tick"].get<std::string>() + " " + row["number"].dump();
        return std::string();
    };
    CHECK(findings.size() == 4);
    CHECK(found("flicker") == "108 3");  // neither over the gap nor soon after it
    CHECK(found("unknown") == "100 17");
    CHECK(found("mismatch") == "110 1");
    CHECK(found("gap") == "124 2");
}

TEST_CASE("du and doctor of a damaged recording exit with 3 and blame no gap on the server") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel, {.frames = 60});
    const auto chunks = rows({"list", reel, "chunks", "--format", "ndjson"});
    std::string bytes = read_file(reel);
    bytes[chunks[4]["offset"].get<std::size_t>() + 60] ^= 1;
    write_file(folder / "b.reel", bytes);
    for (const char* verb : {"du", "doctor"}) {
        const Ran ran = run_tickreel({verb, folder / "b.reel"});
        CHECK(ran.code == 3);
        CHECK(ran.err.find("missing") != std::string::npos);
        CHECK(ran.out.find("pace") == std::string::npos);
        CHECK(ran.out.find("nothing unusual\n") == std::string::npos);
    }
}

TEST_CASE("doctor takes neither another recording for a lost base nor another sound for flicker") {
    const Folder folder;
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    const std::string clip = folder / "clip.reel";
    REQUIRE(run_tickreel({"cut", arena, "--time", "0:10..0:40", "-o", clip}).code == 0);
    REQUIRE(run_tickreel({"merge", clip, arena, "-o", folder / "both.reel"}).code == 0);
    CHECK(rows({"doctor", folder / "both.reel", "--format", "ndjson"}).empty());
}

TEST_CASE("doctor and verify find in all views of a match file what they find in each alone") {
    const Folder folder;
    write_sample(folder / "a.reel", {.frames = 24});
    write_sample(folder / "b.reel", {.frames = 40, .changed_frame = 5});
    const std::string match = folder / "match.reel";
    REQUIRE(
        run_tickreel({"merge", "--views", folder / "a.reel", folder / "b.reel", "-o", match, "-q"})
            .code == 0);
    auto found = rows({"doctor", match, "--format", "ndjson"});
    auto verified = rows({"verify", match, "--explain", "--format", "ndjson"});
    REQUIRE(verified.size() == 2);
    std::size_t alone = 0;
    for (const std::string view : {"a", "b"}) {
        INFO(view);
        // A recording of its own in between, which the match file needs none of.
        const std::string part = folder / (view + "_again.reel");
        REQUIRE(run_tickreel({"cut", match, "--view", view, "-o", part, "-q"}).code == 0);
        for (Json row : rows({"doctor", part, "--format", "ndjson"})) {
            REQUIRE(alone < found.size());
            CHECK(found[alone]["view"] == view);
            found[alone].erase("view");
            CHECK(found[alone++] == row);
        }
        auto one = rows({"verify", part, "--format", "ndjson"});
        Json& of_all = verified[view == "a" ? 0 : 1];
        CHECK(of_all["view"] == view);
        // The cut has its chunks as they are in a file.
        for (const char* field : {"snapshots", "wire_ok", "wire_mismatch", "wire_absent", "gaps"})
            CHECK(of_all[field] == one[0][field]);
        CHECK(of_all["chunks"].get<int>() > 0);
    }
    CHECK(alone == found.size());
    CHECK(alone > 6);
    const Ran explained = run_tickreel({"verify", match, "--explain"});
    CHECK(explained.out.find("tick 110") != std::string::npos);
    CHECK(explained.out.find("gap: ticks 124..125") != std::string::npos);
}
