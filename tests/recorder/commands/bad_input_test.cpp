#include <algorithm>
#include <sstream>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

// The command with all arguments it needs to get as far as opening `reel`.
std::vector<std::vector<std::string>> readers(const std::string& reel, const std::string& out) {
    return {{"info", reel},
            {"list", reel, "chunks"},
            {"at", reel, "100"},
            {"cat", reel},
            {"diff", reel, "100", "102"},
            {"verify", reel},
            {"recover", reel, "-o", out},
            {"cut", reel, "--ticks", "100..110", "-o", out},
            {"merge", reel, reel, "-o", out},
            {"optimize", reel, "-o", out}};
}

void refused(const std::string& reel, const std::string& out, const std::string& reason) {
    for (const auto& arguments : readers(reel, out)) {
        INFO(arguments[0]);
        const Ran ran = run_tickreel(arguments);
        CHECK(ran.code == 1);
        CHECK(ran.out.empty());
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK_THAT(ran.err, contains("tickreel " + arguments[0] + ": " + reel + ": "));
        CHECK_THAT(ran.err, contains(reason));
    }
}

}  // namespace

TEST_CASE("what is no recording is refused in one line by every verb") {
    const Folder folder;
    const std::string out = folder / "out.reel";
    SECTION("missing") {
        refused(folder / "none.reel", out,
                "cannot open: No such file or directory; check the name and its folder\n");
    }
    SECTION("a folder") {
        refused(folder / "", out, "is a directory without .reel files");
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"cat", folder / "", "--view", "1"}, {"verify", folder / ""}}) {
            const Ran ran = run_tickreel(words);
            CHECK(ran.code == 1);
            CHECK_THAT(
                ran.err,
                contains(": is a directory without .reel files; 'tickreel import' makes them of "
                         "captures and demos\n"));
        }
    }
    SECTION("empty") {
        write_file(folder / "empty.reel", "");
        refused(folder / "empty.reel", out, "");
    }
    SECTION("text") {
        write_file(folder / "text.reel", std::string(4000, 'x'));
        refused(folder / "text.reel", out, "");
    }
    SECTION("another format") {
        write_file(folder / "x.demo", "TWDEMO" + std::string(200, '\0'));
        refused(folder / "x.demo", out, "'tickreel import' makes a reel of it");
    }
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("what is mistaken for something else is said with what to try next") {
    const Folder folder;
    write_sample(folder / "whole.reel");
    write_file(folder / "head.reel", read_file(folder / "whole.reel").substr(0, 8));
    CHECK_THAT(run_tickreel({"import", folder / "head.reel", "-o", folder / "x.reel"}).err,
               contains("not even the header is whole"));
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const auto says = [](const std::vector<std::string>& words, int code, const std::string& next) {
        const Ran ran = run_tickreel(words);
        INFO(ran.err);
        CHECK(ran.code == code);
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK_THAT(ran.err, contains(next));
    };
    says({"diff", reel, "100"}, 2, "'100' is a tick, not a file; give two ticks of one recording");
    says({"query", reel, "walker.x <"}, 1, "is missing at the end; 'tickreel query --help' has");
    says({"query", reel, "walker.z < 1"}, 1, "; did you mean 'x'?");
    says({"cat", folder / "none.reel"}, 1, "; check the name and its folder");
}

TEST_CASE("a recording cut anywhere is read or refused, never more") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string whole = read_file(folder / "a.reel");
    for (std::size_t length = 0; length < whole.size(); length += 97) {
        write_file(folder / "cut.reel", whole.substr(0, length));
        for (const char* verb : {"info", "verify", "cat"}) {
            INFO(verb << " of the first " << length << " bytes");
            const int code = run_tickreel({verb, folder / "cut.reel"}).code;
            CHECK((code == 0 || code == 1 || code == 3));
        }
    }
}

TEST_CASE("wrong usage is 2 and one line with where the help is") {
    for (const char* verb : {"info", "list", "at", "cat", "diff", "verify", "recover", "cut",
                             "merge", "optimize", "render"}) {
        INFO(verb);
        const Ran ran = run_tickreel({verb});
        CHECK(ran.code == 2);
        CHECK(ran.out.empty());
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK_THAT(ran.err, contains(std::string("tickreel ") + verb + " --help"));
    }
    const Folder folder;
    write_sample(folder / "a.reel");
    CHECK(run_tickreel({"info", folder / "a.reel", "--format", "xml"}).code == 2);
    CHECK(run_tickreel({"info", folder / "a.reel", "--format", "csv"}).code == 2);
    CHECK(run_tickreel({"cat", folder / "a.reel", "--frobnicate"}).code == 2);
}

TEST_CASE("--help of every verb ends with two examples") {
    for (const char* verb : {"info", "list", "at", "cat", "diff", "verify", "recover", "cut",
                             "merge", "optimize", "play", "render"}) {
        INFO(verb);
        const Ran ran = run_tickreel({verb, "--help"});
        CHECK(ran.code == 0);
        CHECK(ran.err.empty());
        const std::size_t at = ran.out.rfind("Examples:\n");
        REQUIRE(at != std::string::npos);
        const std::string examples = ran.out.substr(at);
        const std::string call = std::string("\n  tickreel ") + verb + ' ';
        const std::size_t first = examples.find(call);
        REQUIRE(first != std::string::npos);
        CHECK(examples.find(call, first + 1) != std::string::npos);
    }
}

TEST_CASE("steps of --every begin at tick 0, as the help says") {
    const auto ticks = [](const std::vector<std::string>& more) {
        std::vector<std::string> words{
            "cat",      TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel",
            "--types",  "GameInfo",
            "--format", "csv",
            "--every",  "1s"};
        words.insert(words.end(), more.begin(), more.end());
        std::string list;  // without the lines' other columns
        std::istringstream lines(run_tickreel(words).out);
        for (std::string one; std::getline(lines, one);) list += one.substr(0, one.find(',')) + ' ';
        return list;
    };
    // The recording begins at 20.
    CHECK(ticks({"--ticks", "..150"}) == "tick 20 50 100 ");
    // The first snapshot of the step in which the range begins is not in it.
    CHECK(ticks({"--ticks", "1503..1651"}) == "tick 1550 1600 1650 ");
    CHECK(ticks({"--ticks", "1500..1651"}) == "tick 1500 1550 1600 1650 ");
    for (const char* verb : {"cat", "export", "sql"}) {
        std::string help = run_tickreel({verb, "--help"}).out;
        std::replace(help.begin(), help.end(), '\n', ' ');
        help.erase(std::unique(help.begin(), help.end(),
                               [](char a, char b) { return a == ' ' && b == ' '; }),
                   help.end());
        CHECK_THAT(help, contains("Steps begin at tick 0 of each segment"));
    }
}

TEST_CASE("play without a player says what is missing") {
    const Folder folder;
    std::filesystem::copy_file(std::string(TICKREEL_BIN_DIR) + "/tickreel", folder / "tickreel");
    for (const char* verb : {"play", "render"}) {
        const Ran ran = run_shell("PATH= '" + (folder / "tickreel") + "' " + verb + " a.reel");
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("tickreel-player: not installed; build it"));
    }
}

TEST_CASE("play and render hand their arguments over as they are") {
    const Folder folder;
    std::filesystem::copy_file(std::string(TICKREEL_BIN_DIR) + "/tickreel", folder / "tickreel");
    write_file(folder / "tickreel-player", "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 5\n");
    std::filesystem::permissions(folder / "tickreel-player", std::filesystem::perms::owner_all);
    const std::string program = "'" + (folder / "tickreel") + "' ";
    const Ran play = run_shell(program + "play 'my match.reel@100'");
    CHECK(play.code == 5);
    CHECK(play.out == "<my match.reel@100>");
    const Ran render = run_shell(program + "render a.reel --tick 7 -o 'o u t.png' --size 10x10");
    CHECK(render.code == 5);
    CHECK(render.out == "<render><a.reel><--tick><7><-o><o u t.png><--size><10x10>");
}

TEST_CASE("an option that is given as nothing is no option left out") {
    const Folder folder;
    write_sample(folder / "a.reel");
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"cat", folder / "a.reel", "--every", ""},
                                               {"cat", folder / "a.reel", "--view", ""},
                                               {"library", folder / "", "--query", ""}}) {
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 2);
        CHECK_THAT(ran.err, contains(" is empty; see 'tickreel "));
    }
}

TEST_CASE("a schema that cannot be read is said once of several files") {
    const Folder folder;
    const std::string reel = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    for (const char* name : {"a.demo", "b.demo"})
        REQUIRE(run_tickreel({"export", reel, "--ticks", "100..110", "-o", folder / name}).code ==
                0);
    const Ran ran = run_tickreel({"import", folder / "a.demo", folder / "b.demo", "--schema",
                                  folder / "none.txt", "-o", folder / "out/"});
    CHECK(ran.code == 1);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, contains("none.txt: cannot open"));
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
}

TEST_CASE("a schema's types that import does not need are named") {
    const Folder folder;
    const std::string demo = folder / "a.demo";
    REQUIRE(run_tickreel({"export", TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel", "--ticks",
                          "100..110", "-o", demo})
                .code == 0);
    write_file(
        folder / "types.txt",
        "table 0.6\nitem 9 Tee\n  x int\nitem 24 Gate\n  open bool\nmessage 90 Bell server\n");
    const Ran ran =
        run_tickreel({"import", demo, "--schema", folder / "types.txt", "-o", folder / "a.reel"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err,
               contains("types.txt: item 9 'Tee' is left out: this build knows that item"));
    CHECK_THAT(ran.err, contains("message game 90 'Bell' is left out: a schema describes items"));
    CHECK(ran.err.find("Gate") == std::string::npos);
    CHECK_THAT(ran.err,
               contains("a.reel: has no item that " + (folder / "types.txt") + " describes"));
}

TEST_CASE("import --map says if the recording was played on another map") {
    const Folder folder;
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    const std::string demo = folder / "a.demo";
    REQUIRE(run_tickreel({"export", arena, "--ticks", "100..110", "-o", demo}).code == 0);
    write_file(folder / "other.map", "DATA of another one");
    const Ran other =
        run_tickreel({"import", demo, "--map", folder / "other.map", "-o", folder / "a.reel"});
    CHECK(other.code == 0);
    CHECK_THAT(other.err,
               contains("a.reel: " + (folder / "other.map") +
                        " is not the map that was played (tickreel_arena), or another version"));
    REQUIRE(run_tickreel({"list", arena, "attachments", "--extract", "maps/tickreel_arena.map",
                          "-o", folder / "same.map"})
                .code == 0);
    const Ran same =
        run_tickreel({"import", demo, "--map", folder / "same.map", "-o", folder / "b.reel"});
    CHECK(same.code == 0);
    CHECK(same.err.empty());
}
