// --every of cat and export, compared with all rows.

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

// Lines of CSV by their tick, which is the first cell.
std::map<long, std::string> by_tick(const std::string& csv) {
    std::istringstream in(csv);
    std::map<long, std::string> lines;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) lines[std::stol(line)] += line + '\n';
    return lines;
}

// The first of each `step` ticks.
std::string first_of_steps(const std::map<long, std::string>& lines, long step) {
    std::string text;
    std::map<long, bool> seen;
    for (const auto& [tick, line] : lines)
        if (!std::exchange(seen[tick / step], true)) text += line;
    return text;
}

std::string without_head(const std::string& csv) {
    return csv.substr(csv.find('\n') + 1);
}

}  // namespace

TEST_CASE("--every takes the first snapshot of each step") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);  // 50 ticks per second
    const auto cat = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments{"cat", reel, "--types", "Walker", "--format", "csv"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ran ran = run_tickreel(arguments);
        CHECK(ran.code == 0);
        return ran.out;
    };
    const auto all = by_tick(cat({}));
    REQUIRE(all.size() > 15);
    for (const auto& [every, step] : std::map<std::string, long>{{"100ms", 5},
                                                                 {"10Hz", 5},
                                                                 {"0.2s", 10},
                                                                 {"5hz", 10},
                                                                 {"20ms", 1},
                                                                 {"1ms", 1},
                                                                 {"60m", 180000},
                                                                 {"1h", 180000},
                                                                 {"24h", 4320000}}) {
        INFO(every);
        CHECK(without_head(cat({"--every", every})) == first_of_steps(all, step));
    }
    // The range does not move the steps.
    CHECK(without_head(cat({"--every", "100ms", "--ticks", "105.."})) ==
          first_of_steps(by_tick(cat({"--ticks", "105.."})), 5));
    for (const char* wrong : {"0ms", "-1s", "5", "ms", "10 ms", "nan", "2d", "1e9s", "24.1h"})
        CHECK(run_tickreel({"cat", reel, "--every", wrong}).code == 2);
}

// A type that most snapshots lack: the first snapshot of a step is that of the recording, as in
// sql.
TEST_CASE("--every takes the same rows of a rare type everywhere") {
    const Folder folder;
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos/arena_8_players.reel").string();
    std::size_t rows = 0;
    for (const char* type : {"DamageInd", "SoundWorld", "Explosion"}) {
        INFO(type);
        const Ran cat =
            run_tickreel({"cat", reel, "--types", type, "--every", "1s", "--format", "ndjson"});
        const std::string out = folder / "a.csv";
        CHECK(run_tickreel({"export", reel, "--types", type, "--every", "1s", "-o", out, "--force"})
                  .code == 0);
        const std::string csv = read_file(out);
        const auto lines = std::count(cat.out.begin(), cat.out.end(), '\n');
        CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + lines);
        rows += static_cast<std::size_t>(lines);
    }
    CHECK(rows > 10);
}

TEST_CASE("--every in exports of CSV and NDJSON keeps all events") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const auto exported = [&](const std::string& name, std::vector<std::string> more) {
        std::vector<std::string> arguments{"export", reel, "-o", folder / name, "--force"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        CHECK(run_tickreel(arguments).code != 2);
        return read_file(folder / name);
    };
    for (const char* types : {"Walker", "Walker,Chest"}) {
        const std::string all = exported("a.csv", {"--types", types});
        CHECK(without_head(exported("a.csv", {"--types", types, "--every", "100ms"})) ==
              first_of_steps(by_tick(all), 5));
    }
    const std::string chat = exported("c.csv", {"--types", "chat"});
    CHECK(exported("c.csv", {"--types", "chat", "--every", "1s"}) == chat);
    const std::string lines = exported("a.ndjson", {"--every", "1s"});
    CHECK_THAT(lines, contains("\"event\":"));
    CHECK_THAT(lines, contains("\"tick\":\"100\""));
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);)
        if (line.find("\"type\":") != std::string::npos)
            CHECK_THAT(line, contains("\"tick\":\"100\""));
    CHECK(run_tickreel({"export", reel, "-o", folder / "a.mcap", "--every", "1s"}).code == 2);
}
