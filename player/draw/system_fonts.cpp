// Selects font files of this system with fontconfig: the preferred families cover most scripts; the
// others follow, so that fonts for a single script are found as well.

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include <fontconfig/fontconfig.h>

#include "player/draw/characters.h"
#include "player/draw/font_chain.h"

namespace tickreel {

namespace {

constexpr std::array<const char*, 12> kPreferred{
    "DejaVu Sans",        "Noto Sans",           "Liberation Sans",     "Noto Sans CJK SC",
    "Source Han Sans",    "Droid Sans Fallback", "WenQuanYi Micro Hei", "Symbola",
    "Noto Sans Symbols2", "Noto Color Emoji",    "Noto Emoji",          "Unifont",
};
// Fonts installed with the game.
constexpr std::array<const char*, 2> kGameFonts{"/usr/share/ddnet/data/fonts",
                                                "/usr/share/games/ddnet/data/fonts"};
constexpr std::size_t kMostFiles = 400;

using Config = std::unique_ptr<FcConfig, decltype(&FcConfigDestroy)>;
using Pattern = std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)>;
using FontSet = std::unique_ptr<FcFontSet, decltype(&FcFontSetDestroy)>;

const FcChar8* fc_text(const char* text) {
    return reinterpret_cast<const FcChar8*>(text);
}

int number(FcPattern* font, const char* property, int otherwise) {
    int value = otherwise;
    FcPatternGetInteger(font, property, 0, &value);
    return value;
}

bool has(FcPattern* font, const char* property) {
    FcBool value = FcFalse;
    FcPatternGetBool(font, property, 0, &value);
    return value != FcFalse;
}

// An upright, regular, scalable font: suitable for names.
bool is_plain(FcPattern* font) {
    const int weight = number(font, FC_WEIGHT, FC_WEIGHT_REGULAR);
    return !has(font, FC_VARIABLE) && number(font, FC_SLANT, FC_SLANT_ROMAN) == FC_SLANT_ROMAN &&
           weight >= FC_WEIGHT_BOOK && weight <= FC_WEIGHT_MEDIUM;
}

// Fontconfig's order, but no digits from an emoji font, and no names from a monospaced or condensed
// one if there are others.
int rank(FcPattern* font) {
    if (has(font, FC_COLOR)) return 2;
    return number(font, FC_SPACING, FC_PROPORTIONAL) == FC_PROPORTIONAL &&
                   number(font, FC_WIDTH, FC_WIDTH_NORMAL) == FC_WIDTH_NORMAL
               ? 0
               : 1;
}

Pattern wanted() {
    Pattern pattern(FcPatternCreate(), &FcPatternDestroy);
    for (const char* family : kPreferred)
        FcPatternAddString(pattern.get(), FC_FAMILY, fc_text(family));
    FcPatternAddString(pattern.get(), FC_FAMILY, fc_text("sans-serif"));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, FC_WEIGHT_REGULAR);
    return pattern;
}

}  // namespace

std::string_view font_package(char32_t character) {
    struct Range {
        char32_t first;
        char32_t last;
    };
    // Chinese, Japanese, Korean.
    constexpr std::array kEastAsian{Range{0x1100, 0x11ff}, Range{0x2e80, 0xa4cf},
                                    Range{0xa960, 0xa97f}, Range{0xac00, 0xd7ff},
                                    Range{0xf900, 0xfaff}, Range{0xfe30, 0xfe4f},
                                    Range{0xff00, 0xffef}, Range{0x20000, 0x3ffff}};
    if (is_private(character)) return {};
    const bool east_asian =
        std::any_of(kEastAsian.begin(), kEastAsian.end(), [character](const Range& range) {
            return character >= range.first && character <= range.last;
        });
    if (is_emoji(character) || (character >= 0x1F000 && may_be_emoji(character)))
        return "fonts-noto-color-emoji";
    return east_asian ? "fonts-noto-cjk" : "fonts-noto-core";
}

std::vector<std::string> system_font_files() {
    const Config config(FcInitLoadConfigAndFonts(), &FcConfigDestroy);
    if (config == nullptr) return {};
    for (const char* folder : kGameFonts) FcConfigAppFontAddDir(config.get(), fc_text(folder));
    const Pattern pattern = wanted();
    FcConfigSubstitute(config.get(), pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    const FontSet fonts(FcFontSort(config.get(), pattern.get(), FcFalse, nullptr, &result),
                        &FcFontSetDestroy);
    if (fonts == nullptr) return {};
    std::vector<FcPattern*> order(fonts->fonts, fonts->fonts + fonts->nfont);
    std::erase_if(
        order, [](FcPattern* font) { return !is_plain(font); });
    std::stable_sort(order.begin(), order.end(),
                     [](FcPattern* a, FcPattern* b) { return rank(a) < rank(b); });
    std::vector<std::string> files;
    for (FcPattern* font : order) {
        FcChar8* file = nullptr;
        if (FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) continue;
        std::string path(reinterpret_cast<const char*>(file));
        if (std::find(files.begin(), files.end(), path) == files.end())
            files.push_back(std::move(path));
        if (files.size() == kMostFiles) break;
    }
    return files;
}

}  // namespace tickreel
