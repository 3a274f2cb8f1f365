#include "player/state/playback.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tickreel {
namespace {

constexpr std::array kSpeeds = {0.1, 0.25, 0.5,  0.75, 1.0,  1.25, 1.5,  2.0,  3.0,  4.0,  6.0,
                                8.0, 12.0, 16.0, 20.0, 24.0, 28.0, 32.0, 40.0, 48.0, 56.0, 64.0};
constexpr std::size_t kNormalSpeed = 4;
constexpr std::array kSkips = {0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 600.0};
constexpr std::size_t kRememberedJumps = 100;

std::size_t shifted(std::size_t index, int by, std::size_t count) {
    const auto last = static_cast<std::ptrdiff_t>(count) - 1;
    const auto wanted = static_cast<std::ptrdiff_t>(index) + by;
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, last));
}

}  // namespace

Playback::Playback(std::int64_t length, double ticks_per_second)
    : length_(std::max<std::int64_t>(length, 0)),
      rate_(ticks_per_second > 0.0 ? ticks_per_second : 50.0) {}

std::int64_t Playback::position() const {
    return static_cast<std::int64_t>(std::floor(playhead_));
}

double Playback::speed() const {
    return kSpeeds[speed_];
}

std::span<const double> Playback::speeds() {
    return kSpeeds;
}

double Playback::skip_seconds() const {
    return kSkips[skip_];
}

std::int64_t Playback::skip_ticks() const {
    return std::max<std::int64_t>(1, std::llround(skip_seconds() * rate_));
}

double Playback::clamp(double position) const {
    return std::clamp(position, 0.0, static_cast<double>(length_));
}

double Playback::first() const {
    return loop_.repeat && loop_.in ? static_cast<double>(*loop_.in) : 0.0;
}

double Playback::last() const {
    return static_cast<double>(loop_.repeat && loop_.out ? *loop_.out : length_);
}

void Playback::toggle_play() {
    playing_ = !playing_;
    if (!playing_) return;
    if (!reversed_ && playhead_ >= last())
        playhead_ = first();
    else if (reversed_ && playhead_ <= first())
        playhead_ = last();
}

void Playback::normal_speed() {
    speed_ = kNormalSpeed;
    reversed_ = false;
}

void Playback::set_speed(double speed) {
    const auto nearer = [speed](double a, double b) {
        return std::abs(a - speed) < std::abs(b - speed);
    };
    speed_ = static_cast<std::size_t>(std::min_element(kSpeeds.begin(), kSpeeds.end(), nearer) -
                                      kSpeeds.begin());
}

void Playback::shift_speed(int by) {
    speed_ = shifted(speed_, by, kSpeeds.size());
}

void Playback::shift_skip(int by) {
    skip_ = shifted(skip_, by, kSkips.size());
}

void Playback::move(std::int64_t position) {
    playhead_ = clamp(static_cast<double>(position));
}

void Playback::jump(std::int64_t position) {
    if (back_.size() >= kRememberedJumps) back_.erase(back_.begin());
    back_.push_back(this->position());
    forward_.clear();
    move(position);
}

bool Playback::back() {
    if (back_.empty()) return false;
    forward_.push_back(position());
    move(back_.back());
    back_.pop_back();
    return true;
}

bool Playback::forward() {
    if (forward_.empty()) return false;
    back_.push_back(position());
    move(forward_.back());
    forward_.pop_back();
    return true;
}

void Playback::begin_scrub() {
    if (scrubbing_) return;
    jump(position());  // undo brings back the place before the drag
    scrubbing_ = true;
    play_after_scrub_ = playing_;
    playing_ = false;
}

void Playback::end_scrub() {
    if (!scrubbing_) return;
    scrubbing_ = false;
    playing_ = play_after_scrub_;
}

void Playback::set_in() {
    loop_.in = position();
    if (loop_.out && *loop_.out <= *loop_.in) loop_.out.reset();
}

void Playback::set_out() {
    loop_.out = position();
    if (loop_.in && *loop_.in >= *loop_.out) loop_.in.reset();
}

void Playback::set_loop(std::int64_t in, std::int64_t out) {
    const auto [low, high] = std::minmax(in, out);
    loop_.in = static_cast<std::int64_t>(clamp(static_cast<double>(low)));
    loop_.out = static_cast<std::int64_t>(clamp(static_cast<double>(high)));
}

void Playback::set_length(std::int64_t length) {
    length_ = std::max<std::int64_t>(length, 0);
    playhead_ = clamp(playhead_);
}

void Playback::advance(std::chrono::duration<double> elapsed) {
    if (!playing_ || scrubbing_) return;
    const double way = elapsed.count() * rate_ * speed() * (reversed_ ? -1.0 : 1.0);
    const double before = playhead_;
    playhead_ = clamp(playhead_ + way);
    const double low = first();
    const double high = last();
    const bool passed =
        reversed_ ? before >= low && playhead_ <= low : before <= high && playhead_ >= high;
    if (!passed) return;
    if (loop_.repeat && high > low) {
        playhead_ = reversed_ ? high : low;
    } else {
        playhead_ = reversed_ ? low : high;
        playing_ = false;
    }
}

}  // namespace tickreel
