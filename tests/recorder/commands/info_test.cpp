#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/format/analysis/resent.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;
using Json = nlohmann::ordered_json;

TEST_CASE("the snapshots a second of a short clip are those of the recording") {
    const Folder folder;
    const std::string demo = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    for (const char* ticks : {"1500..1504", "1500..1520"}) {
        REQUIRE(run_tickreel({"cut", demo, "--ticks", ticks, "-o", folder / "x.reel", "-f"}).code ==
                0);
        CHECK_THAT(run_tickreel({"info", folder / "x.reel"}).out, contains(", 25.0/s"));
    }
}

TEST_CASE("info says whose view a recording is") {
    const Folder folder;
    const std::string match = TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel";
    const Json views =
        Json::parse(run_tickreel({"info", match, "--format", "ndjson"}).out)["views"];
    REQUIRE(views.size() == 8);
    for (const char* number : {"1", "6"}) {
        REQUIRE(
            run_tickreel({"cut", match, "--view", number, "-o", folder / "x.reel", "-f"}).code ==
            0);
        const Json one =
            Json::parse(run_tickreel({"info", folder / "x.reel", "--format", "ndjson"}).out);
        CHECK(one["player"] == views[std::stoul(number) - 1]["player"]);
    }
    const Ran ran = run_tickreel({"info", folder / "x.reel"});
    CHECK_THAT(ran.out, contains("player:      Fern\n"));
    // What all views saw is nobody's view, and has a player who is there in one of them only.
    REQUIRE(run_tickreel({"cut", match, "--view", "union", "-o", folder / "all.reel"}).code == 0);
    for (const char* format : {"text", "ndjson"})
        CHECK_THAT(run_tickreel({"info", folder / "all.reel", "--format", format}).out,
                   !contains("player:") && !contains("\"player\":"));
    CHECK(Json::parse(run_tickreel({"info", match, "--format", "ndjson"}).out).count("player") ==
          0);
    write_sample(folder / "nobody.reel");
    CHECK_THAT(run_tickreel({"info", folder / "nobody.reel"}).out, !contains("player: "));
}

TEST_CASE("info prints the agreed keys in order, one object a file") {
    const Folder folder;
    write_sample(folder / "a.reel");
    write_sample(folder / "b.reel");
    const Ran ran =
        run_tickreel({"info", folder / "a.reel", folder / "b.reel", "--format", "ndjson"});
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    const std::size_t end = ran.out.find('\n');
    const Json info = Json::parse(ran.out.substr(0, end));
    Json other = Json::parse(ran.out.substr(end + 1));
    CHECK(other["file"] == folder / "b.reel");
    other["file"] = info["file"];
    CHECK(other == info);
    std::vector<std::string> keys;
    for (const auto& entry : info.items()) keys.push_back(entry.key());
    CHECK(keys == std::vector<std::string>{
                      "file",        "bytes",      "complete",      "protocol",      "map",
                      "map_crc",     "map_sha256", "tick_first",    "tick_last",     "tick_rate",
                      "snapshots",   "gaps",       "duration_s",    "start",         "chunks",
                      "compression", "raw_bytes",  "wire_checksum", "file_checksum", "types",
                      "events",      "send_rates"});
    CHECK(info["file"] == folder / "a.reel");
    CHECK(info["bytes"] == read_file(folder / "a.reel").size());
    CHECK(info["complete"] == true);
    CHECK(info["protocol"] == "sample 1");
    CHECK(info["map"] == "dm1");
    CHECK(info["map_crc"] == "0123abcd");
    CHECK_THAT(run_tickreel({"info", TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel"}).out,
               contains("crc32 67a36bd1  (embedded)"));
    CHECK(info["map_sha256"] == "00ff");
    CHECK(info["tick_first"] == "100");
    CHECK(info["tick_last"] == "138");
    CHECK(info["tick_rate"] == 50);
    CHECK(info["snapshots"] == 19);
    CHECK(info["gaps"] == 1);
    CHECK(info["duration_s"] == 0.76);
    CHECK(info["start"] == "2026-08-22T18:03:11.120Z");
    CHECK(info["chunks"] > 2);
    CHECK(info["raw_bytes"] > 1000);
    CHECK(info["wire_checksum"] == Json{{"ok", 17}, {"mismatch", 1}, {"absent", 1}});
    CHECK(info["file_checksum"] == Json{{"ok", info["chunks"]}, {"bad", 0}});
    CHECK(info["types"][0] == Json{{"name", "Walker"}, {"items", 19}, {"fields", 6}});
    CHECK(info["types"][2]["items"] == 14);
    CHECK(info["types"].size() == 3);
    CHECK(info["events"] == Json{{"Chat", 1}});
}

TEST_CASE("info as text") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"info", folder / "a.reel"});
    CHECK(ran.code == 0);
    for (const char* expected :
         {"complete)\n", "protocol:    sample, sample 1\n",
          "map:         dm1  crc32 0123abcd  sha256 00ff\n", "ticks:       100..138\n",
          "1 gap (2 ticks missing: base 7 was never seen)\n",
          "start:       2026-08-22T18:03:11.120Z\n",
          "wire checksums 17 ok, 1 mismatch, 1 absent (as stored; verify recomputes them)",
          "Walker         19           1.0         6  9\n", "kept raw  77\n", "Chat 1, marker 2\n"})
        CHECK_THAT(ran.out, contains(expected));
}

TEST_CASE("info says at which rates the server sent and how much was sent again") {
    const Folder folder;
    const auto write = [&](bool lossy) {
        ReelWriter writer(*create_file(folder / "a.reel", IfExists::Replace),
                          RecordingInfo{"sample", 50.0, {}, {}});
        const Resent resent([&](const ItemType& type) { return writer.add_type(type); });
        writer.begin_segment({"dm1", "", ""});
        for (const Tick tick : {10, 20, 22, 36, 50, 100, 102}) {
            Frame frame;
            frame.tick = tick;
            frame.time = std::chrono::milliseconds(20 * tick);
            const bool full = tick <= 10 || (lossy && tick >= 36 && tick <= 100);
            frame.wire = {WireChecksum::Ok, 1, 1, full ? kNoTick : 10, 10, 1};
            if (lossy && tick >= 100) frame.events = {resent.server(2, 1), resent.client(0, 0, 1)};
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
    };
    const auto json = [&] {
        return Json::parse(run_tickreel({"info", folder / "a.reel", "--format", "ndjson"}).out);
    };
    write(true);
    const std::string text = run_tickreel({"info", folder / "a.reel"}).out;
    CHECK_THAT(text, contains("\nrates:       init 0.20s, full 0.34s, recover 1.32s (1 time, first "
                              "at tick 36)\n"));
    CHECK_THAT(text, contains("\nsent again:  4 messages of the server (2 seen before), asked for "
                              "in 2 packets; 0 messages of the client (0 seen before), asked for "
                              "in 0 packets\n"));
    CHECK(json()["send_rates"]["recover"] ==
          Json{{"seconds", 1.32}, {"times", 1}, {"first", "36"}});
    CHECK(json()["resent"]["server"] == Json{{"messages", 4}, {"seen_before", 2}, {"requests", 0}});
    CHECK(json()["resent"]["client"]["requests"] == 2);
    write(false);
    const std::string calm = run_tickreel({"info", folder / "a.reel"}).out;
    CHECK_THAT(calm,
               contains("\nrates:       init 0.20s, full 1.66s\n") && !contains("sent again"));
    CHECK(json()["send_rates"]["recover"] == Json{{"seconds", 0.0}, {"times", 0}});
}

TEST_CASE("info has the reasons of gaps, also where there are several") {
    const Folder folder;
    const auto snapshots_of = [&](const std::vector<std::pair<Tick, std::string>>& gaps) {
        ReelWriter writer(*create_file(folder / "gaps.reel", IfExists::Replace),
                          RecordingInfo{"sample", 50.0, {}, {}});
        writer.set_property("long_steps", "paused");
        writer.begin_segment({"somewhere", "", ""});
        Frame frame;
        for (const auto& [ticks, reason] : gaps) {
            if (ticks != 0) writer.add_gap({0, frame.tick + 1, frame.tick + 1 + ticks, reason});
            frame.tick += ticks + 1;
            frame.time = std::chrono::milliseconds(20 * frame.tick);
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
        const std::string text = run_tickreel({"info", folder / "gaps.reel"}).out;
        const auto at = text.find("gaps (");
        return at == text.npos ? text : text.substr(at, text.find('\n', at) - at);
    };
    CHECK(snapshots_of({{0, ""}, {3, "too late"}, {4, "too late"}}) ==
          "gaps (7 ticks missing: too late)");
    CHECK(snapshots_of({{0, ""}, {3, "too late"}, {4, "too early"}, {4, "too late"}}) ==
          "gaps (11 ticks missing; 7: too late; 4: too early)");
    CHECK(snapshots_of({{0, ""}, {3, "a"}, {5, "b"}, {4, "c"}, {1, "d"}}) ==
          "gaps (13 ticks missing; 5: b; 4: c; 4: other reasons)");
}

TEST_CASE("info tells types that a server named later from those that nobody knows") {
    const Folder folder;
    const auto info_of = [&](const std::string& later, const std::string& game = "") {
        RecordingInfo about;
        about.game = game;
        ReelWriter writer(*create_file(folder / "later.reel", IfExists::Replace), about);
        SnapshotBuilder builder;
        for (const char* number : {"77", "32766", "32767"})
            builder.set(
                {writer.add_type({concat("type_", number), number, TypeUse::Item, false}), 1},
                std::vector<Word>{1});
        writer.begin_segment({"somewhere", "", ""});
        Frame frame;
        frame.tick = 100;
        frame.snapshot = builder.build();
        writer.add_frame(frame);
        if (!later.empty()) writer.set_property(kNamedLater, later);
        REQUIRE(writer.finish().ok());
        return run_tickreel({"info", folder / "later.reel"}).out;
    };
    CHECK_THAT(info_of(""), contains("  3 unknown item types; 'import --schema FILE'"));
    CHECK_THAT(info_of("", "teeworlds"),
               contains("  3 unknown item types; 'import --schema FILE'"));
    // Which takes types of Teeworlds.
    CHECK_THAT(info_of("", "firefall"),
               contains("  3 unknown item types; this build does not know their fields\n"));
    const std::string text = info_of("type_32766, type_32767");
    CHECK_THAT(text, contains("  1 unknown item type; 'import --schema FILE'"));
    CHECK_THAT(text,
               contains("  2 item types kept raw, as sent: the server named the number with a "
                        "later snapshot\n"));
    CHECK_THAT(text, !contains("types_named_later"));
}

TEST_CASE("info of several segments and of a file that was never finished") {
    const Folder folder;
    SampleOptions two;
    two.segments = 2;
    write_sample(folder / "two.reel", two);
    const Json info =
        Json::parse(run_tickreel({"info", folder / "two.reel", "--format", "ndjson"}).out);
    REQUIRE(info["segments"].size() == 2);
    CHECK(info["segments"][1]["tick_first"] == "100");
    CHECK(info["snapshots"] == 38);

    SampleOptions open;
    open.finished = false;
    write_sample(folder / "open.reel", open);
    const Ran ran = run_tickreel({"info", folder / "open.reel", "--format", "ndjson"});
    CHECK(ran.code == 3);
    CHECK(Json::parse(ran.out)["complete"] == false);
    CHECK(Json::parse(ran.out)["snapshots"] == 19);
    CHECK_THAT(run_tickreel({"info", folder / "open.reel"}).out, contains("not finished"));
}

TEST_CASE("info reads a recording from standard input") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"info", "-", "--format", "ndjson"}, read_file(folder / "a.reel"));
    CHECK(ran.code == 0);
    CHECK(Json::parse(ran.out)["snapshots"] == 19);
}

TEST_CASE("one bad file does not keep info from the others") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran =
        run_tickreel({"info", folder / "none.reel", folder / "a.reel", "--format", "ndjson"});
    CHECK(ran.code == 3);
    CHECK(Json::parse(ran.out)["snapshots"] == 19);
    CHECK_THAT(ran.err, contains("none.reel: cannot open"));
}

TEST_CASE("a file counts once, however often and by whatever name it is given") {
    const Folder folder;
    std::filesystem::create_directory(folder / "dir");
    const std::string reel = folder / "dir/a.reel";
    write_sample(reel);
    std::filesystem::create_symlink(reel, folder / "link.reel");
    for (const std::string verb : {"info", "verify"}) {
        const Ran once = run_tickreel({verb, reel});
        const Ran twice = run_tickreel({verb, reel, folder / "dir"});
        INFO(verb);
        CHECK(twice.out == once.out);
        CHECK(twice.code == 0);
        CHECK_THAT(twice.err, contains("dir/a.reel: is the same file as "));
    }
    const Ran links = run_tickreel({"info", folder / "dir", reel, folder / "link.reel"});
    CHECK(links.out == run_tickreel({"info", reel}).out);
    CHECK_THAT(links.err, contains("counts once; so do 1 more names"));
    CHECK(run_tickreel({"query", reel, folder / "link.reel", "Walker", "--format", "ndjson"}).out ==
          run_tickreel({"query", reel, "Walker", "--format", "ndjson"}).out);
    CHECK(run_tickreel({"export", reel, reel, "-o", folder / "twice.csv"}).code == 0);
    CHECK(run_tickreel({"export", reel, "-o", folder / "once.csv"}).code == 0);
    CHECK(read_file(folder / "twice.csv") == read_file(folder / "once.csv"));
    // A copy is another file.
    write_sample(folder / "dir/copy.reel");
    CHECK(run_tickreel({"verify", folder / "dir"}).err.find("same file") == std::string::npos);
}

TEST_CASE("an empty line is between what info prints of two files, not before the first") {
    const Folder folder;
    for (const char* name : {"b.reel", "c.reel"}) write_sample(folder / name);
    const std::string b = run_tickreel({"info", folder / "b.reel"}).out;
    const std::string c = run_tickreel({"info", folder / "c.reel"}).out;
    CHECK(run_tickreel({"info", folder / ""}).out == b + '\n' + c);
    write_file(folder / "a.reel", "no recording");
    const Ran bad = run_tickreel({"info", folder / ""});
    CHECK(bad.code == 3);
    CHECK(bad.out == b + '\n' + c);
    CHECK(run_tickreel({"info", folder / "", "--format", "ndjson"}).out.find("\n\n") ==
          std::string::npos);
}

TEST_CASE("info of a damaged match file counts the snapshots that can be read") {
    const Folder folder;
    std::string bytes = read_file(TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel");
    bytes[bytes.size() / 2] = static_cast<char>(~bytes[bytes.size() / 2]);
    const std::string broken = folder / "broken.reel";
    write_file(broken, bytes);
    const Ran ran = run_tickreel({"info", broken, "--format", "ndjson"});
    CHECK(ran.code == 3);
    const Json info = Json::parse(ran.out);
    const auto readable = info["snapshots"].get<std::uint64_t>();
    CHECK(readable < 376);
    REQUIRE(info["segments"].size() == 1);
    CHECK(info["segments"][0]["snapshots"] == readable);
    CHECK_THAT(run_tickreel({"info", broken}).out,
               contains(concat(readable, " snapshots of any view")));
}
