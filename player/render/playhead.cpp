#include "player/render/playhead.h"

#include <algorithm>
#include <cmath>

#include "player/state/frame_window.h"
#include "player/state/glide.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

Error unreadable(const Error& error) {
    return fail(error.message, "; ", kVerifyHint);
}

}  // namespace

double Playhead::position_of(const Frame& frame) const {
    return static_cast<double>(reel_.timeline().position(frame.moment()));
}

Result<void> Playhead::jump(Frame shown) {
    recent_ = {std::move(shown)};
    const double reach = kRecentSeconds * reel_.timeline().ticks_per_second();
    const double start = position_of(recent_.back()) - reach;
    Moment before = recent_.back().moment();
    while (true) {
        Result<std::optional<Frame>> earlier = reel_.previous(before);
        if (!earlier || !*earlier || (*earlier)->segment != before.segment ||
            position_of(**earlier) < start)
            break;
        before = (*earlier)->moment();
        recent_.push_back(std::move(**earlier));
    }
    std::reverse(recent_.begin(), recent_.end());
    return step();
}

// Reads the frame after the shown one.
Result<void> Playhead::step() {
    Result<std::optional<Frame>> next = reel_.next(recent_.back().moment());
    if (!next) return unreadable(next.error());
    next_ = std::move(*next);
    return {};
}

// Reading finds damage.
void Playhead::look_for_holes() {
    if (damages_ == reel_.damage().size()) return;
    holes_ = find_holes(reel_);
    damages_ = reel_.damage().size();
}

Result<void> Playhead::move_to(double position) {
    constexpr double kFarForward = 500;  // ticks
    const Timeline& timeline = reel_.timeline();
    const Moment moment = timeline.moment(static_cast<std::int64_t>(std::floor(position)));
    const bool ahead = !recent_.empty() && position >= position_of(frame());
    // Not within a hole, however long: there is no frame to jump to, or the shown one is it.
    const bool far = ahead && next_ && position > position_of(*next_) + kFarForward;
    if (!ahead || far) {
        Result<Frame> there = reel_.at(moment);
        if (!there && !ahead) return unreadable(there.error());
        if (there)
            if (Result<void> jumped = jump(*std::move(there)); !jumped) return jumped;
    }
    while (next_ && position_of(*next_) <= position) {
        recent_.push_back(std::move(*next_));
        if (Result<void> stepped = step(); !stepped) return stepped;
        forget_old();
    }
    forget_old();
    look_for_holes();
    position_ = static_cast<std::int64_t>(std::floor(position));
    share_ = glide_share(timeline, &frame(), following(), position, holes_).value_or(0);
    into_hole_ = tickreel::ticks_into_hole(timeline, &frame(), position, holes_);
    return {};
}

void Playhead::forget_old() {
    const Timeline& timeline = reel_.timeline();
    const double oldest = position_of(frame()) - kRecentSeconds * timeline.ticks_per_second();
    const auto keep = std::find_if(recent_.begin(), recent_.end() - 1, [&](const Frame& f) {
        return f.segment == frame().segment && position_of(f) >= oldest;
    });
    recent_.erase(recent_.begin(), keep);
}

}  // namespace tickreel
