#pragma once
// The switches of DDNet's maps: which are on in a frame, and which things belong to one. New
// servers say that in the thing itself, old ones in an EntityEx of the same number.

#include <array>
#include <optional>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

class Switches {
public:
    explicit Switches(const Stage& stage);

    // False also of numbers that no switch of the map has.
    bool off(int number) const;
    // Things of a switch that is off are dark for `dark` of each `period` ticks.
    bool blinked_out(int number, int period, int dark) const;

    enum EntityClass { kDoor = 1, kDraggerWeak, kDraggerStrong = 4, kGun, kGunLast = 8, kLight };
    struct Extra {
        int switch_number = 0;
        int entity_class = 0;
    };
    std::optional<Extra> extra(EntityId entity) const;

private:
    static constexpr int kNumbers = 256;

    const Snapshot& snapshot_;
    Items extras_;
    int tick_;
    int highest_ = 0;
    std::array<unsigned, kNumbers / 32> status_{};
};

}  // namespace tickreel::teeworlds_art
