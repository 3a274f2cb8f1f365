// Text is readable: WCAG 2.1 requires a contrast of 4.5 to 1 between text and its background.
#include <algorithm>
#include <cmath>

#include "player/app/theme.h"
#include "player/panels/look.h"
#include "tests/catch.h"

using namespace tickreel;
using tickreel_test::Approx;

namespace {

double linear(unsigned channel) {
    const double share = channel / 255.0;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

double luminance(ImU32 color) {
    return 0.2126 * linear(color >> IM_COL32_R_SHIFT & 0xffU) +
           0.7152 * linear(color >> IM_COL32_G_SHIFT & 0xffU) +
           0.0722 * linear(color >> IM_COL32_B_SHIFT & 0xffU);
}

double contrast(ImU32 a, ImU32 b) {
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

}  // namespace

TEST_CASE("every ink for texts can be read on every ground, in both themes") {
    CHECK(contrast(paint(0x000000), paint(0xffffff)) == Approx(21));
    std::vector<ImU32> inks = {ink::kText, ink::kSoft, ink::kDim, ink::kAccent, ink::kLink,
                               ink::kGood, ink::kWarn, ink::kBad, ink::kLost,   ink::kChanged};
    for (int kind = 0; kind < kEventLanes; ++kind)
        inks.push_back(event_color(static_cast<EventLane>(kind)));
    for (std::size_t kind = 1; kind < kIntegrities; ++kind)
        inks.push_back(integrity_color(static_cast<Integrity>(kind)));
    const ImU32 grounds[] = {ink::kBack, ink::kPane, ink::kRaised, paint(0x1a202b),
                             paint(0x171c25)};
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        for (const ImU32 text : inks) {
            for (const ImU32 ground : grounds) {
                CAPTURE(theme == Theme::Dark, text, ground);
                CHECK(contrast(themed(text, theme), themed(ground, theme)) >= 4.5);
            }
        }
    }
}

TEST_CASE("the kinds of integrity differ in brightness too, so that hue alone never tells them") {
    const double match = luminance(integrity_fill(Integrity::Match));
    const double mismatch = luminance(integrity_fill(Integrity::Mismatch));
    const double lost = luminance(integrity_fill(Integrity::Unreadable));
    CHECK(std::abs(match - lost) > 0.03);
    CHECK(std::abs(match - mismatch) > 0.03);
    CHECK(std::abs(lost - mismatch) > 0.03);
}
