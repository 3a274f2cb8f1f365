#pragma once
// Formats one frame as a page of text: time, wire facts, and a table for each type.

#include <string>
#include <vector>

#include "recorder/commands/output/value_style.h"
#include "recorder/commands/selection.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/type_table.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

// `width`: splits tables into blocks of at most so many columns; 0: never.
std::string frame_text(const TypeTable& types, const Timeline& timeline, const Frame& frame,
                       const Selection& selection, const ValueStyle& style, std::size_t width);
// "ok", "mismatch: sent 0x00000007, computed 0x00000009"
std::string wire_text(const WireInfo& wire);
// Kill(killer=3, victim=4)
std::string event_text(const TypeTable& types, const Event& event, const ValueStyle& style);

}  // namespace tickreel
