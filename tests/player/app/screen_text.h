#pragma once
// What the last frame shows in words, read back from its glyphs: plain ASCII, a line for each piece
// of text, in the order of painting.

#include <string>

#include "player/app/ui_context.h"

namespace tickreel_test {

std::string screen_text(const tickreel::UiContext& ui);

}  // namespace tickreel_test
