#pragma once
// The server's tuning of projectiles. Until the server sends values, and for those it omits, the
// game's defaults apply. Speeds are in units per second, curvature in the game's unit: a shot falls
// by curvature / 10000 times the square of its distance.

#include <map>
#include <string>
#include <vector>

#include "player/games/teeworlds/items.h"
#include "tickreel/model/item.h"

namespace tickreel::teeworlds_art {

struct Flight {
    float curvature = 0;
    float speed = 0;
    bool operator==(const Flight&) const = default;
};

struct Tuning {
    Flight gun{1.25F, 2200};
    Flight shotgun{1.25F, 2750};
    Flight grenade{7.0F, 1000};
    float laser_fade = 150;  // ms
    bool operator==(const Tuning&) const = default;

    const Flight& flight(int weapon) const;
};

// From an Sv_TuneParams message or a De_TuneParams item, whose numbers are in hundredths.
Tuning read_tuning(const Items& message, Row row);
// The zones that a DDNet map declares in lines like "tune_zone 3 gun_speed 1400".
std::map<int, Tuning> zone_tunings(const std::vector<std::string>& settings);

// Every tuning that the server sent, each valid until the next.
class TuningHistory {
public:
    void add(Moment from, const Tuning& tuning);
    // The defaults before the first one of the segment.
    const Tuning& at(Moment moment) const;

private:
    struct Entry {
        Moment from{};
        Tuning tuning{};
    };
    std::vector<Entry> entries_;
    Tuning defaults_{};
};

}  // namespace tickreel::teeworlds_art
