// Text is readable: WCAG 2.1 requires a contrast of 4.5 to 1 between text and its background.
#include "tests/player/draw/contrast.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "player/app/theme.h"
#include "player/panels/look.h"
#include "tests/catch.h"

using namespace tickreel;
using tickreel_test::Approx;

namespace {

Color as_color(ImU32 color) {
    const auto channel = [color](int shift) { return static_cast<std::uint8_t>(color >> shift); };
    return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT),
            channel(IM_COL32_A_SHIFT)};
}

double contrast(ImU32 a, ImU32 b) {
    return tickreel_test::contrast(as_color(a), as_color(b));
}

double luminance(ImU32 color) {
    return tickreel_test::luminance(as_color(color));
}

ImU32 blended(ImU32 color, ImU32 ground) {
    const Color seen = tickreel_test::blended(as_color(color), as_color(ground));
    return IM_COL32(seen.r, seen.g, seen.b, seen.a);
}

std::vector<ImU32> all_inks() {
    std::vector<ImU32> inks = {ink::kText, ink::kSoft, ink::kDim, ink::kAccent, ink::kLink,
                               ink::kGood, ink::kWarn, ink::kBad, ink::kLost,   ink::kChanged};
    for (int kind = 0; kind < kEventLanes; ++kind)
        inks.push_back(event_color(static_cast<EventLane>(kind)));
    for (std::size_t kind = 1; kind < kIntegrities; ++kind)
        inks.push_back(integrity_color(static_cast<Integrity>(kind)));
    return inks;
}

// Of a theme: plain ones, and rows that are selected, pressed, under the pointer or changed, and
// plates over the brightest and the darkest map.
std::vector<ImU32> all_grounds(Theme theme) {
    const auto ground = [theme](ImU32 color) { return themed(color, theme); };
    std::vector<ImU32> grounds = {ground(ink::kBack), ground(ink::kPane), ground(ink::kRaised),
                                  ground(ink::kHover)};
    for (const ImU32 list : {ink::kPane, paint(0x1a202b), paint(0x171c25)}) {
        grounds.push_back(ground(list));
        for (const ImU32 row : {ink::kAccentSoft, ink::kAccentHeld, paint(0xffffff, 0.06),
                                paint(0xffffff, 0.018), paint(0xffd479, 0.07)})
            grounds.push_back(blended(ground(row), ground(list)));
    }
    for (const ImU32 map : {paint(0x000000), paint(0xffffff)})
        grounds.push_back(blended(ground(ink::kPlate), map));
    return grounds;
}

}  // namespace

TEST_CASE("every ink for texts can be read on every ground, in both themes") {
    CHECK(contrast(paint(0x000000), paint(0xffffff)) == Approx(21));
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        for (const ImU32 text : all_inks()) {
            const ImU32 ink = themed(text, theme);
            for (const ImU32 ground : all_grounds(theme)) {
                CAPTURE(theme == Theme::Dark, text, ground);
                CHECK(contrast(ink, ground) >= 4.5);
            }
            const ImU32 pill = blended(themed(pill_tint(text), theme), themed(ink::kPane, theme));
            CHECK(contrast(ink, pill) >= 4.5);
        }
        const auto pair = [theme](ImU32 text, ImU32 ground) {
            return contrast(themed(text, theme), themed(ground, theme));
        };
        CHECK(pair(ink::kText, paint(0x384254)) >= 4.5);       // a pressed button
        CHECK(pair(paint(0x14171d), ink::kAccent) >= 4.5);     // the first button
        CHECK(pair(paint(0x14171d), paint(0xffc77a)) >= 4.5);  // ... under the pointer
        CHECK(pair(ink::kBad, paint(0x3a1d22)) >= 4.5);        // trouble with the file
        CHECK(pair(ink::kText, paint(0x35618f)) >= 4.5);       // progress
        const ImU32 chosen =
            blended(themed(paint(0x6cb6ff, 0.35), theme), themed(ink::kRaised, theme));
        CHECK(contrast(themed(ink::kText, theme), chosen) >= 4.5);  // selected in a text box
    }
}

TEST_CASE("the names of the lanes of inputs can be read beside them, in both themes") {
    for (const Theme theme : {Theme::Dark, Theme::Light})
        for (std::size_t lane = 0; lane < kInputLanes; ++lane)
            for (const ImU32 ground : {ink::kBack, ink::kPane}) {
                CAPTURE(theme == Theme::Dark, lane, ground);
                const ImU32 name = themed(input_color(static_cast<InputLane>(lane)), theme);
                CHECK(contrast(name, themed(ground, theme)) >= 4.5);
            }
}

// Texts in other colours than these would not be covered.
TEST_CASE("the style's grounds are the ones that the contrast is computed for") {
    ImGuiContext* const before = ImGui::GetCurrentContext();
    ImGuiContext* const context = ImGui::CreateContext();
    ImGui::SetCurrentContext(context);
    apply_style(Look{});
    const auto color = [](ImGuiCol where) {
        return ImGui::ColorConvertFloat4ToU32(ImGui::GetStyle().Colors[where]);
    };
    CHECK(color(ImGuiCol_WindowBg) == ink::kPane);
    CHECK(color(ImGuiCol_FrameBg) == ink::kRaised);
    CHECK(color(ImGuiCol_FrameBgHovered) == ink::kHover);
    CHECK(color(ImGuiCol_Button) == ink::kRaised);
    CHECK(color(ImGuiCol_ButtonHovered) == ink::kHover);
    CHECK(color(ImGuiCol_ButtonActive) == paint(0x384254));
    CHECK(color(ImGuiCol_Header) == ink::kAccentSoft);
    CHECK(color(ImGuiCol_HeaderHovered) == paint(0xffffff, 0.06));
    CHECK(color(ImGuiCol_HeaderActive) == ink::kAccentHeld);
    CHECK(color(ImGuiCol_TableRowBgAlt) == paint(0xffffff, 0.018));
    CHECK(color(ImGuiCol_PlotHistogram) == paint(0x35618f));
    ImGui::DestroyContext(context);
    ImGui::SetCurrentContext(before);
}

TEST_CASE("the kinds of integrity differ in brightness too, so that hue alone never tells them") {
    const double match = luminance(integrity_fill(Integrity::Match));
    const double mismatch = luminance(integrity_fill(Integrity::Mismatch));
    const double lost = luminance(integrity_fill(Integrity::Unreadable));
    CHECK(std::abs(match - lost) > 0.03);
    CHECK(std::abs(match - mismatch) > 0.03);
    CHECK(std::abs(lost - mismatch) > 0.03);
}
