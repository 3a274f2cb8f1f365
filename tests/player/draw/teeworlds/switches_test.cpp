#include "player/games/teeworlds/switches.h"

#include <algorithm>

#include "player/draw/art.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tests/catch.h"
#include "tests/player/draw/teeworlds/match.h"

using namespace tickreel;
using tickreel_test::Match;

namespace {

constexpr int kDoor = 1;
constexpr int kDragger = 3;

// With switches 1 to 40, of which those in `on` are on.
struct Map {
    Match match{};
    TextureStore textures{};
    Font font{textures};
    std::unique_ptr<Art> art =
        teeworlds_art::make_teeworlds_art({}, teeworlds_art::GameFiles::none(), ignore_problems);

    Map() {
        match.add("EntityEx", {"switch_number", "layer", "entity_class"});
        match.add("SwitchState", {"highest_switch_number", "status_0", "status_1"});
        match.add("DDNetLaser", {"to_x", "to_y", "from_x", "from_y", "start_tick", "owner", "type",
                                 "switch_number", "subtype", "flags"});
        match.frame.tick = 1000;
        match.set("SwitchState", 0, {40, 1 << 3, 1 << 2});  // 3 and 34 are on
    }

    Scene scene() {
        SceneInput input{match.schema, textures, font};
        input.art = art.get();
        input.frame = &match.frame;
        input.options.backdrop = input.options.grid = false;
        input.camera.viewport = {0, 0, 400, 300};
        input.camera.centre = {200, 150};
        return build_scene(input);
    }
    // As much as is drawn of it.
    std::size_t drawn() { return scene().list.vertices().size(); }
};

}  // namespace

TEST_CASE("a door of DDNet is a beam while its switch is on, and two posts while it is off") {
    Map map;
    const std::size_t nothing = map.drawn();
    const bool old = GENERATE(true, false);
    const int on = GENERATE(3, 34);
    const auto put = [&](int number) {
        if (old) {
            map.match.set("Laser", 7, {100, 100, 100, 200, 0});
            map.match.set("EntityEx", 7, {number, 0, kDoor});
        } else {
            map.match.set("DDNetLaser", 7, {100, 100, 100, 200, 0, -1, 2, number, -1, 0});
        }
    };
    put(on);
    const std::size_t closed = map.drawn();
    put(on + 1);
    const std::size_t open = map.drawn();
    CHECK(nothing < open);
    CHECK(open < closed);
    put(41);  // no switch of this map
    CHECK(map.drawn() == closed);
    CHECK(map.scene().picks.back().label == "door");
}

TEST_CASE("a laser without a start lasts, with one it fades") {
    Map map;
    const std::size_t nothing = map.drawn();
    map.match.set("Laser", 7, {100, 100, 100, 200, 0});
    CHECK(map.drawn() > nothing);
    map.match.set("Laser", 7, {100, 100, 100, 200, 900});
    CHECK(map.drawn() == nothing);
    map.match.set("EntityEx", 7, {0, 0, kDragger});
    CHECK(map.drawn() > nothing);
}

TEST_CASE("what belongs to a switch that is off blinks") {
    Map map;
    const std::size_t nothing = map.drawn();
    map.match.set("Pickup", 5, {100, 100, 0, 0});
    const std::size_t lit = map.drawn();
    REQUIRE(lit > nothing);
    for (const int number : {0, 3, 4}) {
        map.match.set("EntityEx", 5, {number, 0, 10});
        int dark = 0;
        for (int tick = 1000; tick < 1050; ++tick) {
            map.match.frame.tick = tick;
            dark += map.scene().picks.empty() ? 1 : 0;
        }
        CHECK(dark == (number == 4 ? 12 : 0));
    }
}
