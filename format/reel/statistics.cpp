#include "tickreel/reel/statistics.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tickreel/reel/gap_list.h"

namespace tickreel {

namespace {

// Without a regular step, every step would be listed.
constexpr std::size_t kMaxRuns = 1U << 16;
constexpr Tick kWaitingRates[] = {10, 50};
// How much slower than usual a rate is that repeats on multiples of itself; a loss does not.
constexpr Tick kSlowRate = 5;
// A server that is late makes several ticks at once and one snapshot. When more snapshots than
// this are missing, the network may as well have carried nothing, answers included: that the
// server was late is believed up to the second number, and if short steps are so often as many.
constexpr double kShortStep = 3;
constexpr double kMostSkipped = 25;
constexpr std::size_t kShortToLong = 10;
// Below this share of lost ones among the snapshots that did not come, the others were not sent.
constexpr double kLikelyLost = 0.4;
constexpr const char* kUnprovenLoss = "lost or never sent, the source does not tell";

// Whether a server chose to send nothing in the `step` ticks before the frame: one without a
// snapshot that the client acknowledged sends in full, on every 10th or 50th tick (Teeworlds).
bool is_pause(const Frame& frame, Tick step) {
    const bool in_full = frame.wire.parts != 0 && frame.wire.base_tick == kNoTick;
    return in_full &&
           std::any_of(std::begin(kWaitingRates), std::end(kWaitingRates),
                       [&](Tick rate) { return step <= rate && frame.tick % rate == 0; });
}

// Whether the server waited until now for the client to acknowledge `before`, which it sent at
// such a rate.
bool is_end_of_pause(const Frame& frame, Tick before, Tick step) {
    return frame.wire.parts != 0 && frame.wire.base_tick == before &&
           std::any_of(
               std::begin(kWaitingRates), std::end(kWaitingRates),
               [&](Tick rate) { return step <= rate && before % rate == 0; });
}

// Whether the server did not send most of the snapshots that did not come. Of those that it sent,
// it answered inputs within the tick of `share`; without such answers nothing speaks for it. The
// mean of all shares of losses that are possible (Laplace), so that a few cases do not decide.
bool are_skipped(double due, double lost, double share) {
    return lost + 1 < kLikelyLost * (due * share + 2);
}

}  // namespace

void StatisticsCounter::add(const Frame& frame, const Schema& schema) {
    answers_.add(frame, schema);
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
    const bool steady =
        !runs_.empty() && runs_.back().segment == frame.segment &&
        runs_.back().first + runs_.back().step * static_cast<Tick>(runs_.back().count) ==
            last_tick_;
    if (follows && !is_pause(frame, step) &&
        (steady || !is_end_of_pause(frame, last_tick_, step))) {
        if (steady && runs_.back().step == step)
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

std::vector<StatisticsCounter::LongStep> StatisticsCounter::long_steps() const {
    std::map<std::uint32_t, std::map<Tick, std::uint64_t>> steps;
    for (const Run& run : runs_) steps[run.segment][run.step] += run.count;
    std::map<std::uint32_t, Tick> usual;
    for (const auto& [segment, lengths] : steps)
        usual[segment] = std::max_element(lengths.begin(), lengths.end(), [](auto& a, auto& b) {
                             return a.second < b.second;
                         })->first;
    std::vector<LongStep> found;
    for (const Run& run : runs_) {
        const Tick step = usual[run.segment];
        const bool slow_rate =
            run.count > 1 && run.step >= kSlowRate * step && run.first % run.step == 0;
        if (run.step <= step || slow_rate) continue;
        for (std::uint64_t i = 0; i < run.count && found.size() < kMaxRuns; ++i) {
            const Tick from = run.first + run.step * static_cast<Tick>(i);
            LongStep missing{{run.segment, from + step, from + run.step, ""},
                             static_cast<double>((run.step - 1) / step),
                             answers_.within(run.segment, from + step, from + run.step)};
            std::erase_if(missing.lost, [&](Tick tick) { return (tick - from) % step != 0; });
            found.push_back(std::move(missing));
        }
    }
    return found;
}

Statistics StatisticsCounter::result(const std::map<std::string, std::string>& properties) const {
    Statistics result = counts_;
    std::vector<Gap> gaps = reported_;
    const auto meaning = properties.find(std::string(kLongSteps));
    const bool unproven = meaning != properties.end() && meaning->second == kUnproven;
    const bool paused = meaning != properties.end() && meaning->second == kPaused;
    std::vector<LongStep> steps = paused ? std::vector<LongStep>() : long_steps();
    double due = 0;
    double lost = 0;
    std::size_t short_ones = 0;
    for (const LongStep& step : steps) {
        if (step.snapshots > kShortStep) continue;
        ++short_ones;
        due += step.snapshots;
        lost += static_cast<double>(step.lost.size());
    }
    const bool skips = are_skipped(due, lost, answers_.share());
    const bool skips_many = (steps.size() - short_ones) * kShortToLong <= short_ones;
    for (LongStep& step : steps) {
        const double most = skips_many ? kMostSkipped : kShortStep;
        if (unproven) step.gap.reason = kUnprovenLoss;
        if (!skips || !step.lost.empty() || step.snapshots > most) gaps.push_back(step.gap);
    }
    result.gaps = join_gaps(std::move(gaps));
    return result;
}

}  // namespace tickreel
