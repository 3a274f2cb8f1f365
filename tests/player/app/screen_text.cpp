#include "tests/player/app/screen_text.h"

#include <array>
#include <cmath>
#include <map>

#include "player/panels/imgui_versions.h"

namespace tickreel_test {

namespace {

using namespace tickreel;

struct Letter {
    char character = ' ';
    float x0 = 0;  // of its picture, from the pen
    float y0 = 0;
    float advance = 0;
};
using Corners = std::array<float, 4>;  // u, v of the first and of the third corner

// The positions of all fonts' letters in the atlas.
std::map<Corners, Letter> letters_of(const Look& look) {
    std::map<Corners, Letter> letters;
    for (ImFont* font : {look.text, look.small, look.strong, look.mono, look.large}) {
        for (ImWchar c = '!'; c <= '~'; ++c) {
            if (const ImFontGlyph* glyph = glyph_in(font, c)) {
                letters[{glyph->U0, glyph->V0, glyph->U1, glyph->V1}] = {
                    static_cast<char>(c), glyph->X0, glyph->Y0, glyph->AdvanceX};
            }
        }
    }
    return letters;
}

}  // namespace

std::string screen_text(const UiContext& ui) {
    ui.make_current();
    const std::map<Corners, Letter> letters = letters_of(ui.look());
    const ImDrawData& data = *ImGui::GetDrawData();
    std::string text;
    float pen = 0;
    float line = -1;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImVector<ImDrawVert>& vertices = data.CmdLists[i]->VtxBuffer;
        for (int v = 0; v + 3 < vertices.Size;) {
            const ImDrawVert& a = vertices[v];
            const ImDrawVert& b = vertices[v + 2];
            const auto found = letters.find({a.uv.x, a.uv.y, b.uv.x, b.uv.y});
            if (found == letters.end()) {
                ++v;
                continue;
            }
            const Letter& letter = found->second;
            const float x = a.pos.x - letter.x0;
            const float y = a.pos.y - letter.y0;
            constexpr float kSlack = 1.5F;  // pixels
            constexpr float kWidest = 9;    // of a space
            const bool same_line = std::abs(y - line) < 0.6F && x > pen - kSlack;
            if (!text.empty() && (!same_line || x > pen + kWidest))
                text += '\n';
            else if (same_line && x > pen + kSlack)
                text += ' ';
            text += letter.character;
            pen = x + letter.advance;
            line = y;
            v += 4;
        }
    }
    return text;
}

}  // namespace tickreel_test
