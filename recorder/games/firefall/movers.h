#pragma once
// Positions of characters and vehicles: a movement view sets the start, poses update it.

#include <unordered_map>

#include "recorder/games/firefall/pose.h"

namespace tickreel::firefall {

struct Mover {
    PoseOf of = PoseOf::Character;
    Vector3 position{};
    std::uint16_t short_time = 0;
    std::uint16_t movement = 0;
    std::optional<double> heading{};
};

class Movers {
public:
    static constexpr std::size_t kMax = 16384;

    // Applies a pose; true if the entity moved or turned. A velocity requires a known entity, and a
    // pose older than the last one is ignored.
    bool move(std::uint64_t entity, const Pose& pose);
    // Applies a movement view: however old, the entity is there now.
    void place(std::uint64_t entity, const Pose& pose);
    void erase(std::uint64_t entity) { movers_.erase(entity); }
    void clear() { movers_.clear(); }
    const Mover* find(std::uint64_t entity) const;

private:
    std::unordered_map<std::uint64_t, Mover> movers_{};
};

}  // namespace tickreel::firefall
