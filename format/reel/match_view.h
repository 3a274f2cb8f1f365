#pragma once
// What the catalog of a match file says of its views.

#include "format/reel/catalog.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

// A view whose definition or whose types were lost cannot be told from others.
Result<void> check_views(const Catalog& catalog);

// One that the catalog has.
MatchView make_match_view(const Catalog& catalog, std::uint32_t number);

}  // namespace tickreel
