// Questions to the sample recordings whose answers people can check by another way.
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/base/concat.h"

using namespace tickreel_test;

namespace {

const std::string kDemos = TICKREEL_SOURCE_DIR "/demos/";
const std::string kPlayers = kDemos + "arena_8_players.reel";

}  // namespace

// It was recorded before its format had a role for skins, and a class for what clients say.
TEST_CASE("redact --drop skin,chat of an old recording leaves neither", "[demos]") {
    const Folder folder;
    const std::string out = folder / "out.reel";
    const auto skins = [](const std::string& reel) {
        return run_tickreel({"sql", reel, "SELECT DISTINCT skin FROM client_info WHERE skin <> ''"})
            .out;
    };
    const auto said = [](const std::string& reel) {
        return run_tickreel({"list", reel, "events", "--types", "Cl_Say", "--format", "csv"}).out;
    };
    CHECK_THAT(skins(kPlayers), contains("brownbear"));
    CHECK_THAT(said(kPlayers), contains("Cl_Say"));
    REQUIRE(run_tickreel({"redact", "-q", kPlayers, "--drop", "skin,chat", "-o", out}).code == 0);
    CHECK_THAT(skins(out), !contains("brownbear"));
    CHECK_THAT(said(out), !contains("Cl_Say"));
}

// It empties bytes that the layouts of the game cannot have empty.
TEST_CASE("what redact leaves of a Firefall recording goes through .faucap", "[demos]") {
    const Folder folder;
    const std::string redacted = folder / "a.reel";
    const std::string again = folder / "b.reel";
    for (const char* dropped : {"inputs", "inputs,time"}) {
        INFO(dropped);
        REQUIRE(run_tickreel({"redact", "-qf", kDemos + "outpost_firefall.reel", "--drop", dropped,
                              "-o", redacted})
                    .code == 0);
        REQUIRE(run_tickreel({"export", "-qf", redacted, "-o", folder / "a.faucap"}).code == 0);
        const Ran import = run_tickreel({"import", "-qf", folder / "a.faucap", "-o", again});
        CHECK(import.code == 0);
        CHECK(import.err == "");
        for (const char* what :
             {"SELECT type, count(*), min(tick), max(tick) FROM items GROUP BY 1 ORDER BY 1",
              "SELECT tick, time, id, name, x, y, z FROM positions ORDER BY ALL"}) {
            const std::string before = run_tickreel({"sql", redacted, "--format", "csv", what}).out;
            CHECK(before.size() > 200);
            CHECK((run_tickreel({"sql", again, "--format", "csv", what}).out == before));
        }
    }
}

TEST_CASE("a view that ended before a kill has no first sight of it", "[demos]") {
    const Folder folder;
    const std::string whole = folder / "whole.reel";
    const std::string early = folder / "early.reel";
    const std::string other = folder / "other.reel";
    const std::string match = folder / "match.reel";
    const std::string views = kDemos + "arena_8_views.reel";
    const std::string sights = "SELECT count(*) FROM first_sights WHERE viewer = 'early'";
    REQUIRE(run_tickreel({"cut", "-q", views, "--view", "Fern", "-o", whole}).code == 0);
    REQUIRE(run_tickreel({"cut", "-q", views, "--view", "Elm", "-o", other}).code == 0);
    for (const char* end : {"300", "1000000"}) {
        REQUIRE(
            run_tickreel({"cut", "-qf", whole, "--ticks", tickreel::concat("..", end), "-o", early})
                .code == 0);
        REQUIRE(run_tickreel({"merge", "-qf", "--views", early, other, "-o", match}).code == 0);
        const auto ask = [&](const std::string& where) {
            return run_tickreel({"sql", match, "--format", "csv", sights + where}).out;
        };
        CHECK((ask(" AND tick > 300") == "count_star()\n0\n") == (std::string(end) == "300"));
    }
}

TEST_CASE("a view is never called like a number, or like what --view takes besides", "[demos]") {
    const Folder folder;
    const std::string views = kDemos + "arena_8_views.reel";
    const std::string match = folder / "match.reel";
    std::vector<std::string> merge{"merge", "-q", "--views"};
    for (const std::string name : {"2", "union", "all"}) {
        merge.push_back(folder / (name + ".reel"));
        const std::string view = std::to_string(merge.size() - 3);
        REQUIRE(run_tickreel({"cut", "-q", views, "--view", view, "-o", merge.back()}).code == 0);
    }
    merge.insert(merge.end(), {"-o", match});
    REQUIRE(run_tickreel(merge).code == 0);
    const Ran info = run_tickreel({"info", match, "--format", "ndjson"});
    for (const char* name : {R"("name":"_2")", R"("name":"_union")", R"("name":"_all")"})
        CHECK_THAT(info.out, contains(name));
}

TEST_CASE("a share of a recording whose end is missing is not that of the whole one", "[demos]") {
    const Folder folder;
    const std::string cut = folder / "cut.reel";
    const std::string bytes = read_file(kPlayers);
    write_file(cut, bytes.substr(0, bytes.size() * 6 / 10));
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"at", cut, "50%"},
          {"cat", cut, "--ticks", "10%..20%"},
          {"query", cut, "kill", "--ticks", "10%..20%"},
          {"list", cut, "events", "--ticks", "10%..20%"},
          {"cut", cut, "--ticks", "10%..20%", "-o", folder / "out.reel"},
          {"export", cut, "--ticks", "10%..20%", "-o", folder / "out.csv"}}) {
        INFO(command.front());
        const Ran ran = run_tickreel(command);
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("missing"));
    }
    CHECK(run_tickreel({"at", cut, "100"}).code == 0);
}

TEST_CASE("nan is no number of an option", "[demos]") {
    const Folder folder;
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"optimize", kPlayers, "-o", folder / "a.reel", "--group", "nan"},
          {"record", "--listen", "127.0.0.1:0", "--server", "127.0.0.1:1", "-o", folder / "a.reel",
           "--flush", "nan"}}) {
        const Ran ran = run_tickreel(command);
        CHECK(ran.code == 2);
        CHECK_THAT(ran.err, contains("nan is not a number"));
    }
}
