// How the match's clock runs: ../shared/protocol/teeworlds.md and the games' clients.
#include "player/games/teeworlds/match_state.h"

#include "tests/catch.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using namespace tickreel::teeworlds_art;

namespace {

ItemType type_of(const std::string& name, const std::vector<std::string>& fields) {
    ItemType type;
    type.name = name;
    for (const std::string& field : fields) type.fields.push_back({field, FieldKind::Int32});
    return type;
}

struct Table {
    Schema schema{};
    Frame frame{};
    TextureStore textures{};
    Font font{textures, {}};
    MessageHistory history{};

    void set(std::string_view type, std::vector<Word> row) {
        SnapshotBuilder builder(frame.snapshot);
        builder.set({*schema.find(type), 0}, row);
        frame.snapshot = builder.build();
    }
    MatchState state() {
        frame.tick = 1000;
        SceneInput input{schema, textures, font};
        input.frame = &frame;
        return read_match_state(input, history);
    }
};

}  // namespace

TEST_CASE("0.6: a limit counts down, but not in a warmup, and sudden death has no clock") {
    Table table;
    table.schema.add(type_of("GameInfo", {"game_flags", "game_state_flags", "round_start_tick",
                                          "warmup_timer", "score_limit", "time_limit"}));
    const auto with = [&](Word flags, Word warmup, Word limit) {
        table.set("GameInfo", {0, flags, 0, warmup, 20, limit});
        return table.state();
    };
    CHECK(with(0, 0, 5).time_limit == 5);
    CHECK(with(0, 100, 5).time_limit == 0);
    CHECK(with(0, static_cast<Word>(-2500), 5).time_limit == 5);  // DDNet's race, no warmup
    CHECK(with(1, 0, 5).over);
    CHECK(with(2, 0, 5).sudden_death);
    CHECK_FALSE(with(4, 0, 5).sudden_death);
}

TEST_CASE("0.7: the limit comes in a message, or in a .demo's item") {
    Table table;
    table.schema.add(
        type_of("GameData", {"game_start_tick", "game_state_flags", "game_state_end_tick"}));
    table.schema.add(type_of(
        "De_GameInfo", {"game_flags", "score_limit", "time_limit", "match_num", "match_current"}));
    table.set("GameData", {0, 0, 0});
    CHECK(table.state().time_limit == 0);
    table.history.limits.add({{0, 900}, 7});
    table.history.limits.add({{0, 1001}, 3});  // later
    CHECK(table.state().time_limit == 7);
    table.set("GameData", {0, 1, 0});  // warmup
    CHECK(table.state().time_limit == 0);
    table.set("GameData", {0, 2, 0});
    CHECK(table.state().sudden_death);
    table.set("GameData", {0, 16, 0});  // paused
    CHECK_FALSE(table.state().over);
    CHECK_FALSE(table.state().stands_at);
    for (const Word over : {4, 8}) {  // the round, the match
        table.set("GameData", {0, over, 750});
        CHECK(table.state().over);
        CHECK(table.state().stands_at == 750);
    }
    table.set("De_GameInfo", {0, 20, 9, 0, 1});
    CHECK(table.state().time_limit == 9);
}

TEST_CASE("why nobody plays now is said as in the games") {
    Table table;
    const bool old = GENERATE(true, false);
    if (old) {
        table.schema.add(type_of("GameInfo", {"game_state_flags", "warmup_timer"}));
        const auto notice = [&](Word flags, Word warmup) {
            table.set("GameInfo", {flags, warmup});
            return table.state().notice;
        };
        CHECK(notice(0, 0).empty());
        CHECK(notice(8, static_cast<Word>(-2500)).empty());  // DDNet's race
        CHECK(notice(4, 0) == "Game paused");
        CHECK(notice(5, 0).empty());  // over
        CHECK(notice(0, 500) == "Warmup 10");
        CHECK(notice(0, 249) == "Warmup 4.9");
        return;
    }
    table.schema.add(type_of("GameData", {"game_state_flags", "game_state_end_tick"}));
    const auto notice = [&](Word flags, Word ends) {
        table.set("GameData", {flags, ends});
        return table.state().notice;
    };
    CHECK(notice(0, 0).empty());
    CHECK(notice(16, 0) == "Game paused");
    CHECK(notice(16, 1170) == "Game paused 3.4");  // at tick 1000
    CHECK(notice(32, 1500) == "Game starts in 10");
    CHECK(notice(32 | 16, 1100) == "Game starts in 2.0");
    CHECK(notice(1, 0) == "Warmup");
    CHECK(notice(8 | 16, 1100).empty());
}

TEST_CASE("a limit counts down in whole seconds as in the game, whichever game it is") {
    MatchState match;
    match.time_limit = 1;
    // TimeLimit * 60 - (GameTick - RoundStartTick) / 50, in whole numbers
    for (int played = 0; played < 3000; ++played)
        CHECK(clock_seconds(match, played, 50) == 60 - played / 50);
    CHECK(clock_seconds(match, 1034, 50) == 40);
    match.over = true;
    CHECK(clock_seconds(match, 1034, 50) == 0);
    match = {};  // a warmup, or none: up
    CHECK(clock_seconds(match, 1034, 50) == 1034.0 / 50);
    match.stands_at = 900;
    CHECK(clock_seconds(match, 1034, 50) == 18);
}
