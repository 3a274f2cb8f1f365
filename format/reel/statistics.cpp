#include "tickreel/reel/statistics.h"

#include <algorithm>
#include <iterator>

#include "tickreel/reel/gap_list.h"

namespace tickreel {

namespace {

// Without a regular step, every step would be listed.
constexpr std::size_t kMaxRuns = 1U << 16;
constexpr Tick kWaitingRates[] = {10, 50};
// How much slower than usual a rate is that repeats on multiples of itself; a loss does not.
constexpr Tick kSlowRate = 5;

// Whether a server chose to send nothing in the `step` ticks before the frame: one without a
// snapshot that the client acknowledged sends in full, on every 10th or 50th tick (Teeworlds).
bool is_pause(const Frame& frame, Tick step) {
    const bool in_full = frame.wire.parts != 0 && frame.wire.base_tick == kNoTick;
    return in_full &&
           std::any_of(std::begin(kWaitingRates), std::end(kWaitingRates),
                       [&](Tick rate) { return step <= rate && frame.tick % rate == 0; });
}

}  // namespace

void StatisticsCounter::add(const Frame& frame) {
    if (counts_.snapshots == 0) counts_.first_time = frame.time;
    counts_.last_time = frame.time;
    ++counts_.snapshots;
    switch (frame.wire.checksum) {
        case WireChecksum::Ok:
            ++counts_.wire_ok;
            break;
        case WireChecksum::Mismatch:
            ++counts_.wire_mismatch;
            break;
        case WireChecksum::Absent:
            ++counts_.wire_absent;
            break;
    }
    counts_.raw_words += frame.snapshot.word_count();
    // Items are sorted by type: one map lookup per run of a type.
    for (std::size_t i = 0; i < frame.snapshot.size();) {
        const TypeId type = frame.snapshot[i].key.type;
        const std::size_t end =
            type == 0xffff ? frame.snapshot.size()
                           : frame.snapshot.lower_bound({static_cast<TypeId>(type + 1), 0});
        counts_.items[type] += end - i;
        i = end;
    }
    for (const Event& event : frame.events) ++counts_.events[event.type];
    add_step(frame);
}

void StatisticsCounter::add_step(const Frame& frame) {
    const bool follows = any_frame_ && frame.segment == segment_ && frame.tick > last_tick_;
    const Tick step = follows ? frame.tick - last_tick_ : 0;
    if (follows && !is_pause(frame, step)) {
        const bool same =
            !runs_.empty() && runs_.back().segment == frame.segment && runs_.back().step == step &&
            runs_.back().first + step * static_cast<Tick>(runs_.back().count) == last_tick_;
        if (same)
            ++runs_.back().count;
        else if (runs_.size() < kMaxRuns)
            runs_.push_back({frame.segment, last_tick_, step, 1});
    }
    any_frame_ = true;
    segment_ = frame.segment;
    last_tick_ = frame.tick;
}

void StatisticsCounter::add(const Gap& gap) {
    reported_.push_back(gap);
}

Statistics StatisticsCounter::result() const {
    Statistics result = counts_;
    std::map<std::uint32_t, std::map<Tick, std::uint64_t>> steps;
    for (const Run& run : runs_) steps[run.segment][run.step] += run.count;
    std::map<std::uint32_t, Tick> usual;
    for (const auto& [segment, lengths] : steps)
        usual[segment] = std::max_element(lengths.begin(), lengths.end(), [](auto& a, auto& b) {
                             return a.second < b.second;
                         })->first;
    std::vector<Gap> gaps = reported_;
    for (const Run& run : runs_) {
        const Tick step = usual[run.segment];
        const bool slow_rate =
            run.count > 1 && run.step >= kSlowRate * step && run.first % run.step == 0;
        if (run.step <= step || slow_rate) continue;
        for (std::uint64_t i = 0; i < run.count && gaps.size() < kMaxRuns; ++i) {
            const Tick from = run.first + run.step * static_cast<Tick>(i);
            gaps.push_back({run.segment, from + step, from + run.step, ""});
        }
    }
    result.gaps = join_gaps(std::move(gaps));
    return result;
}

}  // namespace tickreel
