// Maps of the installed games with players, drawn with the games' pictures and compared with
// committed pictures (golden/README.md). Exits 77 if a game is not installed, or in another version
// than the one the pictures were made with.

#include <cstdio>
#include <filesystem>

#include "player/draw/art.h"
#include "player/draw/rasteriser.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tests/player/draw/golden_check.h"
#include "tests/player/draw/teeworlds/match.h"
#include "tickreel/base/file.h"
#include "tickreel/base/sha256.h"

namespace {

using namespace tickreel;
using namespace tickreel::teeworlds_art;

constexpr double kShare = 0.002;  // share of the pixels that may differ visibly
// The same with another picture of a tee than that of DDNet 16.4, from which the goldens are.
constexpr const char* kSkin = "/skins/default.png";
constexpr const char* kSkinSha256 = "c19a6cbae7e0ac46";
constexpr double kShareOfOtherSkin = 0.01;

struct View {
    const char* golden = "";
    const char* data = "";  // folder of the game
    const char* map = "";
    const char* sha256 = "";  // beginning of the map's hash
    Vec2 centre{};
    float scale = 0;  // 0: the whole map
    bool of_07 = false;
};

constexpr const char* kDdnet = "/usr/share/games/ddnet/data";
constexpr const char* kTeeworlds = "/usr/share/games/teeworlds/data";
constexpr View kViews[] = {
    {"map_06_whole", kDdnet, "/maps/ctf1.map", "7ed5c7099a151c63"},
    {"map_06_close", kDdnet, "/maps/dm1.map", "0b0c481d77519c32", {1500, 1000}, 0.45F},
    {"map_ddnet_whole", kDdnet, "/maps/Sunny Side Up.map", "f9141934dfbfba00"},
    {"map_07", kTeeworlds, "/maps/ctf3.map", "d2146fa373119c78", {1000, 700}, 0.45F, true},
};

// Four players in a row, and projectiles.
tickreel_test::Match match_at(Vec2 centre, bool of_07) {
    tickreel_test::Match match = of_07 ? tickreel_test::Match::of_07() : tickreel_test::Match();
    match.frame.tick = 1000;
    const auto x = static_cast<int>(centre.x);
    const auto y = static_cast<int>(centre.y);
    for (int i = 0; i < 4; ++i)
        match.player(i, x - 210 + 140 * i, y, "player " + std::to_string(i), i * 400, i + 1);
    match.set("Projectile", 10, {x - 100, y - 80, 90, -40, 3, 985});
    match.set("Laser", 12, {x + 200, y - 120, x + 20, y - 60, 997});
    match.set("Pickup", 20, {x - 60, y + 60, 0, 0});
    match.set("Explosion", 1, {x + 280, y - 60});
    return match;
}

bool has_content(const std::string& path, const char* start_of_sha256) {
    const Result<Bytes> bytes = read_whole_file(path);
    return bytes && hex(sha256(*bytes)).rfind(start_of_sha256, 0) == 0;
}

enum class Outcome { Same, Different, Skipped };

Outcome check(const View& view) {
    const std::string path = std::string(view.data) + view.map;
    const Result<Bytes> bytes = read_whole_file(path);
    if (!bytes || hex(sha256(*bytes)).rfind(view.sha256, 0) != 0) {
        std::printf("%s: skipped, %s\n", view.golden,
                    bytes ? "another version of the map is installed" : "the map is not installed");
        return Outcome::Skipped;
    }
    TextureStore textures;
    Font font(textures);
    const auto art = make_teeworlds_art(std::move(*read_map(*bytes, ignore_problems)),
                                        GameFiles({view.data}), ignore_problems);
    const Vec2 centre = view.scale > 0 ? view.centre : art->world().centre();
    const tickreel_test::Match match = match_at(centre, view.of_07);
    SceneInput input{match.schema, textures, font};
    input.art = art.get();
    input.frame = &match.frame;
    input.options.ui_scale = 0.7F;
    input.camera.viewport = {0, 0, 320, 200};
    input.camera.fit(art->world());
    if (view.scale > 0) {
        input.camera.centre = centre;
        input.camera.scale = view.scale;
    }
    Image image(320, 200, rgb(0x000000));
    rasterise(build_scene(input).list, textures, image, 2);
    const std::string skin = view.data + std::string(kSkin);
    const bool other_skin = !view.of_07 && !has_content(skin, kSkinSha256);
    const std::string wrong = tickreel_test::golden_difference(
        view.golden, image, other_skin ? kShareOfOtherSkin : kShare);
    if (!wrong.empty()) std::printf("%s: %s\n", view.golden, wrong.c_str());
    return wrong.empty() ? Outcome::Same : Outcome::Different;
}

}  // namespace

int main() {
    int skipped = 0;
    int different = 0;
    for (const View& view : kViews) {
        const Outcome outcome = check(view);
        skipped += outcome == Outcome::Skipped ? 1 : 0;
        different += outcome == Outcome::Different ? 1 : 0;
    }
    const int all = static_cast<int>(std::size(kViews));
    std::printf("%d pictures, %d skipped, %d differ\n", all, skipped, different);
    return different > 0 ? 1 : skipped == all ? 77 : 0;
}
