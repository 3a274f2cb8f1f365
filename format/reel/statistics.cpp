#include "tickreel/reel/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// Without a regular step, every step would be listed.
constexpr std::size_t kMaxRuns = 1U << 16;
// At which Teeworlds sends to a client until it acknowledges its first snapshot, and later to one
// that has none of the last three seconds: in full, so that any acknowledged one is a base again.
constexpr Tick kFirstRate = 10;
constexpr Tick kRecoveryRate = 50;
// How much slower than usual a rate is that repeats on multiples of itself; a loss does not.
constexpr Tick kSlowRate = 5;
// A server that is late makes several ticks at once and one snapshot. When more snapshots than
// this, at this rate or a slower one, are missing, the network may as well have carried nothing,
// answers included: that the server was late is believed up to the second number, and if short
// steps are so often as many.
constexpr double kSnapshotsPerSecond = 25;
constexpr double kShortStep = 3;
constexpr double kMostSkipped = 25;
constexpr std::size_t kShortToLong = 10;
// Below this share of lost ones among the snapshots that did not come, the others were not sent.
constexpr double kLikelyLost = 0.4;
// So many steps in a row are multiples of a slower rate only if the server sent at that rate: where
// it loses every third snapshot, one series in 100 000 is.
constexpr std::uint64_t kStepsOfRate = 8;
constexpr const char* kUnprovenLoss = "lost or never sent, the source does not tell";

bool is_in_full(const Frame& frame) {
    return frame.wire.parts != 0 && frame.wire.base_tick == kNoTick;
}

Tick next_multiple(Tick tick, Tick rate) {
    const Tick rest = tick % rate;
    return tick - rest + (rest < 0 ? 0 : rate);
}

// Whether the server did not send most of the snapshots that did not come. Of those that it sent,
// it answered inputs within the tick of `share`; without such answers nothing speaks for it. The
// mean of all shares of losses that are possible (Laplace), so that a few cases do not decide.
bool are_skipped(double due, double lost, double share) {
    return lost + 1 < kLikelyLost * (due * share + 2);
}

// Of steps, what no gap explains goes to the gap beside it; `gaps` are joined.
void widen(std::vector<Gap>& gaps, std::vector<Gap> rests) {
    std::vector<Gap> others;
    for (Gap& rest : rests) {
        const auto next = std::partition_point(
            gaps.begin(), gaps.end(),
            [&](const Gap& gap) {
                return Moment{gap.segment, gap.from} < Moment{rest.segment, rest.to};
            });
        const auto same = [&](const Gap& gap) { return gap.segment == rest.segment; };
        if (next != gaps.begin() && same(next[-1]) && next[-1].to == rest.from)
            next[-1].to = rest.to;
        else if (next != gaps.end() && same(*next) && next->from == rest.to)
            next->from = rest.from;
        else
            others.push_back(std::move(rest));
    }
    gaps.insert(gaps.end(), others.begin(), others.end());
}

// A reported gap and the step over it are one. What a copy could not read is a gap of its own, also
// beside a reported one; what no gap explains of a step over it is taken for unreadable too.
std::vector<Gap> with_steps(std::vector<Gap> reported, std::vector<Gap> steps) {
    std::vector<Gap> unreadable;
    move_unreadable(reported, unreadable);
    reported = join_gaps(std::move(reported));
    steps = join_gaps(std::move(steps));
    for (Gap& rest : gaps_without(steps, reported))
        unreadable.push_back({rest.segment, rest.from, rest.to, ""});
    unreadable = join_gaps(std::move(unreadable));
    std::erase_if(unreadable, [](const Gap& gap) { return !is_unreadable(gap); });
    widen(reported, gaps_without(steps, reported));
    std::vector<Gap> gaps = gaps_without(join_gaps(std::move(reported)), unreadable);
    gaps.insert(gaps.end(), unreadable.begin(), unreadable.end());
    return join_gaps(std::move(gaps));
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

// After a snapshot in full a server waits for an acknowledgement, and sends in full on the ticks of
// its slow rate until then. One on such a tick may also end a wait whose beginning did not come.
Tick StatisticsCounter::waiting_rate(const Frame& frame) const {
    const bool in_full = is_in_full(frame);
    for (const Tick rate : {kFirstRate, kRecoveryRate})
        if (in_full && frame.tick % rate == 0 && frame.tick - last_tick_ <= rate) return rate;
    if (!last_in_full_) return 0;
    const bool first = !delta_in_segment_ && in_full && last_tick_ % kFirstRate == 0 &&
                       frame.tick % kFirstRate == 0;
    return first ? kFirstRate : kRecoveryRate;
}

void StatisticsCounter::add_step(const Frame& frame) {
    const bool same_segment = any_frame_ && frame.segment == segment_;
    if (!same_segment) delta_in_segment_ = false;
    if (same_segment && frame.tick > last_tick_) {
        const Tick step = frame.tick - last_tick_;
        const Tick rate = waiting_rate(frame);
        const bool steady =
            !runs_.empty() && runs_.back().segment == frame.segment && runs_.back().step == step &&
            runs_.back().rate == rate &&
            runs_.back().first + step * static_cast<Tick>(runs_.back().count) == last_tick_;
        if (steady)
            ++runs_.back().count;
        else if (runs_.size() < kMaxRuns)
            runs_.push_back({frame.segment, last_tick_, step, 1, rate});
    }
    any_frame_ = true;
    segment_ = frame.segment;
    last_tick_ = frame.tick;
    last_in_full_ = is_in_full(frame);
    delta_in_segment_ = delta_in_segment_ || frame.wire.base_tick != kNoTick;
    any_delta_ = any_delta_ || delta_in_segment_;
}

void StatisticsCounter::add(const Gap& gap) {
    reported_.push_back(gap);
}

// A step of the run, from a snapshot to the next, where the first one was due at `due`.
StatisticsCounter::LongStep StatisticsCounter::long_step(const Run& run, Tick from, Tick due,
                                                         Tick rate) const {
    const Tick to = from + run.step;
    const double ordinary = ticks_per_second_ / kSnapshotsPerSecond;
    LongStep step;
    step.from = from;
    const Tick snapshots_due = (to - due - 1) / rate + 1;
    step.due = static_cast<double>(snapshots_due);
    step.length =
        std::min(step.due, std::floor(static_cast<double>(run.step - 1) / std::max(ordinary, 1.0)));
    step.gap = {run.segment, due, to, ""};
    const Tick silent = answers_.silent_since(from, {run.segment, to});
    if (silent < to && due < silent) step.gap.to = due + ((silent - due - 1) / rate + 1) * rate;
    if (silent <= due) step.gap.to = due;
    step.gap.to = std::min(step.gap.to, to);
    for (const Tick tick : answers_.within(run.segment, due, step.gap.to))
        if ((tick - due) % rate == 0) ++step.lost;
    return step;
}

// Servers send to who watches more often than to who plays: the slower rate of the steps before
// this run and of those after it, with its own.
Tick StatisticsCounter::rate_around(std::size_t run, Tick usual) const {
    Tick slowest = usual;
    for (const bool before : {true, false}) {
        Tick rate = runs_[run].step;
        std::uint64_t steps = runs_[run].count;
        for (std::size_t i = run; steps < kStepsOfRate; steps += runs_[i].count) {
            if (before ? i == 0 : i + 1 == runs_.size()) break;
            i = before ? i - 1 : i + 1;
            if (runs_[i].segment != runs_[run].segment || waits_in(runs_[i])) break;
            rate = std::gcd(rate, runs_[i].step);
        }
        if (steps >= kStepsOfRate) slowest = std::max(slowest, rate);
    }
    return slowest;
}

std::vector<StatisticsCounter::LongStep> StatisticsCounter::long_steps() const {
    std::map<std::uint32_t, std::map<Tick, std::uint64_t>> steps;
    for (const Run& run : runs_)
        if (!waits_in(run)) steps[run.segment][run.step] += run.count;
    std::map<std::uint32_t, Tick> usual;
    for (const auto& [segment, lengths] : steps)
        usual[segment] = std::max_element(lengths.begin(), lengths.end(), [](auto& a, auto& b) {
                             return a.second < b.second;
                         })->first;
    std::vector<LongStep> found;
    for (std::size_t number = 0; number < runs_.size(); ++number) {
        const Run& run = runs_[number];
        const bool waits = waits_in(run);
        const Tick rate = waits ? run.rate : usual[run.segment];
        const bool slow_rate =
            run.count > 1 && run.step >= kSlowRate * rate && run.first % run.step == 0;
        if (run.step <= rate || (slow_rate && !waits)) continue;
        const Tick around = waits || made_.empty() ? 0 : rate_around(number, rate);
        for (std::uint64_t i = 0; i < run.count && found.size() < kMaxRuns; ++i) {
            const Tick from = run.first + run.step * static_cast<Tick>(i);
            const Tick due = waits ? next_multiple(from, rate) : from + rate;
            if (due >= from + run.step) continue;
            found.push_back(long_step(run, from, due, rate));
            found.back().rate = around;
        }
    }
    return found;
}

// What another client has of a step that is no gap as a whole.
void StatisticsCounter::add_made_in(const LongStep& step, std::vector<Gap>& gaps) const {
    if (step.rate == 0) return;
    const Tick to = step.gap.to;
    for (const Tick tick : made_.within(step.gap.segment, step.gap.from, to))
        if ((step.from - tick) % step.rate == 0)
            gaps.push_back({step.gap.segment, tick, tick + std::min(step.rate, to - tick),
                            std::string(kOfAnotherView)});
}

std::vector<Gap> StatisticsCounter::waits() const {
    std::vector<Gap> waits;
    for (const Run& run : runs_)
        if (waits_in(run))
            waits.push_back({run.segment, run.first + 1,
                             run.first + run.step * static_cast<Tick>(run.count), ""});
    return waits;
}

Statistics StatisticsCounter::result(const std::map<std::string, std::string>& properties) const {
    Statistics result = counts_;
    std::vector<Gap> gaps = reported_;
    std::vector<Gap> concluded;
    const auto meaning = properties.find(std::string(kLongSteps));
    const bool unproven = meaning != properties.end() && meaning->second == kUnproven;
    const bool paused = meaning != properties.end() && meaning->second == kPaused;
    std::vector<LongStep> steps = paused ? std::vector<LongStep>() : long_steps();
    double due = 0;
    double lost = 0;
    std::size_t short_ones = 0;
    for (const LongStep& step : steps) {
        if (step.length > kShortStep) continue;
        ++short_ones;
        due += step.due;
        lost += step.lost;
    }
    const bool skips = are_skipped(due, lost, answers_.share());
    const bool skips_many = (steps.size() - short_ones) * kShortToLong <= short_ones;
    for (LongStep& step : steps) {
        if (step.gap.from == step.gap.to) continue;
        const double most = skips_many ? kMostSkipped : kShortStep;
        if (unproven) step.gap.reason = kUnprovenLoss;
        if (!skips || step.lost > 0 || step.length > most)
            concluded.push_back(step.gap);
        else
            add_made_in(step, gaps);
    }
    result.gaps = with_steps(std::move(gaps), std::move(concluded));
    return result;
}

}  // namespace tickreel
