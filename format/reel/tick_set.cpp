#include "tickreel/reel/tick_set.h"

namespace tickreel {

namespace {

constexpr Tick kBlockTicks = 64;

Tick block_of(Tick tick) {
    const Tick rest = tick % kBlockTicks;
    return tick - (rest < 0 ? rest + kBlockTicks : rest);
}

std::uint64_t bit_of(Tick tick) {
    return std::uint64_t{1} << static_cast<unsigned>(tick - block_of(tick));
}

}  // namespace

void TickSet::add(Moment moment) {
    const Moment block{moment.segment, block_of(moment.tick)};
    const bool in_last = !blocks_.empty() && blocks_.rbegin()->first == block;
    (in_last ? blocks_.rbegin()->second : blocks_[block]) |= bit_of(moment.tick);
}

bool TickSet::has(Moment moment) const {
    const auto block = blocks_.find({moment.segment, block_of(moment.tick)});
    return block != blocks_.end() && (block->second & bit_of(moment.tick)) != 0;
}

std::vector<Tick> TickSet::within(std::uint32_t segment, Tick from, Tick to) const {
    std::vector<Tick> ticks;
    for (auto block = blocks_.lower_bound({segment, block_of(from)});
         block != blocks_.end() && block->first < Moment{segment, to}; ++block)
        for (Tick tick = block->first.tick; tick < block->first.tick + kBlockTicks; ++tick)
            if (tick >= from && tick < to && (block->second & bit_of(tick)) != 0)
                ticks.push_back(tick);
    return ticks;
}

}  // namespace tickreel
