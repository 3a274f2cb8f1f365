#pragma once
// The frames around a moving position of a recording: the current one, the next one for
// interpolation, and recent ones for trails and effects.

#include <optional>
#include <vector>

#include "tickreel/analysis/holes.h"
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
    // See glide_share(); 0: frame() is shown as it was sent.
    double share() const { return share_; }
    // The position lies where a snapshot was due and none is: frame() is older. Else nullptr.
    const Hole* hole() const { return hole_at(holes_, position_); }
    std::int64_t readable_since() const { return tickreel::readable_since(holes_, position_); }
    double ticks_into_hole() const { return into_hole_; }  // see glide.h

private:
    Result<void> jump(Frame shown);
    Result<void> step();
    void look_for_holes();
    void forget_old();
    double position_of(const Frame& frame) const;

    const ReelReader& reel_;
    std::vector<Frame> recent_;
    std::optional<Frame> next_;
    double share_ = 0;
    double into_hole_ = 0;
    std::int64_t position_ = 0;
    std::vector<Hole> holes_;
    std::optional<std::size_t> damages_;  // that were known when holes_ were looked for
};

}  // namespace tickreel
