#pragma once
// What `tickreel sql` knows of Firefall beyond the tables: the views that questions begin with,
// with the columns that those of Teeworlds have as far as there is such a thing here, so that most
// of the worked queries ask both. Positions there are in metres, angles in degrees.

#include <array>

#include "recorder/games/game.h"

namespace tickreel::firefall {

inline constexpr std::size_t kAnalysisViewCount = 6;
extern const std::array<AnalysisView, kAnalysisViewCount> kAnalysisViews;

// What the views read needs a table in a match without any, too.
void add_usual_types(Schema& schema);

}  // namespace tickreel::firefall
