#include "recorder/games/firefall/view_history.h"

#include <algorithm>

namespace tickreel::firefall {

void ViewHistory::keyframe(std::chrono::nanoseconds time, const View* before) {
    before_.reset();
    if (before != nullptr) before_ = *before;
    keyframe_ = time;
}

void ViewHistory::update(RecentUpdate update) {
    bytes_ += update.body.size();
    updates_.push_back(std::move(update));
    while (updates_.size() > kKept || bytes_ > kKeptBytes) {
        bytes_ -= updates_.front().body.size();
        updates_.pop_front();
    }
}

void ViewHistory::agreed(std::chrono::nanoseconds time, std::uint64_t lost) {
    agreed_ = time;
    lost_ = lost;
    updates_.clear();
    bytes_ = 0;
    before_.reset();
}

ViewHistory::Finding ViewHistory::find(const View& now, std::uint32_t expected,
                                       std::uint64_t lost) const {
    Finding finding = find_state(now, expected);
    finding.agreed = agreed_;
    finding.lost = lost - std::min(lost, lost_);
    if (finding.state) return finding;
    if (finding.lost > 0)
        finding.reason = CheckReason::PacketsLost;
    else if (now.shape().layout->is_movement())
        finding.reason = CheckReason::MovedOn;
    else if (std::any_of(updates_.begin(), updates_.end(),
                         [](const RecentUpdate& update) { return !update.applied; }))
        finding.reason = CheckReason::ReferenceLater;
    return finding;
}

// Tries what may be missing: the last updates, more and more of them, on top of what is held and of
// what was held before the keyframe; then each early one alone.
ViewHistory::Finding ViewHistory::find_state(const View& now, std::uint32_t expected) const {
    const auto reached = [&](const RecentUpdate& update) {
        return !keyframe_ || update.time + kReach >= *keyframe_;
    };
    if (before_ && before_->checksum() == expected) return {CheckReason::OldKeyframe, before_};
    bool early = false;
    for (std::size_t first = updates_.size(); first-- > 0 && reached(updates_[first]);) {
        early = early || !updates_[first].applied;
        for (const View* base : {&now, before_ ? &*before_ : nullptr}) {
            if (base == nullptr) continue;
            View tried = *base;
            for (std::size_t i = first; i < updates_.size(); ++i)
                (void)tried.update(updates_[i].body);
            if (tried.checksum() == expected)
                return {early ? CheckReason::EarlyUpdate : CheckReason::OldKeyframe, tried};
        }
    }
    for (const RecentUpdate& update : updates_) {
        if (update.applied) continue;
        View tried = now;
        if (tried.update(update.body) && tried.checksum() == expected)
            return {CheckReason::EarlyUpdate, tried};
    }
    return {};
}

}  // namespace tickreel::firefall
