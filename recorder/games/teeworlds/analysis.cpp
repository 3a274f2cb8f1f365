#include "recorder/games/teeworlds/analysis.h"

#include "recorder/games/teeworlds/schema_fields.h"

namespace tickreel::teeworlds {

namespace {

// Who is called what at which time is told by `players`; the view reads it once.
constexpr std::string_view kKills = R"(
WITH p AS MATERIALIZED (SELECT id, name, from_tick, to_tick, segment, file FROM players)
SELECT k.tick, k.time, k.killer, a.name AS killer_name, k.victim, b.name AS victim_name, k.weapon,
       k.segment, k.file
FROM sv_kill_msg k
LEFT JOIN p a ON a.id = k.killer AND a.segment = k.segment AND a.file = k.file
             AND k.tick >= a.from_tick AND k.tick < a.to_tick
LEFT JOIN p b ON b.id = k.victim AND b.segment = k.segment AND b.file = k.file
             AND k.tick >= b.from_tick AND k.tick < b.to_tick)";

constexpr std::string_view kChatLines = R"(
WITH p AS MATERIALIZED (SELECT id, name, from_tick, to_tick, segment, file FROM players)
SELECT c.tick, c.time, c.client_id, p.name, c.message, c.segment, c.file
FROM sv_chat c
LEFT JOIN p ON p.id = c.client_id AND p.segment = c.segment AND p.file = c.file
           AND c.tick >= p.from_tick AND c.tick < p.to_tick)";

// 2 pi is 1608.5 steps of `angle`.
constexpr std::string_view kPositions = R"(
WITH p AS MATERIALIZED (SELECT id, name, from_tick, to_tick, segment, file FROM players)
SELECT c.tick, c.time, c.id, p.name, c.x / 32.0 AS x, c.y / 32.0 AS y,
       c.angle * 360 / 1608.495 AS aim, c.weapon, c.hook_state, c.hooked_player, c.health, c.armor,
       c.segment, c.file
FROM character c
LEFT JOIN p ON p.id = c.id AND p.segment = c.segment AND p.file = c.file
           AND c.tick >= p.from_tick AND c.tick < p.to_tick)";

// From one snapshot of a character to the next one; a longer pause is no move.
constexpr std::string_view kMoves = R"(
SELECT tick, time, id, dticks, dticks / 50.0 AS seconds, dx, dy, sqrt(dx * dx + dy * dy) AS distance,
       turn - 360 * round(turn / 360) AS turn, hook_state, segment, file
FROM (SELECT tick, time, id, hook_state, segment, file, tick - lag(tick) OVER w AS dticks,
             (x - lag(x) OVER w) / 32.0 AS dx, (y - lag(y) OVER w) / 32.0 AS dy,
             (angle - lag(angle) OVER w) * 360 / 1608.495 AS turn
      FROM character
      WINDOW w AS (PARTITION BY file, segment, id ORDER BY tick))
WHERE dticks <= 10)";

// A life ends with the kill message, which everybody gets; the last one with the recording.
constexpr std::string_view kLives = R"(
WITH p AS MATERIALIZED (SELECT * FROM players),
ends AS (
  SELECT p.file, p.segment, p.id, p.name, p.from_tick AS start, p.from_time AS start_time, k.tick,
         k.time, k.weapon
  FROM p JOIN sv_kill_msg k ON k.victim = p.id AND k.segment = p.segment AND k.file = p.file
                           AND k.tick >= p.from_tick AND k.tick < p.to_tick
  UNION ALL
  SELECT file, segment, id, name, from_tick, from_time, to_tick, to_time, NULL FROM p)
SELECT id, name, coalesce(lag(tick) OVER w, start) AS from_tick, tick AS to_tick,
       date_diff('millisecond', coalesce(lag(time) OVER w, start_time), time) / 1000.0 AS seconds,
       weapon AS ended_by, segment, file
FROM ends
WINDOW w AS (PARTITION BY file, segment, id, start ORDER BY tick, weapon NULLS LAST))";

constexpr std::string_view kUsualItems[] = {"Character", "PlayerInfo",     "ClientInfo",
                                            "Flag",      "Projectile",     "Laser",
                                            "Pickup",    "DDNetCharacter", "DDNetPlayer"};
constexpr std::string_view kUsualMessages[] = {"Sv_KillMsg", "Sv_Chat", "Sv_Emoticon"};

}  // namespace

const std::array<AnalysisView, kAnalysisViewCount> kAnalysisViews{{{"kills", kKills, true},
                                                                   {"chat_lines", kChatLines, true},
                                                                   {"positions", kPositions, true},
                                                                   {"moves", kMoves, false},
                                                                   {"lives", kLives, false},
                                                                   kGapsView}};

void add_usual_types(Schema& schema) {
    for (const std::string_view name : kUsualItems)
        for (const auto& types : {item_types_06(), item_types_ddnet()})
            for (const ItemFacts& facts : types)
                if (facts.name == name) schema.add(item_type(facts));
    for (const std::string_view name : kUsualMessages)
        if (const MessageFacts* facts = find_message_named(Protocol::V06, name))
            schema.add(event_type(*facts));
}

}  // namespace tickreel::teeworlds
