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
    const auto later = [](std::chrono::nanoseconds time, const RecentUpdate& other) {
        return time < other.time;
    };
    const auto place = std::upper_bound(updates_.begin(), updates_.end(), update.time, later);
    updates_.insert(place, std::move(update));
    while (updates_.size() > kKept || bytes_ > kKeptBytes) drop_first();
}

void ViewHistory::drop_first() {
    bytes_ -= updates_.front().body.size();
    updates_.pop_front();
}

void ViewHistory::agreed(std::chrono::nanoseconds time, std::uint64_t lost) {
    agreed_ = time;
    lost_ = lost;
    while (!updates_.empty() && updates_.front().time + kReach < time) drop_first();
    before_.reset();
    unexplained_.clear();
}

void ViewHistory::unexplained(std::uint32_t expected, std::chrono::nanoseconds time) {
    const auto same = [&](const Unexplained& one) { return one.expected == expected; };
    if (std::any_of(unexplained_.begin(), unexplained_.end(), same)) return;
    if (unexplained_.size() == kMaxUnexplained) unexplained_.pop_front();
    unexplained_.push_back({expected, time});
}

std::vector<LaterFinding> ViewHistory::later(const View& now, const View* before,
                                             std::chrono::nanoseconds time) {
    std::vector<LaterFinding> found;
    const std::uint32_t sum = now.checksum();
    const std::string fields = before != nullptr ? now.changed_fields(*before) : "";
    std::erase_if(unexplained_, [&](const Unexplained& one) {
        LaterFinding finding{one.expected, LaterCause::None, time - one.time, fields};
        if (sum == one.expected)
            finding.cause = before != nullptr ? LaterCause::Keyframe : LaterCause::Update;
        else if (!fields.empty())
            finding.cause = LaterCause::Differs;
        if (finding.cause != LaterCause::None) found.push_back(std::move(finding));
        // A keyframe decides it.
        return sum == one.expected || before != nullptr;
    });
    return found;
}

ViewHistory::Finding ViewHistory::find(const View& now, std::uint32_t expected,
                                       std::uint64_t lost) const {
    Finding finding = find_state(now, expected);
    finding.agreed = agreed_;
    finding.lost = lost - std::min(lost, lost_);
    if (!finding.state) finding.reason = finding.lost > 0 ? CheckReason::PacketsLost : guess(now);
    return finding;
}

CheckReason ViewHistory::guess(const View& now) const {
    if (now.shape().layout->is_movement() && pose_ && is_fresh(*pose_)) return CheckReason::MovedOn;
    const auto came_early = [&](const RecentUpdate& update) {
        return !update.applied && is_fresh(update.time);
    };
    if (std::any_of(updates_.begin(), updates_.end(), came_early))
        return CheckReason::ReferenceLater;
    const bool silent =
        assigned_again_ && (updates_.empty() || updates_.back().time < *assigned_again_);
    if (silent && is_fresh(*assigned_again_)) return CheckReason::OutOfRange;
    return CheckReason::Unknown;
}

// Tries what may be missing: the last updates, one more at a time, on top of the current state and
// of the state before the keyframe; also without the very last ones, because the checksum may be
// older than they are.
ViewHistory::Finding ViewHistory::find_state(const View& now, std::uint32_t expected) const {
    const auto reached = [&](const RecentUpdate& update) {
        return !keyframe_ || update.time + kReach >= *keyframe_;
    };
    if (before_ && before_->checksum() == expected) return {CheckReason::OldKeyframe, before_};
    for (std::size_t first = updates_.size(); first-- > 0 && reached(updates_[first]);) {
        if (auto found = find_from(first, now, expected)) return *std::move(found);
        if (!before_) continue;
        if (auto found = find_from(first, *before_, expected)) return *std::move(found);
    }
    return {};
}

std::optional<ViewHistory::Finding> ViewHistory::find_from(std::size_t first, View tried,
                                                           std::uint32_t expected) const {
    bool early = false;
    for (std::size_t i = first; i < updates_.size(); ++i) {
        early = early || !updates_[i].applied;
        if (!tried.update(updates_[i].body) || tried.checksum() != expected) continue;
        return Finding{early ? CheckReason::EarlyUpdate : CheckReason::OldKeyframe,
                       std::move(tried)};
    }
    return std::nullopt;
}

}  // namespace tickreel::firefall
