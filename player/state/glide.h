#pragma once
// Between which snapshots things move: one rule for the window and for pictures.

#include <optional>
#include <span>

#include "tickreel/analysis/holes.h"

namespace tickreel {

// The share of the way from one frame to the next one, between 0 and 1; empty if the picture shows
// what was sent last: at a snapshot, before a gap, and while a late server sends nothing, where
// nobody knows what moved.
std::optional<double> glide_share(const Timeline& timeline, const Frame* from, const Frame* to,
                                  double playhead, std::span<const Hole> holes);

// Ticks that the playhead lies behind `from` where snapshots are missing; else 0. What follows from
// the tick alone (the match's clock) goes on there, and nothing else does.
double ticks_into_hole(const Timeline& timeline, const Frame* from, double playhead,
                       std::span<const Hole> holes);

}  // namespace tickreel
