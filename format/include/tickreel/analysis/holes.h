#pragma once
// Where no snapshot is although one was due, as positions of the timeline: gaps, which never
// reached the file, and unreadable ticks, which were in it. The player and pictures say the same of
// a moment because both ask here.

#include <span>

#include "tickreel/analysis/recording_scan.h"

namespace tickreel {

// Ascending, without overlaps; a cut end lies beyond the last position. `gaps` and `lost` are
// joined and do not overlap.
std::vector<Hole> holes_of(const ReelReader& reel, std::span<const Gap> gaps,
                           std::span<const Gap> lost);
// The same from the recording itself, as far as its damage is known: reading may find more. Cheap
// if the recording is finished and nothing is damaged, else all of it is read once.
std::vector<Hole> find_holes(const ReelReader& reel);

// The hole that contains a position, or nullptr.
const Hole* hole_at(std::span<const Hole> holes, std::int64_t position);
// Those behind the last snapshot, whose position is `last`.
std::span<const Hole> holes_behind(std::span<const Hole> holes, std::int64_t last);
// Those that begin at a position: several where a map lacks its end and the next one its beginning.
std::span<const Hole> holes_from(std::span<const Hole> holes, std::int64_t position);
// What is wrong there, and of a gap why: "gap: killed", "unreadable: the file is damaged".
std::string hole_title(const Hole& hole);
// From which position on everything up to this one can be read; behind it where that cannot.
std::int64_t readable_since(std::span<const Hole> holes, std::int64_t position);
// Whether a snapshot was due between two that follow one another.
bool hole_between(std::span<const Hole> holes, std::int64_t from, std::int64_t to);

}  // namespace tickreel
