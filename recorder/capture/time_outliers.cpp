#include "recorder/capture/time_outliers.h"

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// Captures of several interfaces or queues are out of order by less.
constexpr std::chrono::nanoseconds kReordering = std::chrono::seconds(1);

}  // namespace

bool TimeOutliers::is_outlier(std::chrono::nanoseconds time) const {
    const bool clock_was_set = before_ && ahead_ && *before_ > ahead_->time + kReordering;
    if (clock_was_set) return false;
    return (before_ && time < *before_ - kReordering) ||
           (ahead_ && time > ahead_->time + kReordering);
}

std::optional<CapturedPacket> TimeOutliers::next() {
    if (!started_) ahead_ = packets_->next();
    started_ = true;
    if (!ahead_) return std::nullopt;
    CapturedPacket packet = *std::move(ahead_);
    ahead_ = packets_->next();
    if (is_outlier(packet.time)) {
        packet.time = before_ ? *before_ : ahead_->time;
        problems_({concat("the packet at offset ", packet.offset,
                          " has a wrong time; taking that of the packet ",
                          before_ ? "before" : "after", " it")});
    }
    before_ = packet.time;
    return packet;
}

}  // namespace tickreel
