#pragma once
// Teeworlds' SQL views for `tickreel sql`, the starting point of most queries. Positions are in
// tiles (32 units), angles in degrees.

#include <array>

#include "recorder/games/game.h"

namespace tickreel::teeworlds {

inline constexpr std::size_t kAnalysisViewCount = 13;
extern const std::array<AnalysisView, kAnalysisViewCount> kAnalysisViews;

// The types that the views read: kills get a table even in a match without any.
void add_event_types(Schema& schema);
void add_item_types(Schema& schema);
void add_usual_types(Schema& schema);

}  // namespace tickreel::teeworlds
