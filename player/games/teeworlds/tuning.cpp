#include "player/games/teeworlds/tuning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "tickreel/base/concat.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr std::size_t kMostEntries = 1U << 20;  // beyond this, the last one stays in effect
constexpr int kMostZones = 256;

struct Parameter {
    std::string_view name{};
    int place = 0;  // index in the list of all parameters, as numbered in a 0.7 .demo
    float& (*value)(Tuning&) = nullptr;
};

constexpr std::array<Parameter, 7> kParameters{{
    {"gun_curvature", 16, [](Tuning& t) -> float& { return t.gun.curvature; }},
    {"gun_speed", 17, [](Tuning& t) -> float& { return t.gun.speed; }},
    {"shotgun_curvature", 19, [](Tuning& t) -> float& { return t.shotgun.curvature; }},
    {"shotgun_speed", 20, [](Tuning& t) -> float& { return t.shotgun.speed; }},
    {"grenade_curvature", 23, [](Tuning& t) -> float& { return t.grenade.curvature; }},
    {"grenade_speed", 24, [](Tuning& t) -> float& { return t.grenade.speed; }},
    {"laser_bounce_delay", 27, [](Tuning& t) -> float& { return t.laser_fade; }},
}};

}  // namespace

const Flight& Tuning::flight(int weapon) const {
    constexpr int kShotgun = 2;
    constexpr int kGrenade = 3;
    return weapon == kGrenade ? grenade : weapon == kShotgun ? shotgun : gun;
}

Tuning read_tuning(const Items& message, Row row) {
    constexpr int kAbsent = std::numeric_limits<int>::min();
    const bool numbered = message.has("tune_params_0");
    Tuning tuning;
    for (const Parameter& parameter : kParameters) {
        const std::string name =
            numbered ? concat("tune_params_", parameter.place) : std::string(parameter.name);
        const int hundredths = message.number(row, name, kAbsent);
        if (hundredths != kAbsent) parameter.value(tuning) = static_cast<float>(hundredths) / 100;
    }
    return tuning;
}

std::map<int, Tuning> zone_tunings(const std::vector<std::string>& settings) {
    std::map<int, Tuning> zones;
    for (const std::string& line : settings) {
        std::istringstream words(line);
        std::string command;
        std::string name;
        int zone = 0;
        float number = 0;
        if (!(words >> command >> zone >> name >> number) || command != "tune_zone" || zone < 1 ||
            zone >= kMostZones || !std::isfinite(number))
            continue;
        for (const Parameter& parameter : kParameters)
            if (parameter.name == name) parameter.value(zones[zone]) = number;
    }
    return zones;
}

void TuningHistory::add(Moment from, const Tuning& tuning) {
    const bool same = !entries_.empty() && entries_.back().from.segment == from.segment &&
                      entries_.back().tuning == tuning;
    if (!same && entries_.size() < kMostEntries) entries_.push_back({from, tuning});
}

const Tuning& TuningHistory::at(Moment moment) const {
    const auto after =
        std::upper_bound(entries_.begin(), entries_.end(), moment,
                         [](Moment m, const Entry& entry) { return m < entry.from; });
    if (after == entries_.begin() || (after - 1)->from.segment != moment.segment) return defaults_;
    return (after - 1)->tuning;
}

}  // namespace tickreel::teeworlds_art
