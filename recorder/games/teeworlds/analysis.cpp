#include "recorder/games/teeworlds/analysis.h"

#include "recorder/games/teeworlds/inputs.h"
#include "recorder/games/teeworlds/schema_fields.h"

namespace tickreel::teeworlds {

namespace {

// `players` says who had which name at which time; the view reads it once. Outside these times a
// name holds until that client's next one: a player who leaves is already missing from the snapshot
// of the tick whose messages still mention them.
// clang-format off
#define TICKREEL_NAMES \
    "WITH p AS MATERIALIZED (\n" \
    "  SELECT id, name, segment, file, coalesce(lag(until) OVER w, -9223372036854775807) AS from_tick,\n" \
    "         until AS to_tick\n" \
    "  FROM (SELECT *, CASE WHEN next IS NULL THEN 9223372036854775807\n" \
    "                       WHEN next > to_tick THEN (to_tick + next + 1) // 2 ELSE next END AS until\n" \
    "        FROM (SELECT *, lead(from_tick) OVER v AS next FROM players\n" \
    "              WINDOW v AS (PARTITION BY file, segment, id ORDER BY from_tick)))\n" \
    "  WINDOW w AS (PARTITION BY file, segment, id ORDER BY from_tick))\n"
// clang-format on

constexpr std::string_view kKills = TICKREEL_NAMES
    R"(SELECT k.tick, k.time, k.killer, a.name AS killer_name, k.victim, b.name AS victim_name, k.weapon,
       k.segment, k.file
FROM sv_kill_msg k
LEFT JOIN p a ON a.id = k.killer AND a.segment = k.segment AND a.file = k.file
             AND k.tick >= a.from_tick AND k.tick < a.to_tick
LEFT JOIN p b ON b.id = k.victim AND b.segment = k.segment AND b.file = k.file
             AND k.tick >= b.from_tick AND k.tick < b.to_tick)";

constexpr std::string_view kChatLines =
    TICKREEL_NAMES R"(SELECT c.tick, c.time, c.client_id, p.name, c.message, c.segment, c.file
FROM sv_chat c
LEFT JOIN p ON p.id = c.client_id AND p.segment = c.segment AND p.file = c.file
           AND c.tick >= p.from_tick AND c.tick < p.to_tick)";

// 2 pi is 1608.5 steps of `angle`.
constexpr std::string_view kPositions =
    TICKREEL_NAMES R"(SELECT c.tick, c.time, c.id, p.name, c.x / 32.0 AS x, c.y / 32.0 AS y,
       c.angle * 360 / 1608.495 AS aim, c.weapon, c.hook_state, c.hooked_player, c.health, c.armor,
       c.segment, c.file
FROM character c
LEFT JOIN p ON p.id = c.id AND p.segment = c.segment AND p.file = c.file
           AND c.tick >= p.from_tick AND c.tick < p.to_tick)";

// A move goes from one snapshot with the character to the next, however far apart. Excluded: moves
// that begin at or before the kill of that player (a respawn), and those of more than 3 tiles per
// tick (a teleport; the fastest hook swings make 2).
constexpr std::string_view kMoves = R"(
SELECT tick, time, id, name, dticks, dticks / 50.0 AS seconds, dx, dy, sqrt(dx * dx + dy * dy) AS distance,
       turn - 360 * round(turn / 360) AS turn, hook_state, segment, file
FROM (SELECT tick, time, id, name, hook_state, segment, file, killed_tick, previous_tick,
             tick - previous_tick AS dticks, (x - previous_x) / 32.0 AS dx, (y - previous_y) / 32.0 AS dy,
             (angle - previous_angle) * 360 / 1608.495 AS turn
      FROM tickreel.character_steps)
WHERE dticks > 0 AND dx * dx + dy * dy <= 9 * dticks * dticks
  AND (killed_tick IS NULL OR killed_tick < previous_tick))";

// A life ends with the kill message, which all clients get, or when the player leaves; the last one
// with the recording. A new name does not start a new life.
constexpr std::string_view kLives = R"(
WITH p AS (SELECT *, CASE WHEN from_tick = lag(to_tick) OVER w THEN 0 ELSE 1 END AS fresh
           FROM players WINDOW w AS (PARTITION BY file, segment, id ORDER BY from_tick)),
s AS (SELECT file, segment, id, arg_max(name, from_tick) AS name, min(from_tick) AS start,
             min(from_time) AS start_time, max(to_tick) AS stop, max(to_time) AS stop_time
      FROM (SELECT *, sum(fresh) OVER w AS stay FROM p
            WINDOW w AS (PARTITION BY file, segment, id ORDER BY from_tick))
      GROUP BY file, segment, id, stay),
e AS (SELECT file, segment, max(tick) AS last FROM snapshots GROUP BY file, segment),
ends AS (
  SELECT s.*, k.tick, k.time, k.weapon::VARCHAR AS ended_by
  FROM s JOIN sv_kill_msg k ON k.victim = s.id AND k.segment = s.segment AND k.file = s.file
                           AND k.tick >= s.start AND k.tick < s.stop
  UNION ALL
  SELECT s.*, s.stop, s.stop_time, CASE WHEN s.stop <= e.last THEN 'left' END
  FROM s JOIN e USING (file, segment))
SELECT * FROM (
  SELECT id, name, coalesce(lag(tick) OVER w, start) AS from_tick, tick AS to_tick,
         date_diff('millisecond', coalesce(lag(time) OVER w, start_time), time) / 1000.0 AS seconds,
         ended_by, segment, file
  FROM ends
  WINDOW w AS (PARTITION BY file, segment, id, start ORDER BY tick))
WHERE from_tick < to_tick)";

// `aim` in degrees, clockwise from the right.
constexpr std::string_view kInputs = R"(
SELECT tick, time, name, tick + margin AS intended_tick, tick - ack_lag AS ack_tick, margin,
       delay / 1000.0 AS delay_ms, status, direction, target_x, target_y,
       degrees(atan2(target_y, target_x)) AS aim, jump, fire % 2 = 1 AS fire, hook, player_flags,
       wanted_weapon, next_weapon, prev_weapon, segment, file
FROM input)";

// What became of an input. A server answers once for each tick, so only the first input for it has
// an answer; without one, the input or the answer was lost. The server cuts its answer to whole
// milliseconds: 0 is up to one early or late. A `status` is a name or, with `sql --raw`, a number.
// An answer that leaves more time than the input was ahead came after a map change: it counts the
// ticks of the new map.
constexpr std::string_view kInputDelivery = R"(
SELECT i.tick, i.time, i.name, i.tick + i.margin AS intended_tick, i.delay / 1000.0 AS delay_ms,
       CASE WHEN t.time_left <= 20 * i.margin + 1000 THEN t.time_left END AS time_left_ms,
       CASE WHEN t.time_left IS NULL THEN 'unanswered'
            WHEN t.time_left > 20 * i.margin + 1000 THEN 'map change' WHEN t.time_left < 0 THEN 'late'
            WHEN t.time_left = 0 THEN 'borderline' ELSE 'in time' END AS delivery,
       i.segment, i.file
FROM input i
LEFT JOIN (SELECT tick + margin AS intended_tick, min(time_left) AS time_left, segment, file
           FROM input_timing GROUP BY ALL) t
  ON t.intended_tick = i.tick + i.margin AND t.segment = i.segment AND t.file = i.file
WHERE i.status::VARCHAR IN ('new', '0'))";

// Distributions over one client's inputs, as lists of the quantiles 0.05, 0.25, 0.5, 0.75, 0.95.
// Speeds are between inputs for different ticks; a click is the button going down.
constexpr std::string_view kInputStatistics = R"(
SELECT arg_max(name, intended) AS name, count(*) AS inputs, round(50.0 * count(*) / nullif(max(intended) - min(intended), 0), 1) AS per_second,
       quantile_cont(margin, [0.05, 0.25, 0.5, 0.75, 0.95]) AS margin_ticks,
       quantile_cont(CASE WHEN turn > 0 THEN turn * 50.0 / dticks END, [0.05, 0.25, 0.5, 0.75, 0.95])
           AS aim_degrees_per_second,
       quantile_cont(click_ms, [0.05, 0.25, 0.5, 0.75, 0.95]) AS between_clicks_ms,
       count(click_ms) AS clicks, segment, file
FROM (SELECT *, CASE WHEN click THEN 20 * (intended - lag(CASE WHEN click THEN intended END IGNORE NULLS) OVER w) END AS click_ms
      FROM (SELECT name, margin, tick + margin AS intended, segment, file,
                   tick + margin - lag(tick + margin) OVER v AS dticks,
                   abs(a - lag(a) OVER v - 360 * round((a - lag(a) OVER v) / 360)) AS turn,
                   fire % 2 = 1 AND lag(fire) OVER v % 2 = 0 AS click
            FROM (SELECT *, degrees(atan2(target_y, target_x)) AS a FROM input WHERE status::VARCHAR IN ('new', '0'))
            WINDOW v AS (PARTITION BY file, segment ORDER BY tick + margin))
      WINDOW w AS (PARTITION BY file, segment ORDER BY intended))
GROUP BY segment, file)";

constexpr std::string_view kUsualItems[] = {"Character", "PlayerInfo",     "ClientInfo",
                                            "Flag",      "Projectile",     "Laser",
                                            "Pickup",    "DDNetCharacter", "DDNetPlayer"};
constexpr std::string_view kUsualMessages[] = {"Sv_KillMsg", "Sv_Chat", "Sv_Emoticon"};

}  // namespace

const std::array<AnalysisView, kAnalysisViewCount> kAnalysisViews{
    {{"kills", kKills, true, "sv_kill_msg"},
     {"chat_lines", kChatLines, true, "sv_chat"},
     {"positions", kPositions, true, "character"},
     {"moves", kMoves, true},
     {"lives", kLives, false},
     {"inputs", kInputs, true, "input"},
     {"input_delivery", kInputDelivery, false},
     {"input_statistics", kInputStatistics, false}}};

void add_event_types(Schema& schema) {
    for (const auto& types : {message_types_06(), message_types_07(), message_types_ddnet()})
        for (const MessageFacts& facts : types)
            if (facts.keep == Keep::Event && !schema.find(facts.name))
                schema.add(event_type(facts));
    schema.add(input_type(Protocol::V06));
    schema.add(input_timing_type(Protocol::V06));
}

void add_usual_types(Schema& schema) {
    for (const std::string_view name : kUsualItems)
        for (const auto& types : {item_types_06(), item_types_ddnet()})
            for (const ItemFacts& facts : types)
                if (facts.name == name) schema.add(item_type(facts));
    for (const std::string_view name : kUsualMessages)
        if (const MessageFacts* facts = find_message_named(Protocol::V06, name))
            schema.add(event_type(*facts));
    schema.add(input_type(Protocol::V06));
    schema.add(input_timing_type(Protocol::V06));
}

}  // namespace tickreel::teeworlds
