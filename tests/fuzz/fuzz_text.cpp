// Any bytes as a text: cleaning is idempotent, shaping reports the bytes it shows, in the panels
// every character has a glyph, a text box returns its input, and truncated text fits.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "player/app/character_aliases.h"
#include "player/app/ui_context.h"
#include "player/draw/characters.h"
#include "player/draw/font.h"
#include "player/panels/imgui_versions.h"

using namespace tickreel;

namespace {

constexpr std::size_t kMost = 3000;  // fewer characters than text boxes can map
const std::vector<std::string> kFonts{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"};

void expect(bool holds) {
    if (!holds) std::abort();
}

std::string valid(std::string_view text) {
    std::string out;
    while (!text.empty()) append_utf8(out, next_character(text));
    return out;
}

void check_shaping(const std::string& text) {
    static FontChain chain(kFonts);
    static Shaper shaper(chain);
    if (shaper.full()) shaper.clear();
    for (const ShapedPiece& piece : shaper.shape(text)) {
        expect(piece.begin <= piece.end && piece.end <= text.size());
        const Glyph glyph = piece.plain != 0 ? chain.draw(piece.plain, 14)
                                             : chain.draw(shaper.cluster(piece.cluster), 14);
        expect(glyph.coverage.size() ==
               static_cast<std::size_t>(glyph.width) * static_cast<std::size_t>(glyph.height));
        expect(piece.plain != 0 || glyph.height <= 28);
    }
}

void check_panels(const std::string& text) {
    static TextureStore textures;
    static UiContext ui(textures, 1, kFonts);
    std::string shown = ui.texts().shown(text);
    for (int i = 0; i < 3 && ui.incomplete(); ++i) {
        DrawList list;
        ui.begin_frame(100, 100, 0.1);
        shown = ui.texts().shown(text);
        ui.end_frame(list);
    }
    expect(!ui.incomplete());
    for (std::string_view rest = shown; !rest.empty();) {
        const char32_t c = next_character(rest);
        expect(c <= 0xFFFF && glyph_in(ui.look().text, static_cast<ImWchar>(c)) != nullptr);
    }
    const std::string edited = ui.texts().for_box(text);
    for (std::string_view rest = edited; !rest.empty();) {
        const char32_t c = next_character(rest);
        expect(c <= 0xFFFF && !is_private(c));
    }
    expect(ui.texts().from_box(edited) == valid(text));
}

void check_map(const std::string& text) {
    static TextureStore textures;
    static Font font(textures, kFonts);
    const std::string cut = font.fitted(text, 12, 100);
    expect(cut == "..." || font.width(text, 12) <= 100 || cut.ends_with("..."));
    DrawList list;
    expect(font.draw(list, {0, 0}, 12, Color{}, text) >= 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), std::min(size, kMost));
    const std::string clean = clean_text(text);
    expect(clean_text(clean) == clean);
    check_shaping(text);
    check_panels(text);
    check_map(clean);
    return 0;
}
