#pragma once
// Firefall's SQL views for `tickreel sql`, the starting point of most queries. Where the data
// exists, their columns match those of the Teeworlds views, so that most of the worked queries fit
// both. Positions are in metres, angles in degrees.

#include <array>

#include "recorder/games/game.h"

namespace tickreel::firefall {

inline constexpr std::size_t kAnalysisViewCount = 7;
extern const std::array<AnalysisView, kAnalysisViewCount> kAnalysisViews;

// The types that the views read: they get tables even in a match without any such event.
void add_event_types(Schema& schema);
void add_item_types(Schema& schema);
void add_usual_types(Schema& schema);

}  // namespace tickreel::firefall
