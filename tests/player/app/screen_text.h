#pragma once
// The text of the last frame, read back from its glyphs: plain ASCII, one line per piece of text,
// in painting order.

#include <string>

#include "player/app/ui_context.h"

namespace tickreel_test {

std::string screen_text(const tickreel::UiContext& ui);

}  // namespace tickreel_test
