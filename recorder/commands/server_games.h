#pragma once
// What a server noted of a game itself (.teehistorian) beside what its clients were sent: which
// segment of a recording is of which game. The wire does not say so: it is found by the places of
// the players at equal ticks.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tickreel/reel/reel_reader.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

// server_games: file, segment, server_file, server_segment, game_uuid, compared, equal, same_ids;
//   of each segment the game that it is of. Places of some ticks are compared; where players hardly
//   move there is no row. `same_ids`: the server calls players by the same numbers, as for clients
//   of DDNet. No view without a recording that has the property kMatchName.
std::optional<SqlView> server_games_view(const std::vector<std::string>& paths,
                                         std::span<const std::unique_ptr<ReelReader>> reels);

// Usual tables and views of which servers' own notes have no rows; none if there is another
// recording.
std::vector<std::string> tables_not_noted(std::span<const std::unique_ptr<ReelReader>> reels);

}  // namespace tickreel
