// What is said of a damaged match file to who asks for one view, or a range of it.
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/match_reader.h"

using namespace tickreel_test;

namespace {

// Two views of three maps, ticks 100 to 898, 1100 to 1898, 2100 to 2898; b came within the second
// one, its first.
std::string write_match(const Folder& folder) {
    SampleOptions three;
    three.segments = 3;
    three.frames = 400;
    three.segment_step = 1000;
    write_sample(folder / "a.reel", three);
    const std::string match = folder / "match.reel";
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
             {"cut", folder / "a.reel", "--ticks", "s1:1500..", "-o", folder / "b.reel"},
             {"merge", "--views", folder / "a.reel", folder / "b.reel", "-o", match}}) {
        const Ran ran = run_tickreel(verb);
        INFO(ran.err);
        REQUIRE(ran.code == 0);
    }
    return match;
}

// The chunk that holds a tick; its text is "410..560".
std::string damage(const std::string& path, tickreel::Moment moment) {
    std::string bytes = read_file(path);
    const auto match = tickreel::MatchReader::open(*tickreel::open_file(path));
    REQUIRE(match);
    for (const tickreel::ChunkInfo& chunk : (*match)->chunks())
        if (chunk.segment == moment.segment && chunk.first_tick <= moment.tick &&
            moment.tick <= chunk.last_tick) {
            bytes[chunk.offset + 70] ^= 1;
            write_file(path, bytes);
            return std::to_string(chunk.first_tick) + "..";
        }
    FAIL("no such chunk");
    return "";
}

}  // namespace

TEST_CASE("only a view that lacks something of a damaged match file says so, in its own segments") {
    const Folder folder;
    const std::string match = write_match(folder);
    damage(match, {0, 500});
    const std::vector<std::vector<std::string>> verbs{
        {"verify", match},
        {"cat", match},
        {"query", match, "Walker.x > 0"},
        {"at", match, "s0:1600"},
        {"du", match},
        {"doctor", match},
        {"cut", match, "-o", folder / "out.reel", "-f"},
        {"export", match, "-o", folder / "out.csv", "-f"},
        {"redact", match, "--key", "K", "-o", folder / "out.reel", "-f"},
        {"sql", match, "SELECT count(*) FROM walker"}};
    const auto ask = [](std::vector<std::string> words, const std::string& view) {
        words.insert(words.begin() + 2, {"--view", view});
        return run_tickreel(words);
    };
    for (const auto& verb : verbs) {
        INFO(verb[0]);
        const Ran whole = ask(verb, "b");
        INFO(whole.err);
        CHECK(whole.code == 0);
        CHECK_THAT(whole.err, !contains("missing"));
        if (verb[0] == "at") continue;
        const Ran ran = ask(verb, "a");
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains(" are missing from view a: damaged at offset"));
    }
    // All views together are what the file is.
    CHECK(run_tickreel({"verify", match}).code == 3);
    const std::string lost = damage(match, {2, 2600});
    for (const auto& verb : verbs) {
        INFO(verb[0]);
        if (verb[0] == "at") continue;
        const Ran ran = ask(verb, "b");
        INFO(ran.err);
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("ticks s1:" + lost) && contains(" are missing from view b: "));
    }
    CHECK_THAT(ask({"cat", match}, "a").err, contains(", s2:" + lost));
}

TEST_CASE("a range of a damaged match file that lacks nothing is whole") {
    const Folder folder;
    const std::string match = write_match(folder);
    const std::string lost = damage(match, {2, 2600});
    const auto code = [&](const std::string& view, const std::string& ticks) {
        std::vector<int> codes;
        for (std::vector<std::string> verb :
             {std::vector<std::string>{"cat", match},
              {"query", match, "Walker.x > 0"},
              {"export", match, "-o", folder / "out.csv", "-f"},
              {"export", match, "-o", folder / "out.parquet", "-f"}}) {
            if (verb.back() == folder / "out.parquet" && run_tickreel({"sql", "--help"}).code != 0)
                continue;
            verb.insert(verb.begin() + 2, {"--view", view, "--ticks", ticks});
            const Ran ran = run_tickreel(verb);
            INFO(verb[0] << ' ' << ran.err);
            CHECK((ran.err.find(" missing") == std::string::npos) == (ran.code == 0));
            codes.push_back(ran.code);
        }
        for (const int one : codes) CHECK(one == codes.front());
        return codes.front();
    };
    CHECK(code("a", "s0:100..s2:2200") == 0);
    CHECK(code("b", "s0:1500..s1:2200") == 0);
    CHECK(code("union", "s2:2100..2200") == 0);
    CHECK(code("a", "s2:2500..2610") == 3);
    CHECK(code("b", "s1:2500..2610") == 3);
    CHECK(code("b", "s1:2500..") == 3);
    CHECK(code("union", "s2:2500..2610") == 3);
    CHECK(code("a", "0%..10%") == 3);  // which ticks are, depends on all of them
    const auto at = [&](const std::string& place) {
        return run_tickreel({"at", match, place, "--view", "b"}).code;
    };
    CHECK(at("s1:2200") == 0);
    CHECK(at("s1:2600") == 3);
    CHECK(at("s1:2890") == 0);
    CHECK(at("90%") == 3);
}

TEST_CASE("damage is no gap where a match file's gaps are counted") {
    const Folder folder;
    const std::string match = write_match(folder);
    const auto gaps = [](const std::string& text) {
        const std::size_t at = text.find("\"gaps\":");
        return at == text.npos ? text : text.substr(at, text.find(',', at) - at);
    };
    const auto info = [&] { return gaps(run_tickreel({"info", match, "--format", "ndjson"}).out); };
    const auto listed = [&] {
        const Ran ran = run_tickreel(
            {"library", folder / ".", "--catalog", folder / "c.sqlite", "--format", "ndjson"});
        const std::size_t at = ran.out.find("match.reel");
        return gaps(at == std::string::npos ? ran.err : ran.out.substr(at));
    };
    CHECK(info() == "\"gaps\":3");
    CHECK(listed() == "\"gaps\":3");
    std::filesystem::remove(folder / "c.sqlite");
    damage(match, {2, 2600});
    CHECK(info() == "\"gaps\":3");
    CHECK(listed() == "\"gaps\":3");
}
