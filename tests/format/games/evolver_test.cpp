// Character rows at the tick of their snapshot: as sent, evolved, or unknown.

#include "tests/catch.h"
#include "tests/format/games/falling_tee.h"
#include "tests/format/games/refreshes.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/games/teeworlds/character_evolver.h"
#include "tickreel/games/teeworlds/character_row.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::falling_row;

namespace {

Schema characters() {
    Schema schema;
    schema.add(tickreel_test::character_type());
    return schema;
}

std::unique_ptr<Evolver> evolver(const Schema& schema) {
    auto made = make_character_evolver(schema, TileMap(40, 400));
    REQUIRE(made.ok());
    return std::move(*made);
}

}  // namespace

TEST_CASE("a row is brought to the tick of its snapshot, what is no core stays") {
    const Schema schema = characters();
    const auto made = evolver(schema);
    const std::vector<Word> row = falling_row(1000);
    const Row now = made->evolve({0, 3}, row, 1004);
    REQUIRE(now.size() == row.size());
    CHECK(now[0] == 1004);
    CHECK(now[2] == 106);
    CHECK(now[4] == 2 * 256);
    CHECK(now[15] == 7);
}

TEST_CASE("going on from the last state is the same as starting anew") {
    const Schema schema = characters();
    const auto steps = evolver(schema);
    const std::vector<Word> row = falling_row(1000);
    for (Tick tick = 1000; tick <= 1150; tick += 2) {
        const Row a = steps->evolve({0, 3}, row, tick);
        const std::vector<Word> by_steps(a.begin(), a.end());
        const auto fresh = evolver(schema);
        const Row b = fresh->evolve({0, 3}, row, tick);
        CHECK(by_steps == std::vector<Word>(b.begin(), b.end()));
    }
    const Row back = steps->evolve({0, 3}, row, 1004);
    CHECK(back[2] == 106);
}

TEST_CASE("tick 0 and the snapshot's own tick mean: as it is") {
    const Schema schema = characters();
    const auto made = evolver(schema);
    for (const Word tick : {0, 5000}) {
        const std::vector<Word> row = falling_row(tick);
        const Row now = made->evolve({0, 3}, row, 5000);
        CHECK(std::vector<Word>(now.begin(), now.end()) == row);
    }
}

TEST_CASE("what no client evolves is not known") {
    const Schema schema = characters();
    const auto made = evolver(schema);
    CHECK(made->evolve({0, 3}, falling_row(1000), 1150).size() == 16);
    CHECK(made->evolve({0, 3}, falling_row(1000), 1151).empty());  // older than 3 s
    CHECK(made->evolve({0, 3}, falling_row(1000), 999).empty());   // from the future
    CHECK(made->evolve({0, 3}, falling_row(-4), 10).empty());
    std::vector<Word> cut = falling_row(1000);
    cut.resize(10);
    CHECK(made->evolve({0, 3}, cut, 1004).empty());
}

TEST_CASE("the list of games makes evolvers from maps, and says why not") {
    const Schema schema = characters();
    REQUIRE(evolvers().size() == 1);
    CHECK(evolvers()[0].game == "teeworlds");
    const auto made = evolvers()[0].make(schema, {});
    REQUIRE_FALSE(made.ok());
    CHECK(made.error().message.find("map") != std::string::npos);
}

TEST_CASE("a core sent anew at the age may differ where another tee or a hit touches this one") {
    using Items = std::vector<std::pair<ItemKey, std::vector<Word>>>;
    const TileMap air(40, 400);
    Schema schema = characters();
    ItemType damage;
    damage.name = "Damage";
    schema.add(damage);
    // With these items beside the tee in the last two of three snapshots.
    const auto differs = [&](const Items& before, const Items& now) {
        tickreel_test::Refreshes refreshes(schema, 0, air, LineRule::Since07);
        tickreel_test::Tally tally;
        for (const Tick tick : {1000, 1150, 1151}) {
            SnapshotBuilder builder;
            builder.set({0, 3}, falling_row(tick < 1151 ? 1000 : 1151));
            for (const auto& [key, row] : tick < 1151 ? before : now) builder.set(key, row);
            Frame frame;
            frame.tick = tick;
            frame.snapshot = builder.build();
            refreshes.take(frame, tally);
        }
        return tally;
    };
    const auto may_differ = [&](const Items& before, const Items& now) {
        const tickreel_test::Tally tally = differs(before, now);
        REQUIRE(tally.timed == 1);
        REQUIRE(tally.wrong.size() + tally.timed_touched == 1);
        return tally.timed_touched == 1;
    };
    std::vector<Word> near = falling_row(0);
    std::vector<Word> far = falling_row(0);
    far[1] += 100;
    std::vector<Word> hooking = far;
    hooking[8] = 3;  // hooked_player
    CHECK_FALSE(may_differ({}, {}));
    CHECK(may_differ({}, {{{0, 4}, near}}));
    CHECK(may_differ({{{0, 4}, near}}, {}));  // it died
    CHECK_FALSE(may_differ({{{0, 4}, far}}, {{{0, 4}, far}}));
    CHECK(may_differ({{{0, 4}, far}}, {{{0, 4}, hooking}}));
    CHECK(may_differ({{{0, 4}, hooking}}, {{{0, 4}, far}}));  // it let go
    CHECK(may_differ({}, {{{1, 0}, {320 + 100, 100}}}));
    CHECK_FALSE(may_differ({}, {{{1, 0}, {320 + 200, 100}}}));
}
