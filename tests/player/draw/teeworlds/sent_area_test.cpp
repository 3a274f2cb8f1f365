#include "player/games/teeworlds/sent_area.h"

#include "player/draw/art.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tests/catch.h"
#include "tests/player/draw/teeworlds/match.h"

using namespace tickreel;
using namespace tickreel::teeworlds_art;

TEST_CASE(
    "who comes back to life elsewhere is in the middle of the area, and nothing contradicts") {
    tickreel_test::Match before;
    before.player(0, 200, 200, "own");
    before.player(1, 500, 200, "seen there");
    before.set("PlayerInfo", 0, {1, 0, 0, 0, 20});  // local
    before.frame.tick = 998;
    tickreel_test::Match after;
    after.player(0, 3200, 200, "own");
    after.player(2, 3500, 200, "seen here");
    after.set("PlayerInfo", 0, {1, 0, 0, 0, 20});
    after.frame.tick = 1000;
    TextureStore textures;
    Font font(textures);
    const auto art = make_teeworlds_art({}, GameFiles::none(), ignore_problems);
    SceneInput input{after.schema, textures, font};
    input.art = art.get();
    input.frame = &after.frame;
    input.previous = &before.frame;
    for (const float k : {0.1F, 0.5F, 0.9F}) {
        INFO(k);
        input.k = k;
        const SentArea area = teeworlds_art::sent_area(input, "0.6", {});
        INFO(area.words);
        REQUIRE(area.known());
        Vec2 middle{};
        for (const Vec2 corner : area.shape)
            middle = middle + corner * (1 / static_cast<float>(area.shape.size()));
        CHECK(length(middle - Vec2{3200, 200}) < 1);
    }
}
