#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/commands/ndjson_rows.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/export/sql_runs.h"
#include "tickreel/base/sha256.h"

using namespace tickreel_test;
using Json = nlohmann::ordered_json;

namespace {

std::vector<Json> rows(const std::string& reel, const std::string& what,
                       std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"list", reel, what, "--format", "ndjson"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ran ran = run_tickreel(arguments);
    REQUIRE(ran.code == 0);
    return ndjson_rows(ran.out);
}

}  // namespace

TEST_CASE("list chunks covers every snapshot") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const auto chunks = rows(folder / "a.reel", "chunks");
    REQUIRE(chunks.size() > 2);
    int snapshots = 0;
    for (const Json& chunk : chunks) snapshots += chunk["snapshots"].get<int>();
    CHECK(snapshots == 19);
    CHECK(chunks[0]["keyframe"] == true);
    CHECK(chunks[0]["first_tick"] == "100");
    CHECK(chunks.back()["last_tick"] == "138");
}

TEST_CASE("every list of a damaged recording says so") {
    const Folder folder;
    SampleOptions options;
    options.frames = 60;
    write_sample(folder / "a.reel", options);
    damage_the_middle(folder / "a.reel");
    const auto check = [](const Ran& ran) {
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("are missing: damaged at offset"));
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    };
    for (const char* what : {"chunks", "types", "fields", "events", "markers", "attachments"}) {
        INFO(what);
        const Ran ran = run_tickreel({"list", folder / "a.reel", what});
        CHECK_FALSE(ran.out.empty());
        check(ran);
    }
    check(run_tickreel({"list", folder / "a.reel", "attachments", "--extract", "maps/dm1.map", "-o",
                        folder / "dm1.map"}));
    CHECK(read_file(folder / "dm1.map").size() == 4);
}

TEST_CASE("a place in a recording of which nothing is left: one line says what is missing") {
    const Folder folder;
    const std::string reel = folder / "a.reel", whole = folder / "whole.reel";
    SampleOptions options;
    options.chunk_seconds = 60;
    write_sample(whole, options);
    write_sample(reel, options);
    const tickreel::Tick first = damage_the_middle(reel);  // the only one
    REQUIRE(first == 100);
    const std::string damaged = read_file(reel);
    const std::string cut = read_file(whole).substr(0, read_file(whole).size() / 4);
    for (const std::string& bytes : {damaged, cut}) {
        write_file(reel, bytes);
        const std::vector<std::vector<std::string>> verbs{
            {"at", reel, "104"},
            {"diff", reel, "104", "106"},
            {"diff", reel, whole},
            {"diff", whole, reel},
            {"cut", reel, "--ticks", "104..110", "-o", folder / "part.reel"},
            {"cut", reel, "--time", "0..1", "-o", folder / "part.reel"},
            {"cut", reel, "--ticks", "..", "-o", folder / "part.reel"},
            {"cat", reel, "--ticks", "104..110"},
            {"list", reel, "events", "--ticks", "104..110"},
            {"query", reel, "tick > 0", "--ticks", "..", "-q"},
            {"cat", reel, "--ticks", ".."}};
        for (const std::vector<std::string>& words : verbs) {
            const Ran ran = run_tickreel(words);
            INFO(words[0] << ": " << ran.err);
            CHECK(ran.code == 3);
            CHECK(ran.out.empty());
            if (words.back() == "-q") continue;
            CHECK_THAT(ran.err, contains("missing: damaged at") || contains("no snapshot is left"));
            CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
            CHECK_FALSE(std::filesystem::exists(folder / "part.reel"));
            if (words.back() == whole || words[1] == whole)
                CHECK_THAT(ran.err, contains(reel + ": not compared: "));
        }
    }
}

TEST_CASE("list types and fields") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const auto types = rows(folder / "a.reel", "types");
    REQUIRE(types.size() == 4);
    CHECK(types[2] == Json{{"type", 2},
                           {"name", "unknown 77"},
                           {"origin", "77"},
                           {"use", "item"},
                           {"known", false},
                           {"fields", 0}});
    CHECK(types[3]["use"] == "event");
    const auto fields = rows(folder / "a.reel", "fields");
    REQUIRE(fields.size() == 10);
    CHECK(fields[0] == Json{{"type", "Walker"},
                            {"field", "x"},
                            {"kind", "int32"},
                            {"nullable", false},
                            {"scale", 0.5},
                            {"unit", "m"},
                            {"role", "position.x"},
                            {"values", ""}});
    CHECK(fields[2]["values"] == "0=calm 1=angry");
    CHECK(fields[3]["nullable"] == true);
}

TEST_CASE("list events") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const auto events = rows(reel, "events");
    REQUIRE(events.size() == 1);
    CHECK(events[0] == Json{{"tick", "108"},
                            {"time", "2026-08-22T18:03:11.280Z"},
                            {"event", "Chat"},
                            {"fields", {{"from", 3}, {"text", "gg"}}}});
    CHECK(rows(reel, "events", {"--ticks", "110.."}).empty());
    CHECK(rows(reel, "events", {"--types", "Chat"}).size() == 1);
    CHECK(run_tickreel({"list", reel, "events"}).out ==
          "      108    0:00.16  Chat(from=3, text=\"gg\")\n");
    CHECK(run_tickreel({"list", reel, "events", "--format", "csv"}).out ==
          "tick,time,event,from,text\n108,2026-08-22T18:03:11.280Z,Chat,3,gg\n");
}

TEST_CASE("events of a kind that the game has and the recording has not: none, said so") {
    const Folder folder;
    SampleOptions options;
    options.game = "teeworlds";
    write_sample(folder / "a.reel", options);
    const auto events = [&](const std::string& types) {
        return run_tickreel(
            {"list", folder / "a.reel", "events", "--types", types, "--format", "csv"});
    };
    const Ran none = events("kill");
    CHECK(none.code == 0);
    CHECK(std::count(none.out.begin(), none.out.end(), '\n') == 1);
    CHECK_THAT(none.err, contains("has no event 'kill'"));
    CHECK(events("race,Chat").out == events("Chat").out);
    CHECK(events("kil").code == 1);
}

TEST_CASE("list markers") {
    const Folder folder;
    write_sample(folder / "a.reel");
    CHECK(run_tickreel({"list", folder / "a.reel", "markers"}).out ==
          "number  tick       at  color    text\n"
          "     1   104  0:00.08  #ff0000  start\n"
          "     2   110  0:00.20  #00ff00  end\n");
}

TEST_CASE("list attachments has the agreed keys, and one can be taken out") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const auto attachments = rows(reel, "attachments");
    REQUIRE(attachments.size() == 1);
    const std::string bytes("\1\2\3\0", 4);
    std::vector<std::string> keys;
    for (const auto& entry : attachments[0].items()) keys.push_back(entry.key());
    CHECK(keys == std::vector<std::string>{"name", "media", "bytes", "stored_bytes", "sha256"});
    CHECK(attachments[0]["bytes"] == 4);
    CHECK(attachments[0]["sha256"] == tickreel::hex(tickreel::sha256(tickreel::as_bytes(bytes))));

    const std::vector<std::string> take{"list",         reel, "attachments",     "--extract",
                                        "maps/dm1.map", "-o", folder / "out.map"};
    CHECK(run_tickreel(take).code == 0);
    CHECK(read_file(folder / "out.map") == bytes);
    const Ran again = run_tickreel(take);
    CHECK(again.code == 1);
    CHECK_THAT(again.err, contains("exists already"));
    std::vector<std::string> forced = take;
    forced.emplace_back("--force");
    CHECK(run_tickreel(forced).code == 0);

    const Ran piped =
        run_tickreel({"list", reel, "attachments", "--extract", "maps/dm1.map", "-o", "-"});
    CHECK(piped.code == 0);
    CHECK(piped.out == bytes);
    const Ran missing =
        run_tickreel({"list", reel, "attachments", "--extract", "x", "-o", folder / "x"});
    CHECK(missing.code == 1);
    CHECK_THAT(missing.err, contains("has no attachment 'x'"));
}

TEST_CASE("list refuses what makes no sense with 2") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    CHECK(run_tickreel({"list", reel, "colours"}).code == 2);
    CHECK(run_tickreel({"list", reel}).code == 2);
    CHECK(run_tickreel({"list", reel, "chunks", "--ticks", "1..2"}).code == 2);
    CHECK(run_tickreel({"list", reel, "attachments", "--extract", "x"}).code == 2);
    CHECK(run_tickreel({"list", reel, "chunks", "--extract", "x", "-o", "y"}).code == 2);
}
