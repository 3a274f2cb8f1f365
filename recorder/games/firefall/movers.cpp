#include "recorder/games/firefall/movers.h"

namespace tickreel::firefall {

namespace {

constexpr double kMillisecond = 0.001;
// ShortTime wraps every 65.5 s: a larger step back than this is a long pause, not a late pose.
constexpr int kLate = 2000;

void turn(const Pose& pose, Mover& mover) {
    mover.of = pose.of;
    mover.short_time = pose.short_time;
    if (pose.movement) mover.movement = *pose.movement;
    if (pose.heading) mover.heading = pose.heading;
}

}  // namespace

bool Movers::move(std::uint64_t entity, const Pose& pose) {
    const auto found = movers_.find(entity);
    if (found == movers_.end()) {
        if (!pose.position || movers_.size() >= kMax) return false;
        place(entity, pose);
        return true;
    }
    Mover& mover = found->second;
    const auto later = static_cast<std::uint16_t>(pose.short_time - mover.short_time);
    if (!pose.position && later > 0x10000 - kLate) return false;
    if (pose.position) mover.position = *pose.position;
    for (std::size_t axis = 0; axis < mover.position.size() && !pose.position; ++axis)
        mover.position[axis] += pose.velocity[axis] * later * kMillisecond;
    turn(pose, mover);
    return true;
}

void Movers::place(std::uint64_t entity, const Pose& pose) {
    if (!pose.position || (movers_.size() >= kMax && find(entity) == nullptr)) return;
    Mover& mover = movers_[entity];
    mover.position = *pose.position;
    turn(pose, mover);
}

const Mover* Movers::find(std::uint64_t entity) const {
    const auto found = movers_.find(entity);
    return found == movers_.end() ? nullptr : &found->second;
}

}  // namespace tickreel::firefall
