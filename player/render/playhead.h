#pragma once
// The frames around a moving position of a recording: the current one, the next one for
// interpolation, and recent ones for trails and effects.

#include <optional>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class Playhead {
public:
    explicit Playhead(const ReelReader& reel) : reel_(reel) {}

    // Moves to the last frame at or before this position (ticks on the timeline, with a fraction).
    // Cheap for small forward steps.
    Result<void> move_to(double position);

    const Frame& frame() const { return recent_.back(); }
    const Frame* following() const { return next_ ? &*next_ : nullptr; }
    std::span<const Frame> recent() const { return recent_; }  // frame() is the last
    // 0 at frame(), 1 at following(); 0 if there is no next frame, or a gap before it.
    double share() const { return share_; }

private:
    Result<void> jump(Moment moment);
    Result<void> step();
    double position_of(const Frame& frame) const;

    const ReelReader& reel_;
    std::vector<Frame> recent_;
    std::optional<Frame> next_;
    double share_ = 0;
};

}  // namespace tickreel
