#pragma once
// The players at one tick with score and team: everything that has a name, joined with what other
// item types and messages say about the same entity number. Built from roles alone.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/roster.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

struct ScoreRow {
    EntityId entity = 0;
    std::string name{};
    std::string clan{};
    std::string team{};  // as the inspector shows it; "" if the game has none
    std::int64_t team_number = 0;
    std::optional<std::int64_t> score{};
    std::optional<std::chrono::milliseconds> time{};  // that the score is; none: has not finished
    std::optional<std::int64_t> latency{};
    std::optional<std::int64_t> health{};
    std::optional<ItemKey> body{};  // the item that has a position on the map
};

// By team, then by descending score or by time, who has none last, then by entity number.
std::vector<ScoreRow> make_scoreboard(const Schema& schema, const Snapshot& snapshot,
                                      const Roster* roster = nullptr);

// Whether the game says that scores are times: negative seconds, kNoTime for none (DDNet to clients
// of 0.6), or milliseconds, -1 for none (to those of 0.7).
inline constexpr std::int64_t kNoTime = -9999;
bool scores_are_times(const Schema& schema, const Snapshot& snapshot);

}  // namespace tickreel
