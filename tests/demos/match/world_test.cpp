#include "demos/match/world/world.h"

#include "demos/match/bots/bot.h"
#include "demos/match/bots/world_view.h"
#include "demos/match/map/arena.h"
#include "tests/catch.h"

using namespace tickreel::match;

namespace {

// A room of air with solid walls and floor; blue and red spawn in the middle.
TileMap room() {
    TileMap tiles(40, 20);
    tiles.fill(0, 0, 40, 1, kSolid);
    tiles.fill(0, 18, 40, 2, kSolid);
    tiles.fill(0, 0, 1, 20, kSolid);
    tiles.fill(39, 0, 1, 20, kSolid);
    tiles.set(10, 17, kSpawnRed);
    tiles.set(14, 17, kSpawnBlue);
    tiles.set(3, 17, kFlagRed);
    tiles.set(36, 17, kFlagBlue);
    return tiles;
}

World with_players(int count) {
    World world(room(), 1);
    for (int i = 0; i < count; ++i) {
        Player player;
        player.name = "p" + std::to_string(i);
        world.join(player, kMaxPlayers);
    }
    world.step();
    return world;
}

const Character& tee(const World& world, std::size_t player) {
    REQUIRE(world.state().players[player]);
    REQUIRE(world.state().players[player]->character);
    return *world.state().players[player]->character;
}

void run(World& world, int ticks) {
    for (int i = 0; i < ticks; ++i) world.step();
}

struct Story {
    std::vector<Vec> places{};
    int kills = 0;
    int grabs = 0;
};

Story play_bots(std::uint32_t seed, int players, int ticks) {
    const TileMap tiles = make_arena();
    World world(tiles, seed);
    std::vector<Bot> bots;
    for (int i = 0; i < players; ++i) {
        Player player;
        player.name = "b" + std::to_string(i);
        world.join(player, kMaxPlayers);
        bots.emplace_back(tiles, seed * 100 + static_cast<std::uint32_t>(i));
    }
    Story story;
    for (int tick = 0; tick < ticks; ++tick) {
        for (int i = 0; i < players; ++i)
            world.set_input(i, bots[static_cast<std::size_t>(i)].think(view_of(world.state(), i)));
        world.step();
        for (const MessageEvent& event : world.take_message_events()) {
            story.kills += event.kind == MessageEventKind::Kill ? 1 : 0;
            story.grabs += event.text.find("grabbed") != std::string::npos ? 1 : 0;
        }
        for (const auto& player : world.state().players) {
            if (player && player->character) {
                const Body& body = player->character->body;
                story.places.push_back(body.position);
                REQUIRE_FALSE(tiles.box_in_wall(body.position, kBodySize - 2.0F));
                REQUIRE(player->character->health > 0);
                REQUIRE(player->character->health <= 10);
            }
        }
    }
    return story;
}

}  // namespace

TEST_CASE("a tee falls to the floor, runs at the tuned speed and stops at the wall") {
    World world = with_players(1);
    run(world, 20);
    const float floor = tee(world, 0).body.position.y;
    // 18 rows of tiles above the floor, half a body below the centre; positions are whole units.
    CHECK(std::abs(floor - (18.0F * kTileSize - kBodySize / 2.0F)) <= 1.0F);
    Input right;
    right.direction = 1;
    world.set_input(0, right);
    run(world, 20);
    CHECK(std::abs(tee(world, 0).body.velocity.x - 10.0F) < 0.01F);
    run(world, 200);
    CHECK(tee(world, 0).body.velocity.x == 0.0F);
    CHECK(tee(world, 0).body.position.x <= 39.0F * kTileSize - kBodySize / 2.0F + 1.0F);
}

TEST_CASE("a jump, one more in the air, and no third") {
    World world = with_players(1);
    run(world, 20);
    const float floor = tee(world, 0).body.position.y;
    Input up;
    int rises = 0;
    for (int press = 0; press < 4; ++press) {
        const float before = tee(world, 0).body.velocity.y;
        up.jump = 1;
        world.set_input(0, up);
        world.step();
        rises += tee(world, 0).body.velocity.y < before - 5.0F ? 1 : 0;
        up.jump = 0;
        world.set_input(0, up);
        run(world, 20);
    }
    CHECK(rises == 2);
    CHECK(tee(world, 0).triggered == 3);  // from the ground and in the air
    world.forget_triggered();
    CHECK(tee(world, 0).triggered == 0);
    run(world, 120);
    CHECK(tee(world, 0).body.position.y == floor);
}

TEST_CASE("a hook in the ceiling pulls up, letting go drops") {
    World world = with_players(1);
    run(world, 20);
    TileMap low = room();
    const float floor = tee(world, 0).body.position.y;
    Input up;
    up.jump = 1;
    world.set_input(0, up);
    run(world, 25);  // high enough: a hook is 380 units long
    up.jump = 0;
    world.set_input(0, up);
    world.step();
    up.jump = 1;
    up.hook = 1;
    up.target_x = 0;
    up.target_y = -100;
    world.set_input(0, up);
    world.forget_triggered();
    run(world, 60);
    CHECK(tee(world, 0).triggered == (2 | 8));  // again in the air, and the hook holds
    CHECK(tee(world, 0).body.hook_state == kHookGrabbed);
    CHECK(tee(world, 0).body.position.y < floor - 300.0F);
    up.hook = 0;
    world.set_input(0, up);
    run(world, 100);
    CHECK(tee(world, 0).body.position.y == floor);
}

TEST_CASE("a bullet hurts an enemy, who dies of enough of them") {
    World world = with_players(2);  // red 0 on the left, blue 1 on the right
    run(world, 20);
    REQUIRE(tee(world, 0).body.position.x < tee(world, 1).body.position.x);
    Input aim;
    aim.target_x = 100;
    aim.target_y = 0;
    int kills = 0;
    for (int shot = 0; shot < 40 && kills == 0; ++shot) {
        aim.fire = (aim.fire + 1) & kInputCounterMask;
        world.set_input(0, aim);
        run(world, 8);
        aim.fire = (aim.fire + 1) & kInputCounterMask;
        world.set_input(0, aim);
        run(world, 20);
        for (const MessageEvent& event : world.take_message_events()) {
            if (event.kind == MessageEventKind::Kill) {
                ++kills;
                CHECK(event.player == 0);
                CHECK(event.other == 1);
                CHECK(event.weapon == kGun);
            }
        }
    }
    CHECK(kills == 1);
    CHECK(world.state().players[0]->score == 1);
}

TEST_CASE("a flag carried home scores") {
    World world = with_players(1);
    run(world, 20);
    Input way;
    way.direction = 1;
    world.set_input(0, way);
    run(world, 150);
    REQUIRE(world.state().flags[1].carrier == 0);
    way.direction = -1;
    world.set_input(0, way);
    run(world, 200);
    CHECK(world.state().flags[1].at_stand);
    CHECK(world.state().team_score[0] == 101);  // grabbed and captured
    std::vector<FlagEvent> told;
    for (const MessageEvent& event : world.take_message_events())
        if (event.kind == MessageEventKind::Flag) told.push_back(event.flag);
    REQUIRE(told.size() == 2);
    CHECK(told[0].what == FlagEvent::Grab);
    CHECK(told[0].team == 1);
    CHECK(told[1].what == FlagEvent::Capture);
    CHECK(told[1].team == 1);
    CHECK(told[1].carried_ticks > 0);
    CHECK(told[1].carried_ticks < world.state().tick);
}

TEST_CASE("names are unique, teams even, a full server refuses") {
    World world(room(), 1);
    Player same;
    same.name = "same";
    CHECK(world.join(same, 2) == 0);
    CHECK(world.join(same, 2) == 1);
    CHECK(world.join(same, 2) == -1);
    CHECK(world.state().players[1]->name == "(1)same");
    CHECK(world.state().players[0]->team != world.state().players[1]->team);
    world.leave(0);
    CHECK(world.join(same, 2) == 0);
}

TEST_CASE("inputs of any value keep the world sane") {
    World world = with_players(4);
    std::mt19937_64 random(7);
    for (int tick = 0; tick < 2000; ++tick) {
        for (int player = 0; player < 4; ++player) {
            std::array<std::int32_t, 10> words{};
            for (auto& word : words) {
                word = random() % 4 == 0 ? static_cast<std::int32_t>(random())
                                         : static_cast<std::int32_t>(random() % 8) - 2;
            }
            world.set_input(player, Input::from_words(words));
        }
        world.step();
        world.take_snapshot_events();
        world.take_message_events();
        for (const auto& player : world.state().players) {
            if (player && player->character) {
                const Vec at = player->character->body.position;
                REQUIRE(at.x > 0.0F);
                REQUIRE(at.x < 40.0F * kTileSize);
                REQUIRE(at.y > 0.0F);
                REQUIRE(at.y < 20.0F * kTileSize);
            }
        }
    }
}

TEST_CASE("bots fight and go for the flags, and the same seed plays the same match") {
    const Story first = play_bots(11, 8, 60 * kTicksPerSecond);
    CHECK(first.kills >= 10);
    CHECK(first.grabs >= 1);
    const Story again = play_bots(11, 8, 60 * kTicksPerSecond);
    CHECK(first.places == again.places);
    const Story other = play_bots(12, 8, 10 * kTicksPerSecond);
    CHECK_FALSE(std::equal(other.places.begin(), other.places.end(), first.places.begin(),
                           first.places.begin() + static_cast<long>(other.places.size())));
}
