#include "recorder/recording/loss_gaps.h"

#include <algorithm>
#include <utility>

namespace tickreel {

namespace {

// Frames that may overtake those that follow a loss.
constexpr int kHeldBack = 2;
constexpr auto kUnknown = std::chrono::nanoseconds::max();
constexpr std::size_t kMostLosses = 64;  // that wait for the holes they made

}  // namespace

void LossGaps::report(std::string reason, std::chrono::nanoseconds until,
                      std::chrono::nanoseconds since) {
    if (losses_.size() == kMostLosses) losses_.pop_front();
    losses_.push_back({std::move(reason), until, since});
}

void LossGaps::pass(const Frame& frame, const std::function<void(const Gap&)>& give) {
    const Tick step = follows(frame) ? frame.tick - last_.tick : 0;
    if (first_hole_ && step > 0) {
        if (step < first_hole_->to - first_hole_->from) {
            first_hole_->from += step;
            give(*first_hole_);
        }
        first_hole_.reset();
    }
    const bool hole = step > step_;  // the first step may be one
    if (hole && !losses_.empty() && !losses_.front().came_after(frame)) {
        const Loss& loss = losses_.front();
        const Gap gap{frame.segment, last_.tick + step_, frame.tick, loss.reason};
        if (step_ == 0)
            first_hole_ = gap;
        else
            give(gap);
        // Before that, it is perhaps not the one that this loss made.
        if (frame.time >= loss.until) losses_.pop_front();
    } else {
        for (Loss& loss : losses_)
            if (frame.time >= loss.until) ++loss.frames;
        // Only datagrams without a snapshot were lost.
        std::erase_if(losses_, [](const Loss& loss) { return loss.frames > kHeldBack; });
    }
    if (step > 0 && (step_ == 0 || step < step_)) step_ = step;
    last_ = newest_ = frame.moment();
    newest_time_ = frame.time;
}

std::optional<Gap> LossGaps::at_end(double ticks_per_second) const {
    if (last_.tick == kNoTick || newest_.segment != last_.segment) return std::nullopt;
    return behind_newest(kUnknown, ticks_per_second);
}

// What is lost while players load the next map, or play it while the decoder holds back its first
// snapshots, is not missing from the map before.
std::optional<Gap> LossGaps::at_change(const Frame& first, double ticks_per_second) {
    if (newest_.tick == kNoTick || newest_.segment >= first.segment) return std::nullopt;
    const std::chrono::duration<double> run(static_cast<double>(first.tick) / ticks_per_second);
    const auto began = first.time - std::chrono::duration_cast<std::chrono::nanoseconds>(run);
    std::optional<Gap> gap = behind_newest(began, ticks_per_second);
    if (gap) gap->reason += ", and the map changed meanwhile";
    std::erase_if(losses_,
                  [&](const Loss& loss) { return loss.since < began && loss.until <= first.time; });
    return gap;
}

std::optional<std::string> LossGaps::forget_end() {
    if (newest_.tick == kNoTick) return std::nullopt;
    std::optional<std::string> hidden;
    for (Loss& loss : losses_) {
        if (loss.until == kUnknown || loss.until <= newest_time_) continue;
        if (!hidden) hidden = loss.reason;
        loss.until = loss.since = {};
    }
    return hidden;
}

// Nothing was sent from `end` on.
std::optional<Gap> LossGaps::behind_newest(std::chrono::nanoseconds end,
                                           double ticks_per_second) const {
    const Loss* first = nullptr;
    std::chrono::nanoseconds until{};
    for (const Loss& loss : losses_) {
        if (loss.until == kUnknown || loss.until <= newest_time_ || loss.since >= end) continue;
        if (first == nullptr) first = &loss;
        until = std::max(until, std::min(loss.until, end));
    }
    if (first == nullptr) return std::nullopt;
    const auto tick_at = [&](std::chrono::nanoseconds time) {
        const std::chrono::duration<double> later = std::max(time, newest_time_) - newest_time_;
        return newest_.tick + static_cast<Tick>(later.count() * ticks_per_second);
    };
    // Up to its beginning, what is missing was not sent.
    const Tick from = std::max(expected().tick, tick_at(first->since));
    const Tick to = tick_at(until);
    if (to <= from) return std::nullopt;
    return Gap{newest_.segment, from, to, first->reason};
}

}  // namespace tickreel
