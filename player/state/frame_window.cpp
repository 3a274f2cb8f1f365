#include "player/state/frame_window.h"

#include <algorithm>
#include <cmath>

namespace tickreel {

FrameWindow::FrameWindow(std::shared_ptr<const ReelReader> reader) : reader_(std::move(reader)) {}

std::int64_t FrameWindow::position_of(const Frame& frame) const {
    return reader_->timeline().position(frame.moment());
}

const Frame* FrameWindow::previous() const {
    return frames_.size() > 1 ? &frames_[frames_.size() - 2] : nullptr;
}

const Frame* FrameWindow::before() const {
    const Frame* frame = previous();
    return frame != nullptr && frame->segment == current()->segment ? frame : nullptr;
}

std::span<const Frame> FrameWindow::recent() const {
    return {frames_.data(), frames_.empty() ? 0 : frames_.size() - 1};
}

bool FrameWindow::holds(std::int64_t position) const {
    return !frames_.empty() && position >= current_position_ &&
           (!next_ || position < next_position_);
}

void FrameWindow::find_next() {
    next_.reset();
    next_position_ = -1;
    Result<std::optional<Frame>> next = reader_->next(frames_.back().moment());
    if (!next) {
        error_ = next.error().message;
    } else if (*next) {
        next_ = std::move(**next);
        next_position_ = position_of(*next_);
    }
}

// A recording whose next frame cannot be read may still hold later ones.
bool FrameWindow::is_stuck(std::int64_t position) const {
    return !frames_.empty() && !next_ && !error_.empty() && position > stuck_at_;
}

bool FrameWindow::steps_to(std::int64_t position) {
    if (frames_.empty() || !next_ || position < next_position_) return false;
    // More than a few steps are cheaper as a jump.
    for (int step = 0; step < 8 && next_ && position >= next_position_; ++step) {
        current_position_ = next_position_;
        frames_.push_back(std::move(*next_));
        find_next();
    }
    drop_old();
    return holds(position);
}

void FrameWindow::jump_to(std::int64_t position) {
    frames_.clear();
    next_.reset();
    error_.clear();
    recent_filled_ = false;
    Result<Frame> frame = reader_->at(reader_->timeline().moment(position));
    if (!frame) {
        error_ = frame.error().message;
        current_position_ = position;
        return;
    }
    const Result<std::optional<Frame>> before = reader_->previous(frame->moment());
    if (before && *before) frames_.push_back(**before);
    frames_.push_back(std::move(*frame));
    current_position_ = position_of(frames_.back());
    find_next();
}

void FrameWindow::fill_recent() {
    recent_filled_ = true;
    const Moment here = frames_.back().moment();
    const double rate = reader_->timeline().ticks_per_second();
    const Tick from = here.tick - std::llround(kRecentSeconds * rate);
    std::vector<Frame> recent;
    const auto keep = [&recent](const Frame& frame) {
        recent.push_back(frame);
        return true;
    };
    const Result<void> read = reader_->scan({{here.segment, from}, here}, ignore_problems, keep);
    if (!read || recent.empty()) return;
    recent.push_back(std::move(frames_.back()));
    frames_ = std::move(recent);
}

void FrameWindow::drop_old() {
    const double rate = reader_->timeline().ticks_per_second();
    const Moment here = frames_.back().moment();
    const Tick oldest = here.tick - std::llround(kRecentSeconds * rate);
    const auto keep_neighbour = static_cast<std::ptrdiff_t>(frames_.size()) - 2;
    const auto first = std::find_if(
        frames_.begin(), frames_.begin() + std::max<std::ptrdiff_t>(keep_neighbour, 0),
        [&](const Frame& frame) { return frame.segment == here.segment && frame.tick >= oldest; });
    frames_.erase(frames_.begin(), first);
}

void FrameWindow::update(std::int64_t position, bool with_recent) {
    if (!reader_ || reader_->timeline().empty()) return;
    const bool failed_here = frames_.empty() && !error_.empty() && position == current_position_;
    if (failed_here) return;
    if (is_stuck(position) || (!holds(position) && !steps_to(position))) {
        jump_to(position);
        stuck_at_ = position;
    }
    if (with_recent && !recent_filled_ && !frames_.empty()) fill_recent();
}

}  // namespace tickreel
