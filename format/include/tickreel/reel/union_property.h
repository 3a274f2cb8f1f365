#pragma once
// How a recording says that it is the union of views (see MatchReader::copy_world), and what else
// it is not.

#include <string_view>

namespace tickreel {

// The property's value is the number of views. What each client sent is not in such a recording:
// that there are no rows of it says nothing.
inline constexpr std::string_view kUnionOf = "union_of";

// Of a match file and of its union: the numbers of the views, from 1 and with ", " between them,
// that have segments apart because the server numbers the players otherwise for them. What happened
// is in the union once for each way of numbering.
inline constexpr std::string_view kNumberedApart = "numbered_apart";

// What an importer left out on purpose, in words.
inline constexpr std::string_view kLeftOut = "left_out";

// The client's own player changes (to its dummy): how many players it was in what was imported.
inline constexpr std::string_view kPlayersInTurn = "players_in_turn";

}  // namespace tickreel
