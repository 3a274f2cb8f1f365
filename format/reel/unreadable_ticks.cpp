#include "tickreel/reel/unreadable_ticks.h"

#include <algorithm>

#include "tickreel/reel/gap_list.h"

namespace tickreel {
namespace {

Tick usual_step(const ChunkInfo& chunk) {
    return chunk.snapshots < 2 ? 1
                               : std::max<Tick>((chunk.last_tick - chunk.first_tick) /
                                                    static_cast<Tick>(chunk.snapshots - 1),
                                                1);
}

// A chunk and the later ones of its group, which depend on it.
Gap lost_with(std::span<const ChunkInfo> chunks, std::size_t first, const std::string& why) {
    std::size_t last = first;
    while (last + 1 < chunks.size() && !chunks[last + 1].starts_group) ++last;
    return {chunks[first].segment, chunks[first].first_tick, end_of_lost(chunks, last), why};
}

}  // namespace

Tick end_of_lost(std::span<const ChunkInfo> chunks, std::size_t last) {
    const Tick behind = chunks[last].last_tick + 1;
    if (last + 1 == chunks.size() || chunks[last + 1].segment != chunks[last].segment)
        return behind;  // nothing was due
    const Tick due = chunks[last].last_tick + usual_step(chunks[last]);
    return std::max(std::min(due, chunks[last + 1].first_tick), behind);
}

Tick last_lost_tick(std::span<const ChunkInfo> chunks, const Gap& gap) {
    const auto before_end = static_cast<Tick>(static_cast<std::uint64_t>(gap.to) - 1);  // may wrap
    const auto behind =
        std::partition_point(chunks.begin(), chunks.end(), [&](const ChunkInfo& chunk) {
            return Moment{chunk.segment, chunk.first_tick} < Moment{gap.segment, gap.to};
        });
    if (behind == chunks.begin()) return before_end;
    const auto last = static_cast<std::size_t>(behind - chunks.begin()) - 1;
    const ChunkInfo& chunk = chunks[last];
    // Else records that nobody knows are lost behind that chunk, or only part of it was asked for.
    const bool ends = chunk.segment == gap.segment && chunk.last_tick >= gap.from &&
                      end_of_lost(chunks, last) == gap.to;
    return ends ? chunk.last_tick : before_end;
}

std::vector<Gap> ticks_lost_by(std::span<const ChunkInfo> chunks, const Damage& damage) {
    std::vector<Gap> lost;
    if (damage.ticks)
        lost.push_back({damage.ticks->segment, damage.ticks->from, damage.ticks->to, damage.what});
    for (std::size_t i = 0; i < chunks.size(); ++i)
        if (chunks[i].offset < damage.offset + damage.length &&
            damage.offset < chunks[i].offset + chunks[i].stored_bytes)
            lost.push_back(lost_with(chunks, i, damage.what));
    return lost;
}

std::vector<Gap> unreadable_ticks(std::span<const ChunkInfo> chunks,
                                  std::span<const Damage> damage) {
    std::vector<Gap> lost;
    for (const Damage& one : damage)
        for (Gap& gap : ticks_lost_by(chunks, one)) lost.push_back(std::move(gap));
    return join_gaps(std::move(lost));
}

std::vector<Gap> unreadable_ticks(const ReelReader& reel) {
    return unreadable_ticks(reel.chunks(), reel.damage());
}

std::size_t move_unreadable(std::vector<Gap>& gaps, std::vector<Gap>& unreadable) {
    const auto lost = std::stable_partition(gaps.begin(), gaps.end(),
                                            [](const Gap& gap) { return !is_unreadable(gap); });
    const auto count = static_cast<std::size_t>(gaps.end() - lost);
    unreadable.insert(unreadable.end(), lost, gaps.end());
    gaps.erase(lost, gaps.end());
    return count;
}

Result<MissingTicks> missing_ticks(const ReelReader& reel, MomentRange range) {
    static_cast<void>(reel.sound());  // finds the damage
    const auto counts = reel.statistics();
    if (!counts) return counts.error();
    MissingTicks missing{gaps_within(reel, range, counts->gaps),
                         gaps_within(reel, range, unreadable_ticks(reel))};
    move_unreadable(missing.gaps, missing.unreadable);
    return missing;
}

}  // namespace tickreel
