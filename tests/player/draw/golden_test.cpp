// Whole pictures, with the built-in look and font: no file of the machine has a part in them.

#include "player/draw/art.h"
#include "player/draw/rasteriser.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tests/catch.h"
#include "tests/player/draw/golden_check.h"
#include "tests/player/draw/teeworlds/map_writer.h"
#include "tests/player/draw/teeworlds/match.h"

using namespace tickreel;
using tickreel_test::golden_difference;

namespace {

struct Studio {
    tickreel_test::Match match = tickreel_test::arena_match();
    TextureStore textures{};
    Font font{textures};
    std::unique_ptr<Art> art{};
    SceneInput input{match.schema, textures, font};

    explicit Studio(bool with_map, int width = 480, int height = 270) {
        std::optional<MapFile> map;
        if (with_map) {
            map = *read_map(tickreel_test::plain_map(tickreel_test::arena_rows()), ignore_problems);
        }
        art = make_teeworlds_art(std::move(map), GameFiles::none(), ignore_problems);
        input.art = art.get();
        input.frame = &match.frame;
        input.camera.viewport = {0, 0, static_cast<float>(width), static_cast<float>(height)};
        input.camera.fit({0, 0, 960, 512});
    }

    Image picture() {
        const Scene scene = build_scene(input);
        Image image(static_cast<int>(input.camera.viewport.x1),
                    static_cast<int>(input.camera.viewport.y1), rgb(0x000000));
        rasterise(scene.list, textures, image, 2);
        return image;
    }
};

}  // namespace

TEST_CASE("golden: a whole match on its map") {
    Studio studio(true);
    CHECK(golden_difference("match", studio.picture()) == "");
}

TEST_CASE("golden: close up, a player is chosen, hitboxes, numbers and trails") {
    Studio studio(true);
    studio.input.camera.centre = {300, 170};
    studio.input.camera.scale = 1.1F;
    studio.input.selected = ItemKey{*studio.match.schema.find("Character"), 0};
    studio.input.hovered = ItemKey{*studio.match.schema.find("Mystery"), 9};
    studio.input.options.hitboxes = true;
    studio.input.options.ids = true;
    studio.input.options.trails = true;
    tickreel_test::Match before = tickreel_test::arena_match();
    before.frame.tick = 990;
    before.player(0, 180, 120, "nameless");
    const std::vector<Frame> recent{before.frame, studio.match.frame};
    studio.input.recent = recent;
    CHECK(golden_difference("chosen", studio.picture()) == "");
}

TEST_CASE("golden: between two snapshots") {
    Studio studio(true, 240, 160);
    tickreel_test::Match before = tickreel_test::arena_match();
    before.frame.tick = 998;
    before.player(0, 200, 100, "nameless", 400);
    studio.input.previous = &before.frame;
    studio.input.k = 0.5F;
    studio.input.camera.centre = {230, 130};
    studio.input.camera.scale = 1;
    CHECK(golden_difference("between", studio.picture()) == "");
}

TEST_CASE("golden: no map, far away, dots on a grid") {
    Studio studio(false);
    studio.input.camera.scale = 0.12F;
    CHECK(golden_difference("far", studio.picture()) == "");
}

TEST_CASE("golden: teams, the entities view and the strip of facts") {
    Studio studio(true);
    studio.match.set("GameInfo", 0, {3, 0, 100});
    studio.input.options.entities = true;
    studio.input.options.names = false;
    Scene scene = build_scene(studio.input);
    HudFacts facts;
    facts.time = "0:20.00";
    facts.tick = 1000;
    facts.wire = {WireChecksum::Mismatch, 0x1234, 0x4321, 998, 100, 1};
    facts.map = "arena";
    draw_hud(scene.list, studio.font, studio.input.camera.viewport, facts, 0.7F);
    Image image(480, 270, rgb(0x000000));
    rasterise(scene.list, studio.textures, image);
    CHECK(golden_difference("teams_hud", image) == "");
}

TEST_CASE("golden: a game nobody has drawn for") {
    Studio studio(false);
    studio.input.art = nullptr;
    CHECK(golden_difference("points", studio.picture()) == "");
}

TEST_CASE("the same picture twice is the same picture") {
    Studio one(true);
    Studio two(true);
    CHECK(one.picture() == two.picture());
    CHECK(one.picture() == two.picture());  // and with everything loaded
}
