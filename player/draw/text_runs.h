#pragma once
// Splits a text into runs that are shaped at once: characters of one direction (FriBidi), one
// script and one font, never separating a letter from its marks or an emoji from its parts.

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
    std::optional<std::uint32_t> face{};  // in the chain; empty: no font has it
    bool emoji = false;
};

// From left to right as displayed.
std::vector<TextRun> text_runs(std::u32string_view text, FontChain& chain);

}  // namespace tickreel
