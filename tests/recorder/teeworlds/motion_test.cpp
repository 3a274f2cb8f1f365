// Dead reckoning compared with a real server's (S3: teeworlds-server 0.7.5, ctf). The captures are
// not part of this repository; without them this program says so and exits with 77.

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "tests/captures.h"
#include "tests/catch.h"
#include "tests/format/games/refreshes.h"
#include "tests/recorder/teeworlds/demo_builder.h"
#include "tickreel/base/file.h"
#include "tickreel/games/teeworlds/character_evolver.h"
#include "tickreel/games/teeworlds/game_map.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

namespace fs = std::filesystem;

// One client's demo: the server's data with the map.
Imported client_demo() {
    for (const auto& entry : fs::directory_iterator(captures() / "S3" / "demos"))
        if (entry.path().filename().string().starts_with("sven_"))
            return import_bytes(*read_whole_file(entry.path().string()));
    FAIL("S3 has no demo of sven");
    return {};
}

}  // namespace

// First: without captures the tests below are meaningless.
TEST_CASE("the captures are there") {
    if (!fs::exists(captures() / "S3" / "demos")) {
        std::cout << "skipped: no real captures at " << captures().string()
                  << " (set TICKREEL_SHARED)" << std::endl;
        std::exit(77);
    }
    SUCCEED();
}

TEST_CASE("evolved cores are the server's at every refresh by age, and at no other") {
    const Imported demo = client_demo();
    REQUIRE(demo.result.ok());
    REQUIRE(demo.sink.attachments.size() == 1);
    const Result<teeworlds::TileMap> tiles =
        teeworlds::read_game_tiles(demo.sink.attachments[0].bytes);
    REQUIRE(tiles.ok());
    const auto type = demo.sink.schema.find("Character");
    REQUIRE(type);
    Refreshes refreshes(demo.sink.schema, *type, *tiles, teeworlds::LineRule::Since07);
    Tally tally;
    for (const Frame& frame : demo.sink.frames) refreshes.take(frame, tally);
    for (const Refresh& wrong : tally.wrong) UNSCOPED_INFO(wrong.text());
    CHECK(tally.older * 10 > tally.rows * 7);
    CHECK(tally.timed > 100);
    CHECK(tally.timed_equal == tally.timed);
    CHECK(tally.early > 5000);
    CHECK(tally.early_differ + tally.early_equal_hidden == tally.early);
    CHECK(tally.early_equal_hidden * 500 < tally.early);
}

TEST_CASE("evolved tees do not jump where rows as sent do") {
    const Imported demo = client_demo();
    REQUIRE(demo.sink.attachments.size() == 1);
    auto evolver =
        teeworlds::read_character_evolver(demo.sink.schema, demo.sink.attachments[0].bytes);
    REQUIRE(evolver.ok());
    const TypeId type = *demo.sink.schema.find("Character");
    const auto layout = teeworlds::CharacterLayout::of(demo.sink.schema[type]);
    REQUIRE(layout);
    Jumps sent;
    Jumps evolved;
    std::uint64_t unknown = 0;
    const auto place = [&](Row row, Tick tick) {
        const auto words = layout->core_words(row);
        return Jumps::Place{tick, words[0], words[1]};
    };
    for (const Frame& frame : demo.sink.frames) {
        for (const Item item : frame.snapshot) {
            if (item.key.type != type) continue;
            sent.see(item.key.entity, place(item.row, frame.tick));
            const Row now = (*evolver)->evolve(item.key, item.row, frame.tick);
            unknown += now.empty() ? 1 : 0;
            if (!now.empty()) evolved.see(item.key.entity, place(now, frame.tick));
        }
    }
    CHECK(unknown == 0);
    CHECK(sent.count > 50);
    CHECK(evolved.count == 0);
}
