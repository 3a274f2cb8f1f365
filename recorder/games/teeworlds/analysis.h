#pragma once
// What `tickreel sql` knows of Teeworlds beyond the tables: views that questions begin with.
// Positions there are in tiles (32 units), angles in degrees.

#include <array>

#include "recorder/games/game.h"

namespace tickreel::teeworlds {

inline constexpr std::size_t kAnalysisViewCount = 6;
extern const std::array<AnalysisView, kAnalysisViewCount> kAnalysisViews;

// What most questions are about: kills need a table in a match without any, too.
void add_usual_types(Schema& schema);

}  // namespace tickreel::teeworlds
