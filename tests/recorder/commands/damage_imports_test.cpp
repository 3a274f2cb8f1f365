// What `import` takes, cut and with flipped bits: a cut file gives the rows of the whole one up to
// the cut, and says that it is one; see damage_sweep.h. None of these formats has checksums over
// what it holds, so a flipped bit may be another value: then only that nothing crashes is checked.
#include <algorithm>
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/damage_sweep.h"

using namespace tickreel_test;

namespace {

std::vector<std::string> rows_of(const std::string& recording) {
    if (!std::filesystem::exists(recording)) return {};
    return comparable_lines(run_tickreel({"cat", recording, "--format", "ndjson"}).out);
}

// A tick of Firefall is what came within 50 ms: of the last one, what came before the cut.
std::string without_last_tick(const Ran& ran) {
    const std::string kEnds = "ends with tick ";
    const auto at = ran.err.find(kEnds);
    if (ran.err.find(", which may lack what came later") == ran.err.npos || at == ran.err.npos)
        return "";
    return "{\"tick\":\"" + std::to_string(std::stoi(ran.err.substr(at + kEnds.size()))) + "\"";
}

void check_cut(const std::vector<std::string>& all, const std::string& recording, const Ran& ran) {
    auto left = rows_of(recording);
    if (const std::string last = without_last_tick(ran); !last.empty())
        std::erase_if(left, [&](const std::string& row) { return row.starts_with(last); });
    const auto wrong = not_in(left, all);
    if (!wrong.empty()) FAIL_CHECK("not in the whole file: " << wrong.front());
    if (left.size() < all.size()) CHECK(ran.code != 0);
    if (ran.code != 0) CHECK_FALSE(ran.err.empty());
}

void sweep_imports(const Folder& folder, const std::vector<std::string>& names, int times) {
    std::mt19937 random = damage_seed();
    std::vector<std::vector<std::string>> all;
    for (const std::string& name : names) {
        const std::string recording = folder / (name + ".reel");
        REQUIRE(run_tickreel({"import", folder / name, "-o", recording}).code == 0);
        all.push_back(rows_of(recording));
        REQUIRE_FALSE(all.back().empty());
    }
    for (int i = 0; i < times; ++i) {
        const auto one = static_cast<std::size_t>(i) % names.size();
        const std::string& name = names[one];
        const bool cut = i / static_cast<int>(names.size()) % 2 == 0;
        std::string bytes = read_file(folder / name);
        const std::string what = damage(bytes, cut ? Damaging::Cut : Damaging::Flip, random);
        INFO(what << " of " << name);
        const std::string damaged = folder / ("damaged" + name.substr(name.find('.')));
        write_file(damaged, bytes);
        std::filesystem::remove(folder / "OUT.reel");
        const Ran ran = run_tickreel({"import", damaged, "-o", folder / "OUT.reel"});
        INFO(ran.err);
        CHECK((ran.code == 0 || ran.code == 1 || ran.code == 3));
        CHECK(ran.err.find("xception") == std::string::npos);
        CHECK(std::filesystem::exists(folder / "OUT.reel") == (ran.code != 1));
        if (cut) check_cut(all[one], folder / "OUT.reel", ran);
        if (ran.code != 1) CHECK(run_tickreel({"verify", folder / "OUT.reel"}).code == 0);
        // The player takes them as they are.
        const Ran drawn =
            run_tickreel({"render", damaged, "--tick", "120", "-o", folder / "OUT.png", "--force",
                          "--size", "160x90", "--art", "builtin", "--font", "builtin"});
        INFO(drawn.err);
        CHECK((drawn.code == 0 || drawn.code == 1 || drawn.code == 3 || drawn.code == 127));
        CHECK(drawn.err.find("xception") == std::string::npos);
        if (ran.code == 3) CHECK(drawn.code != 0);
    }
}

}  // namespace

TEST_CASE("damaged files of other programs: import loses only what is behind a cut, and says so") {
    const Folder folder;
    const std::string demos = TICKREEL_SOURCE_DIR "/demos/";
    const auto make = [&](const std::string& from, const std::string& ticks,
                          const std::string& to) {
        const std::string part = folder / (to + "-part.reel");
        REQUIRE(run_tickreel({"cut", demos + from, "--ticks", ticks, "-o", part}).code == 0);
        REQUIRE(run_tickreel({"export", part, "-o", folder / to}).code == 0);
    };
    make("arena_8_players.reel", "100..300", "arena.demo");
    make("outpost_firefall.reel", "100..140", "outpost.faucap");
    write_file(folder / "game.teehistorian",
               read_file(TICKREEL_SOURCE_DIR "/tests/fuzz/corpus/fuzz_teehistorian/places"));
    sweep_imports(folder, {"arena.demo", "outpost.faucap", "game.teehistorian"}, damages(6));
}

TEST_CASE("messages that a wrong bit makes unknown are counted by import") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    REQUIRE(run_tickreel({"cut", TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel", "--ticks",
                          "100..140", "-o", reel})
                .code == 0);
    REQUIRE(run_tickreel({"export", reel, "-o", folder / "a.faucap"}).code == 0);
    const std::string whole = read_file(folder / "a.faucap");
    const std::vector<std::string> import{
        "import", folder / "b.faucap", "-o", folder / "b.reel", "-f", "-v"};
    std::mt19937 random(1);  // one of some thirty bits does it
    int found = 0;
    for (int i = 0; i < 400 && found == 0; ++i) {
        std::string bytes = whole;
        const std::string what = damage(bytes, Damaging::Flip, random);
        write_file(folder / "b.faucap", bytes);
        const Ran ran = run_tickreel(import);
        if (ran.err.find("messages kept as bytes 1,") == std::string::npos) continue;
        INFO(what);
        ++found;
        CHECK_THAT(ran.err, contains("b.reel: 1 message kept as bytes: this build does not know "
                                     "it, or it is damaged"));
    }
    CHECK(found == 1);
    write_file(folder / "b.faucap", whole);
    CHECK(run_tickreel(import).err.find("kept as bytes:") == std::string::npos);
}
