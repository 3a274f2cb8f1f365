#pragma once
// At which positions of a recording a film has its pictures.

#include <cstdint>
#include <optional>

#include "tickreel/reel/timeline.h"

namespace tickreel {

inline constexpr double kMostPictures = 1e6;  // of a film

// Where its range goes on to the end of the recording or of a map, the last tick lasts as long as
// any other, and the last picture shows it at any rate.
struct FilmPlan {
    double from = 0;
    double step = 1;
    std::int64_t pictures = 0;  // more than kMostPictures: too many, not how many
    double last = 0;            // no picture lies behind it

    double position(std::int64_t picture) const;
};

// From the first tick at or behind the beginning of the range; `step` is in ticks. Empty if no tick
// of the recording is in the range.
std::optional<FilmPlan> plan_film(const Timeline& timeline, const MomentRange& range, double step);

}  // namespace tickreel
