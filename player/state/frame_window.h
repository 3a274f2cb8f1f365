#pragma once
// The frames around the playhead: the current one, the previous and the next one, and those of
// kRecentSeconds for trails and effects. Stepping to a neighbour costs one lookup, a seek decodes
// at most one group. Reads only when the playhead leaves the current frame.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What pictures show of the past: the games show an emoticon or a bubble of chat for 2 s.
inline constexpr double kRecentSeconds = 2;

class FrameWindow {
public:
    FrameWindow() = default;
    explicit FrameWindow(std::shared_ptr<const ReelReader> reader);

    // `with_recent`: also recent() (not needed while scrubbing).
    void update(std::int64_t position, bool with_recent);

    const Frame* current() const { return frames_.empty() ? nullptr : &frames_.back(); }
    const Frame* previous() const;
    // The same, but nothing where current() is the first of its segment: what items of another map
    // have the same numbers are others.
    const Frame* before() const;
    const Frame* next() const { return next_ ? &*next_ : nullptr; }
    // Those of kRecentSeconds before current(), oldest first.
    std::span<const Frame> recent() const;
    // recent() and current().
    std::span<const Frame> with_current() const { return frames_; }
    std::int64_t current_position() const { return current_position_; }
    std::int64_t next_position() const { return next_position_; }
    // Why there is no frame here, or none after it; "" when all is well.
    const std::string& error() const { return error_; }

private:
    bool holds(std::int64_t position) const;
    bool is_stuck(std::int64_t position) const;
    bool steps_to(std::int64_t position);
    void jump_to(std::int64_t position);
    void find_next();
    void fill_recent();
    void drop_old();
    std::int64_t position_of(const Frame& frame) const;

    std::shared_ptr<const ReelReader> reader_;
    std::vector<Frame> frames_;  // the last one is current; the one before it is its neighbour
    std::optional<Frame> next_;
    std::int64_t current_position_ = -1;
    std::int64_t next_position_ = -1;
    std::int64_t stuck_at_ = -1;  // where reading was last tried anew after a failure
    bool recent_filled_ = false;
    std::string error_;
};

}  // namespace tickreel
