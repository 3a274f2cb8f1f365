// Texts over the map can be read on any ground: each has an outline or a plate.
#include "player/draw/font.h"
#include "player/draw/font_chain.h"
#include "player/draw/map_inks.h"
#include "player/draw/rasteriser.h"
#include "tests/catch.h"
#include "tests/player/draw/contrast.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

constexpr Color kGrounds[] = {rgb(0xffffff), rgb(0x000000), rgb(0x808080), rgb(0x87ceeb)};

// Of pieces of letters in the plain ink, as one meets them from left to right and back: how many
// there are, and how many have nothing beside them that they stand out from.
struct Strokes {
    int all = 0;
    int lost = 0;
};

Strokes strokes_of(const Image& image, Color ink) {
    constexpr int kReach = 3;  // pixels, half covered ones at the rim of a letter among them
    Strokes strokes;
    const auto stands_out = [&](int x, int y, int way) {
        for (int i = 1; i <= kReach; ++i) {
            const int at = x + i * way;
            if (at < 0 || at >= image.width) return false;
            if (contrast(image.at(at, y), ink) >= kReadable) return true;
        }
        return false;
    };
    for (int y = 0; y < image.height; ++y) {
        for (int x = 1; x + 1 < image.width; ++x) {
            if (image.at(x, y) != ink) continue;
            for (const int way : {-1, 1}) {
                if (image.at(x + way, y) == ink) continue;
                ++strokes.all;
                strokes.lost += stands_out(x, y, way) ? 0 : 1;
            }
        }
    }
    return strokes;
}

}  // namespace

TEST_CASE("outlined texts can be read on a map of any brightness as well as on a black one") {
    TextureStore textures;
    Font built_in(textures);
    Font installed(textures, system_font_files());
    for (Font* const font : {&built_in, &installed}) {
        for (const Color ink : map_ink::kAll) {
            for (const float size : {13.0F, 16.0F, 24.0F, 30.0F}) {
                const auto strokes_on = [&](Color ground) {
                    Image image(360, 40, ground);
                    DrawList list({0, 0, 360, 40});
                    font->draw_edged(list, {4, 4}, size, ink, "Aster H 0:47.12 il");
                    rasterise(list, textures, image);
                    return strokes_of(image, ink);
                };
                const Strokes on_black = strokes_on(rgb(0x000000));
                CHECK(on_black.all > 5);  // small letters are hardly anywhere of the plain ink
                CHECK(on_black.lost * 5 < on_black.all);  // thin places within a letter
                for (const Color ground :
                     {rgb(0xffffff), rgb(0x808080), rgb(0x87ceeb), mix(ink, rgb(0x000000), 0.1F)}) {
                    CAPTURE(font == &installed, luminance(ink), luminance(ground), size);
                    const Strokes strokes = strokes_on(ground);
                    CHECK(strokes.all == on_black.all);
                    CHECK(strokes.lost <= on_black.lost + 1 + strokes.all / 20);  // at tips
                }
            }
        }
    }
}

TEST_CASE("texts on plates can be read over the lightest and the darkest map") {
    for (const Color ink : map_ink::kAll) {
        CHECK(contrast(ink, map_ink::kOutline) >= kReadable);
        for (const Color ground : kGrounds) {
            CAPTURE(luminance(ink), luminance(ground));
            CHECK(contrast(ink, blended(map_ink::kPlate, ground)) >= kReadable);
        }
    }
    for (const Color paper : {map_ink::kPaper, map_ink::kChosen})
        CHECK(contrast(map_ink::kOnPaper, paper) >= kReadable);
    for (const Color ink : map_ink::kOnStrip)
        for (const Color ground : kGrounds)
            CHECK(contrast(ink, blended(map_ink::kStrip, ground)) >= kReadable);
    for (const Color ground : {map_ink::kBackdropTop, map_ink::kBackdropBottom})
        CHECK(contrast(map_ink::kUnknown, ground) >= kReadable);
}
