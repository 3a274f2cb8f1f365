// The core of a character and both line tracing rules, compared with values calculated by hand.

#include "tests/catch.h"
#include "tickreel/games/teeworlds/character_row.h"
#include "tickreel/games/teeworlds/reckoning.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

// A closed room of 20 x 20 tiles; the floor begins at y = 608.
TileMap room() {
    TileMap tiles(20, 20);
    tiles.fill(0, 0, 20, 1, kSolid);
    tiles.fill(0, 19, 20, 1, kSolid);
    tiles.fill(0, 0, 1, 20, kSolid);
    tiles.fill(19, 0, 1, 20, kSolid);
    return tiles;
}

constexpr float kFloor = 608;

CharacterCore at(float x, float y) {
    CharacterCore core;
    core.position = {x, y};
    core.hook_position = core.position;
    return core;
}

}  // namespace

TEST_CASE("a fall is the sum of its rounded steps") {
    const TileMap tiles = room();
    const Reckoning reckoning(tiles, LineRule::Since07);
    // Velocities 0.5, 1, 1.5, 2: positions are rounded half away from zero after every tick.
    CharacterCore core = at(320, 100);
    const float expected[] = {101, 102, 104, 106, 109, 112, 116};
    float velocity = 0;
    for (const float y : expected) {
        reckoning.step(core);
        velocity += 0.5F;
        CHECK(core.velocity.y == velocity);
        CHECK(core.position.y == y);
    }
}

TEST_CASE("a tee that ran goes on running, and stops at the wall") {
    const TileMap tiles = room();
    const Reckoning reckoning(tiles, LineRule::Since07);
    CharacterCore core = at(100, kFloor - 15);
    core.direction = 1;
    CHECK(reckoning.evolved(core, 1).velocity.x == 2.0F);
    CHECK(reckoning.evolved(core, 5).velocity.x == 10.0F);
    CHECK(reckoning.evolved(core, 20).velocity.x == 10.0F);
    const CharacterCore stopped = reckoning.evolved(core, 150);
    CHECK(stopped.velocity.x == 0.0F);
    CHECK(stopped.position.x > 590 - 14);
    CHECK(stopped.position.x <= 608 - 14);
}

TEST_CASE("landing gives the air jump back, the handled key stays") {
    const TileMap tiles = room();
    const Reckoning reckoning(tiles, LineRule::Since07);
    CharacterCore core = at(320, 500);
    core.jumped = 3;
    CHECK(reckoning.evolved(core, 1).jumped == 3);
    CHECK(reckoning.evolved(core, 60).jumped == 1);
}

TEST_CASE("a flying hook grabs what can be hooked, bounces off what cannot, ends in the air") {
    TileMap tiles = room();
    CharacterCore core = at(320, kFloor - 15);
    core.hook_state = kHookFlying;
    core.hook_direction = {0, -1};
    core.hook_position = {320, kFloor - 57};
    const auto state_after = [&](Tick ticks) {
        return Reckoning(tiles, LineRule::Since07).evolved(core, ticks).hook_state;
    };
    // 380 units up is air; the hook flies 80 units per tick.
    CHECK(state_after(4) == kHookFlying);
    CHECK(state_after(5) == kHookRetractStart);
    CHECK(state_after(7) == kHookRetractEnd);
    CHECK(state_after(8) == kHookRetracted);
    tiles.fill(9, 10, 3, 1, kSolid);
    CHECK(state_after(4) == kHookGrabbed);
    tiles.fill(9, 10, 3, 1, kUnhookable);
    CHECK(state_after(2) == kHookFlying);
    CHECK(state_after(3) == kHookRetractStart);
}

TEST_CASE("in the empty world nobody can be held") {
    const TileMap tiles = room();
    CharacterCore core = at(320, 300);
    core.hook_state = kHookGrabbed;
    core.hooked_player = 5;
    core.hook_position = {400, 200};
    const CharacterCore next = Reckoning(tiles, LineRule::Since07).evolved(core, 1);
    CHECK(next.hook_state == kHookRetracted);
    CHECK(next.hooked_player == -1);
    CHECK(next.hook_position == Vec{320, 300});
}

TEST_CASE("lines are looked at where each version looks") {
    TileMap tiles(10, 10);
    tiles.set(5, 0, kSolid);  // x 160..191
    const Vec from{100.0F, 10.0F};
    const Vec to{160.4F, 10.0F};
    // 0.6 samples whole units from the start and omits the end: 159.4 rounds to air ...
    const auto old = tiles.trace(from, {159.6F, 10.0F}, LineRule::Until065);
    CHECK_FALSE(old);
    // ... later versions also sample the end.
    CHECK(tiles.trace(from, {159.6F, 10.0F}, LineRule::Since07));
    CHECK(tiles.trace(from, to, LineRule::Until065)->at.x == 160.0F);
    CHECK(tiles.trace(from, to, LineRule::Since07)->at.x > 160.0F);
}

TEST_CASE("words of a core and back, and cut rows have no core") {
    const CharacterLayout::CoreWords words{100, -200, 2560, -7, 55,  -1,  3,
                                           -1,  4,    9,    90, -80, 200, -150};
    CHECK(words_of(core_of(words)) == words);
    ItemType type;
    type.name = "Character";
    for (const char* name :
         {"tick", "x", "y", "vel_x", "vel_y", "angle", "direction", "jumped", "hooked_player",
          "hook_state", "hook_tick", "hook_x", "hook_y", "hook_dx"}) {
        Field field;
        field.name = name;
        type.fields.push_back(field);
    }
    CHECK_FALSE(CharacterLayout::of(type));
    Field last;
    last.name = "hook_dy";
    type.fields.push_back(last);
    const auto layout = CharacterLayout::of(type);
    REQUIRE(layout);
    std::vector<Word> row(15);
    CHECK(layout->whole(row));
    layout->put(words, 77, row);
    CHECK(layout->tick(row) == 77);
    CHECK(layout->core_words(row) == words);
    row.pop_back();
    CHECK_FALSE(layout->whole(row));
}
