#include "player/games/teeworlds/world.h"

#include "player/draw/art.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tests/catch.h"
#include "tests/player/draw/teeworlds/match.h"

using namespace tickreel;
using namespace tickreel::teeworlds_art;
using tickreel_test::Match;

namespace {

constexpr int kNinja = 5;

}  // namespace

TEST_CASE("who has the ninja's sword looks like one, in a team in its colours") {
    const bool of_07 = GENERATE(false, true);
    const bool teams = GENERATE(false, true);
    Match match = of_07 ? Match::of_07() : Match();
    match.frame.tick = 1000;
    match.player(0, 100, 100, "plain", 0, 1);
    match.player(1, 200, 100, "quick", 0, kNinja);
    match.set("GameInfo", 0, {teams ? 1 : 0, 0, 0, 0});
    TextureStore textures;
    Font font(textures);
    SceneInput input{match.schema, textures, font};
    input.frame = &match.frame;
    const World world = read_world(input, nullptr, {});
    REQUIRE(world.tees.size() == 2);
    const Tee& plain = world.tees[0];
    const Tee& ninja = world.tees[1];
    CHECK_FALSE(plain.ninja);
    CHECK(ninja.ninja);
    if (of_07) {
        CHECK(plain.parts->part(SkinPart::Body).name != "x_ninja");
        CHECK(ninja.parts->part(SkinPart::Body).name == "x_ninja");
        CHECK(ninja.parts->part(SkinPart::Decoration).name.empty());
    } else {
        CHECK(plain.skin == "default");
        CHECK(ninja.skin == "x_ninja");
        CHECK(ninja.custom_color == teams);
    }
}

TEST_CASE("who is frozen looks like a ninja, unless the server says otherwise") {
    Match match;
    match.add("DDNetCharacter", {"freeze_end"});
    match.add("GameInfoEx", {"flags", "version", "flags2"});
    match.frame.tick = 1000;
    match.player(0, 100, 100, "cold");
    match.set("DDNetCharacter", 0, {1100});
    TextureStore textures;
    Font font(textures);
    SceneInput input{match.schema, textures, font};
    input.frame = &match.frame;
    const auto skin = [&input] { return read_world(input, nullptr, {}).tees.at(0).skin; };
    CHECK(skin() == "x_ninja");
    match.set("GameInfoEx", 0, {0, 9, 256});
    CHECK(skin() == "default");
    match.set("GameInfoEx", 0, {0, 8, 256});  // the flag is of a later version
    CHECK(skin() == "x_ninja");
    match.frame.tick = 1200;
    CHECK(skin() == "default");
}

TEST_CASE("health and ammunition are shown where the server does not say that they are no use") {
    Match match;
    match.add("GameInfoEx", {"flags", "version", "flags2"});
    match.player(0, 100, 100, "one");
    TextureStore textures;
    Font font(textures);
    const auto art = make_teeworlds_art({}, GameFiles::none(), ignore_problems);
    SceneInput input{match.schema, textures, font};
    input.art = art.get();
    input.frame = &match.frame;
    input.camera.viewport = {0, 0, 960, 540};
    input.options.hud = true;
    input.followed = ItemKey{*match.schema.find("Character"), 0};
    const auto drawn = [&] { return build_scene(input).list.vertices().size(); };
    const std::size_t both = drawn();
    match.set("GameInfoEx", 0, {0, 7, 16});
    const std::size_t health = drawn();
    match.set("GameInfoEx", 0, {0, 7, 0});
    const std::size_t none = drawn();
    CHECK(none < health);
    CHECK(health < both);
    match.set("GameInfoEx", 0, {0, 6, 0});
    CHECK(drawn() == both);
}
