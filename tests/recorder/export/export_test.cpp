#include <algorithm>

#include "tests/bench/mcap_reader.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string exported(const Folder& folder, const std::string& name,
                     const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"export", folder / "a.reel", "-o", folder / name,
                                       "-q",     "--force"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ran ran = run_tickreel(arguments);
    CHECK(ran.err.empty());
    REQUIRE(ran.code == 0);
    return read_file(folder / name);
}

}  // namespace

TEST_CASE("export to NDJSON has the lines of cat and of the events") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string cat =
        run_tickreel({"cat", folder / "a.reel", "--format", "ndjson", "--types", "Walker"}).out;
    CHECK(exported(folder, "x.ndjson", {"--types", "Walker"}) == cat);
    const std::string chat =
        run_tickreel({"list", folder / "a.reel", "events", "--format", "ndjson"}).out;
    CHECK(exported(folder, "x.ndjson", {"--types", "Chat"}) == chat);
    const std::string all = exported(folder, "x.ndjson");
    const std::string items = run_tickreel({"cat", folder / "a.reel", "--format", "ndjson"}).out;
    CHECK(lines(all) == lines(items) + lines(chat) + 2);  // markers
    CHECK_THAT(all, contains(R"({"tick":"104","marker":"start",)"));
}

TEST_CASE("export of a range to .mcap has the markers of the range") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    REQUIRE(run_tickreel({"mark", reel, "--tick", "119", "--text", "between"}).code == 0);
    const auto markers = [&](const std::string& range) {
        exported(folder, "x.mcap", {"--ticks", range});
        const auto mcap = tickreel_bench::McapReader::open(folder / "x.mcap");
        REQUIRE(mcap);
        std::vector<std::string> found;
        for (std::size_t i = 0; i < (*mcap)->chunks().size(); ++i) {
            const auto records = (*mcap)->read(i);
            REQUIRE(records);
            for (const auto& message : tickreel_bench::McapReader::messages(*records))
                if (const std::string text(message.data.begin(), message.data.end());
                    text.find(R"("segment":0,"text":)") != std::string::npos)
                    found.push_back(text);
        }
        return found;
    };
    CHECK(markers("100..").size() == 3);
    CHECK(markers("106..110").empty());
    REQUIRE(markers("100..106").size() == 1);
    CHECK_THAT(markers("100..106")[0], contains(R"({"tick":104,"segment":0,"text":"start",)"));
    // Behind the last snapshot of the range.
    REQUIRE(markers("116..120").size() == 1);
    CHECK_THAT(markers("116..120")[0], contains("between"));
}

TEST_CASE("export of one type to CSV has the columns of the contract") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string csv = exported(folder, "x.csv", {"--types", "Walker", "--ticks", "100..104"});
    CHECK(csv ==
          "tick,time,id,checksum,x,field_tick,mood,speed,name,account,segment\n"
          "100,2026-08-22T18:03:11.120Z,3,absent,1000,100,calm,0.1,\"Ann, \"\"the\"\" "
          "\\x1b[1m\",18446744073709551615,0\n"
          "102,2026-08-22T18:03:11.160Z,3,ok,1003,102,angry,,\"Ann, \"\"the\"\" "
          "\\x1b[1m\",18446744073709551615,0\n");
    CHECK(exported(folder, "X.CSV", {"--types", "Walker", "--ticks", "100..104"}) == csv);
    const std::string events = exported(folder, "x.csv", {"--types", "Chat"});
    CHECK_THAT(events, contains("tick,time,from,text,segment\n108,"));
    // 19 snapshots with a walker and a chest each, the riddle in fewer; the head.
    const std::string all = exported(folder, "x.csv");
    const std::string cat = run_tickreel({"cat", folder / "a.reel", "--format", "ndjson"}).out;
    CHECK(lines(all) == lines(cat) + 1);
    CHECK_THAT(all, contains(",type,id,checksum,"));
    CHECK_THAT(all, contains("\"[7,-8,0]\""));
    CHECK(lines(exported(folder, "x.csv", {"--types", "Walker,Chest"})) == 2 * 19 + 1);
}

TEST_CASE("an export that fails leaves nothing") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const auto refused = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"export", reel, "-o", folder / name};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_tickreel(arguments);
    };
    CHECK(refused("x.csv", {"--types", "Nobody"}).code == 1);
    CHECK(refused("x.ndjson", {"--types", "Nobody"}).code == 1);
    CHECK(refused("x.csv", {"--ticks", "110..104"}).code == 1);
    CHECK(refused("x.xyz", {}).code == 2);
    // An event beside anything else is two tables: that is the reason, and what to do is said.
    const Ran two = refused("x.csv", {"--types", "Chat,Walker"});
    CHECK(two.code == 1);
    CHECK_THAT(two.err, contains("one .csv is one table, and events like 'Chat' have columns of "
                                 "their own; export to a folder/ or .ndjson"));
    CHECK_THAT(two.err, !contains("not an item"));
    const Folder other;
    write_sample(other / "b.reel");
    CHECK(refused("x.ndjson", {other / "b.reel"}).code == 2);
    // The sample's game is unknown, so there is no demo format for it.
    const Ran demo = refused("x.demo", {});
    CHECK(demo.code == 1);
    CHECK_THAT(demo.err, contains("has no .demo"));
    CHECK(folder.names() == std::vector<std::string>{"a.reel"});
    write_file(folder / "x.csv", "mine");
    CHECK(refused("x.csv", {}).code == 1);
    CHECK(read_file(folder / "x.csv") == "mine");
}
