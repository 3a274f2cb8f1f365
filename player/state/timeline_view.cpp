#include "player/state/timeline_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tickreel/reel/timeline.h"

namespace tickreel {
namespace {

constexpr double kShortest = 20.0;  // positions: less than this is not worth a whole width
constexpr std::array<double, 23> kSteps = {0.02, 0.1,  0.2,   0.5,   1.0,   2.0,    5.0,    10.0,
                                           15.0, 30.0, 60.0,  120.0, 300.0, 600.0,  900.0,  1800.0,
                                           3600, 7200, 14400, 28800, 86400, 604800, 2592000};

}  // namespace

TimelineView::TimelineView(std::int64_t length) : length_(std::max<std::int64_t>(length, 1)) {
    show_all();
}

double TimelineView::pixel(double position, double width) const {
    return (position - from_) / (to_ - from_) * width;
}

double TimelineView::position(double pixel, double width) const {
    const double share = width > 0.0 ? pixel / width : 0.0;
    return std::clamp(from_ + share * (to_ - from_), 0.0, static_cast<double>(length_));
}

void TimelineView::follow(double position) {
    if (contains(position)) return;
    constexpr double kBehind = 0.1;  // of the page that was seen already
    const double span = to_ - from_;
    const double behind = position > to_ ? kBehind : 1 - kBehind;
    from_ = position - behind * span;
    to_ = from_ + span;
    keep_inside();
}

void TimelineView::show_all() {
    from_ = 0.0;
    to_ = static_cast<double>(length_);
}

void TimelineView::set_length(std::int64_t length) {
    const bool all = whole();
    length_ = std::max<std::int64_t>(length, 1);
    if (all) show_all();
    keep_inside();
}

void TimelineView::zoom(double at_position, double factor) {
    const double all = static_cast<double>(length_);
    const double span = std::clamp((to_ - from_) / factor, std::min(kShortest, all), all);
    const double share = (at_position - from_) / (to_ - from_);
    from_ = at_position - share * span;
    to_ = from_ + span;
    keep_inside();
}

void TimelineView::pan(double positions) {
    from_ += positions;
    to_ += positions;
    keep_inside();
}

void TimelineView::show(double position) {
    const double span = to_ - from_;
    if (position < from_ || position > to_) {
        from_ = position - span * 0.5;
        to_ = from_ + span;
        keep_inside();
    }
}

void TimelineView::keep_inside() {
    const double all = static_cast<double>(length_);
    const double span = std::min(to_ - from_, all);
    from_ = std::clamp(from_, 0.0, all - span);
    to_ = from_ + span;
}

std::vector<TimelineView::Label> TimelineView::labels(double width, double spacing,
                                                      double ticks_per_second) const {
    std::vector<Label> labels;
    if (width <= 0.0 || ticks_per_second <= 0.0) return labels;
    const double smallest = spacing / width * (to_ - from_) / ticks_per_second;  // seconds
    const auto* found = std::lower_bound(kSteps.begin(), kSteps.end(), smallest);
    const double step = found == kSteps.end() ? kSteps.back() : *found;
    const double end = to_ / ticks_per_second;
    for (double n = std::ceil(from_ / ticks_per_second / step); n * step <= end; n += 1.0) {
        std::string text = Timeline::format_time(n * step);
        const std::size_t dot = text.find('.');
        if (step >= 1.0 && dot != std::string::npos) text.resize(dot);
        labels.push_back({n * step * ticks_per_second, text});
    }
    return labels;
}

void TimelineView::advance(double playhead) {
    if (follows_ && playhead != followed_) follow(playhead);
    followed_ = playhead;
}

void TimelineView::look_at(const TimelineView& part, double playhead) {
    from_ = part.from_;
    to_ = part.to_;
    keep_inside();
    follows_ = contains(playhead);
}

}  // namespace tickreel
