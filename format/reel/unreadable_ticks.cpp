#include "tickreel/reel/unreadable_ticks.h"

#include <algorithm>
#include <numeric>

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
    Tick end = chunks[last].last_tick + usual_step(chunks[last]);
    if (last + 1 < chunks.size() && chunks[last + 1].segment == chunks[first].segment)
        end = std::min(end, chunks[last + 1].first_tick);
    return {chunks[first].segment, chunks[first].first_tick,
            std::max(end, chunks[last].last_tick + 1), why};
}

}  // namespace

std::vector<Gap> unreadable_ticks(const ReelReader& reel) {
    const std::span<const ChunkInfo> chunks = reel.chunks();
    std::vector<std::size_t> by_offset(chunks.size());
    std::iota(by_offset.begin(), by_offset.end(), std::size_t{0});
    std::sort(by_offset.begin(), by_offset.end(),
              [&](std::size_t a, std::size_t b) { return chunks[a].offset < chunks[b].offset; });
    std::vector<Gap> lost;
    for (const Damage& damage : reel.damage()) {
        if (damage.ticks) {
            lost.push_back(
                {damage.ticks->segment, damage.ticks->from, damage.ticks->to, damage.what});
        }
        auto at = std::partition_point(by_offset.begin(), by_offset.end(), [&](std::size_t i) {
            return chunks[i].offset + chunks[i].stored_bytes <= damage.offset;
        });
        for (; at != by_offset.end() && chunks[*at].offset < damage.offset + damage.length; ++at)
            lost.push_back(lost_with(chunks, *at, damage.what));
    }
    return join_gaps(std::move(lost));
}

}  // namespace tickreel
