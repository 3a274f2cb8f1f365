#pragma once
// Ticks that a recording contained but that cannot be read: damaged chunks with the rest of the
// group that depends on them, lost records, a cut end. Gaps differ: those never reached the file.

#include <span>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// How the reason of a gap begins where a copy was made of something unreadable: a view of a
// damaged match file, or what `recover` and `cut` saved of a damaged recording.
inline constexpr const char* kUnreadableGap = "recorded, but unreadable: ";
inline bool is_unreadable(const Gap& gap) {
    return gap.reason.starts_with(kUnreadableGap);
}
// Moves those among the gaps to the others, in order; how many they are.
std::size_t move_unreadable(std::vector<Gap>& gaps, std::vector<Gap>& unreadable);

// From the damage known so far; complete after a full scan. Merged; each stretch lasts until the
// next snapshot was due. A cut end may lie beyond the last tick of the timeline.
std::vector<Gap> unreadable_ticks(const ReelReader& reel);
std::vector<Gap> unreadable_ticks(std::span<const ChunkInfo> chunks,
                                  std::span<const Damage> damage);
// The gaps of a range, and what was recorded of it and cannot be read, here or in what this is a
// copy of; without ticks in common. Reads the recording where its damage is not known.
struct MissingTicks {
    std::vector<Gap> gaps{};
    std::vector<Gap> unreadable{};
};
Result<MissingTicks> missing_ticks(const ReelReader& reel, MomentRange range);
// Where a stretch of lost chunks ends: when the snapshot after the last one was due; at the end of
// a segment right behind its last tick.
Tick end_of_lost(std::span<const ChunkInfo> chunks, std::size_t last);
// Of the last snapshot in a stretch; where its chunks are unknown, the one before its end. Messages
// name this and the first one.
Tick last_lost_tick(std::span<const ChunkInfo> chunks, const Gap& gap);
// Of one damage; not merged.
std::vector<Gap> ticks_lost_by(std::span<const ChunkInfo> chunks, const Damage& damage);

}  // namespace tickreel
