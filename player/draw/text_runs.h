#pragma once
// A text cut into what is shaped at once: characters of one direction (FriBidi), one script and one
// font, none of them parting a letter from its marks or an emoji from what belongs to it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <hb.h>

#include "player/draw/font_chain.h"

namespace tickreel {

struct TextRun {
    std::size_t begin = 0;  // characters
    std::size_t end = 0;
    int level = 0;  // of the bidirectional algorithm; odd: from right to left
    hb_script_t script = HB_SCRIPT_COMMON;
    std::optional<std::uint32_t> face{};  // of the chain; nothing: no font has it
    bool emoji = false;
};

// From left to right as they are shown.
std::vector<TextRun> text_runs(std::u32string_view text, FontChain& chain);

}  // namespace tickreel
