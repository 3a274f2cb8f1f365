#pragma once
// The integrity lane of the timeline. A pixel column shows the shares of each status among its
// ticks, stacked, the worst on top: hours with a few gaps do not look broken, and no status
// disappears. Every status has a shape in addition to its colour: gaps are hollow and dashed,
// unreadable ticks are hatched, a mismatch rises above the lane.

#include <span>

#include "player/panels/look.h"

namespace tickreel {

using StripColumn = std::array<std::uint8_t, kIntegrities>;  // pixels of each kind

// Shares of a column as pixels that sum up to `height` (<= 255), at least one for each kind that is
// there at all. All 0 where nothing is known.
StripColumn strip_column(const IntegrityShares& shares, int height);

// `at` is the upper left corner; one pixel a column.
void draw_integrity_strip(const Look& look, std::span<const StripColumn> columns, ImVec2 at,
                          float height);
// The mark for what is missing behind the last snapshot, kEndMark (unscaled) wide, left of `right`.
inline constexpr float kEndMark = 10;
void draw_end_mark(const Look& look, Integrity kind, ImVec2 right, float height);
// The mark for a hole without positions, kBorderHole (unscaled) wide, left of `at.x`, where the map
// begins.
inline constexpr float kBorderHole = 4;
void draw_border_hole(const Look& look, Integrity kind, ImVec2 at, float height);
// A small sample of a kind, for lists: the colour and the shape. Takes room like a widget.
void integrity_sample(const Look& look, Integrity kind);

}  // namespace tickreel
