#include "format/tables/shared_frames.h"

#include <algorithm>

namespace tickreel {

bool SharedFrames::everybody_asked() const {
    for (std::size_t i = 0; i < asked_.size(); ++i)
        if (!gone_[i] && asked_[i] <= read_) return false;
    return true;
}

void SharedFrames::read_on() {
    ++read_;
    if (now_) {
        now_ = FrameBatch();  // before the next one is there: memory
        now_ = source_.take_batch();
    }
    changed_.notify_all();
}

void SharedFrames::end_turn(std::size_t reader) {
    if (turn_ != reader) return;
    turn_.reset();
    changed_.notify_all();
}

Result<FrameBatch> SharedFrames::next(std::size_t reader) {
    std::unique_lock lock(mutex_);
    end_turn(reader);
    const std::uint64_t wanted = ++asked_[reader];
    if (read_ < wanted && everybody_asked()) read_on();
    changed_.wait(lock, [&] { return !now_ || (read_ >= wanted && !turn_); });
    if (one_core_) turn_ = reader;
    return now_;
}

void SharedFrames::leave(std::size_t reader) {
    const std::lock_guard lock(mutex_);
    gone_[reader] = true;
    end_turn(reader);
    const bool anybody = std::find(gone_.begin(), gone_.end(), false) != gone_.end();
    if (anybody && everybody_asked()) read_on();
}

void SharedFrames::stop() {
    const std::lock_guard lock(mutex_);
    now_ = fail("stopped");
    changed_.notify_all();
}

}  // namespace tickreel
