#pragma once
// What the recorder itself lost (a full queue, a restart, a file that failed) becomes gaps that say
// why. A loss is told when it happens, its hole shows in the ticks of a later frame: the decoder
// holds frames back, and the way loses some too. Not thread-safe.

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "tickreel/model/frame.h"

namespace tickreel {

class LossGaps {
public:
    // As RecordingSink::report_loss().
    void report(std::string reason, std::chrono::nanoseconds until, std::chrono::nanoseconds since);
    // What follows last() is lost, before all that was told.
    void report_next(std::string reason) { losses_.push_front({std::move(reason)}); }

    // The frame that was the last one, and the shortest distance between two snapshots.
    const Moment& last() const { return last_; }
    void go_on(const Moment& last, std::chrono::nanoseconds time, Tick step) {
        last_ = newest_ = last;
        newest_time_ = time;
        step_ = step;
    }
    void go_on(const Moment& last) { last_ = last; }
    // last() is of its segment, so that what lies between them can be a gap.
    bool follows(const Frame& frame) const {
        return last_.segment == frame.segment && last_.tick != kNoTick;
    }

    // The next frame is the first of another segment: what the end of the one before lacks, up to
    // when the other one began, for games whose ticks begin again with it. Before pass().
    std::optional<Gap> at_change(const Frame& first, double ticks_per_second);
    // The next frame: gives the gaps that are before it.
    void pass(const Frame& frame, const std::function<void(const Gap&)>& give);
    // When the newest frame's segment ended is not known: no loss so far says where its end is
    // missing. Gives the reason of the one that hides it, if there is one.
    std::optional<std::string> forget_end();
    // Where the snapshot after the newest frame should be.
    Moment expected() const { return {newest_.segment, newest_.tick + std::max<Tick>(step_, 1)}; }
    // No frame follows: what is known to be lost at the end, by the clock.
    std::optional<Gap> at_end(double ticks_per_second) const;

private:
    struct Loss {
        std::string reason{};
        std::chrono::nanoseconds until{};
        std::chrono::nanoseconds since{};
        int frames = 0;  // without a hole, since

        // The decoder held the frame back. If the clock was set back meanwhile, what is nearer.
        bool came_after(const Frame& frame) const {
            return since <= until ? frame.time <= since : since - frame.time < frame.time - until;
        }
    };

    std::optional<Gap> behind_newest(std::chrono::nanoseconds end, double ticks_per_second) const;

    std::deque<Loss> losses_{};  // wait for the holes they made
    Moment last_{0, kNoTick};
    Tick step_ = 0;
    Moment newest_{0, kNoTick};  // last_, but for frames that were taken back
    std::chrono::nanoseconds newest_time_{};
    // Between the first two frames, with a loss: a gap if the third shows that snapshots are less
    // far apart.
    std::optional<Gap> first_hole_{};
};

}  // namespace tickreel
