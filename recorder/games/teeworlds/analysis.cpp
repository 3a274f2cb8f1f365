#include "recorder/games/teeworlds/analysis.h"

#include "recorder/games/teeworlds/closing.h"
#include "recorder/games/teeworlds/inputs.h"
#include "recorder/games/teeworlds/resends.h"
#include "recorder/games/teeworlds/schema_fields.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::string_view kKills = R"(
SELECT tick, time, killer, killer_name /* the killer's name at that tick */, victim,
       victim_name /* the victim's name at that tick */, weapon, segment, file
FROM tickreel.sv_kill_msg_names
ORDER BY file, segment, tick)";

// 0.6 has `team`, 0.7 `mode`, whose numbers are others: the column that no recording has is NULL.
// Early recordings call the numbers of `team` red and blue.
constexpr std::string_view kChatLines = R"(
SELECT tick, time, client_id, name,
       CASE mode::VARCHAR WHEN '0' THEN 'none' WHEN '1' THEN 'all' WHEN '2' THEN 'team'
            WHEN '3' THEN 'whisper'
            ELSE coalesce(mode::VARCHAR, CASE team::VARCHAR WHEN '0' THEN 'all' WHEN 'red' THEN 'all'
                 WHEN '1' THEN 'team' WHEN 'blue' THEN 'team'
                 WHEN '2' THEN 'whisper_send' WHEN '3' THEN 'whisper_recv' ELSE team::VARCHAR END)
       END AS team /* who got the line */,
       message, segment, file
FROM (SELECT * FROM sv_chat
      UNION ALL BY NAME SELECT NULL::VARCHAR AS mode, NULL::VARCHAR AS team WHERE false))";

// 2 pi is 1608.5 steps of `angle`.
constexpr std::string_view kPositions = R"(
SELECT tick, time, id, name, x / 32.0 AS x /* in tiles, as sent */, y / 32.0 AS y /* in tiles, down */,
       now_x / 32.0 AS now_x /* in tiles, where clients show it at this tick; NULL without the map */,
       now_y / 32.0 AS now_y /* in tiles, down */, angle * 360 / 1608.495 AS aim /* in degrees, clockwise from the right */, weapon,
       hook_state, hooked_player, health, armor, segment, file
FROM character)";

// What a server noted itself (.teehistorian).
constexpr std::string_view kTeePositions = R"(
SELECT tick, time, id, name, x / 32.0 AS x, y / 32.0 AS y, x / 32.0 AS now_x, y / 32.0 AS now_y,
       segment, file
FROM tee)";

// A move goes from one snapshot with the character to the next, however far apart. Excluded: moves
// between whose ends the player was killed or another round began (a respawn), and those of more
// than 3 tiles per tick (a teleport; the fastest hook swings make 2). Most servers send a
// place only where clients would predict another one: from place to place as sent, a character
// stands still and then goes too far for one step, while clients show it on its way.
constexpr std::string_view kMoves = R"(
SELECT tick, time, id, name, dticks /* ticks since it was last seen */,
       dticks / 50.0 AS seconds /* in s */, dx /* in tiles, between places as sent; NULL: too far for a step */,
       dy /* in tiles */, sqrt(dx * dx + dy * dy) AS distance /* in tiles, between places as sent */,
       now_distance /* in tiles, between places where clients show it; NULL without the map */,
       turn - 360 * round(turn / 360) AS turn /* in degrees */, hook_state, segment, file
FROM (SELECT tick, time, id, name, hook_state, segment, file, dticks, turn,
             CASE WHEN sent_way <= 3 * dticks THEN sent_dx END AS dx,
             CASE WHEN sent_way <= 3 * dticks THEN sent_dy END AS dy,
             CASE WHEN now_way <= 3 * dticks THEN now_way END AS now_distance
      FROM (SELECT tick, time, id, name, hook_state, segment, file, tick - previous_tick AS dticks,
                   (x - previous_x) / 32.0 AS sent_dx, (y - previous_y) / 32.0 AS sent_dy,
                   sqrt(sent_dx * sent_dx + sent_dy * sent_dy) AS sent_way,
                   (now_x - previous_now_x) / 32.0 AS now_dx, (now_y - previous_now_y) / 32.0 AS now_dy,
                   sqrt(now_dx * now_dx + now_dy * now_dy) AS now_way,
                   (angle - previous_angle) * 360 / 1608.495 AS turn
            FROM tickreel.character_steps
            WHERE previous_tick IS NOT NULL
              AND (killed_tick IS NULL OR killed_tick < previous_tick)
              AND (restarted_tick IS NULL OR restarted_tick < previous_tick)))
WHERE dx IS NOT NULL OR now_distance IS NOT NULL)";

// No kills are noted, but that the character was gone.
constexpr std::string_view kTeeMoves = R"(
SELECT tick, time, id, name, dticks, dticks / 50.0 AS seconds, dx, dy, sqrt(dx * dx + dy * dy) AS distance,
       distance AS now_distance, segment, file
FROM (SELECT t.tick, t.time, id, name, t.segment, t.file, t.tick - previous_tick AS dticks,
             (x - previous_x) / 32.0 AS dx, (y - previous_y) / 32.0 AS dy
      FROM tickreel.tee_steps t
      JOIN (SELECT tick, segment, file, lag(tick) OVER (PARTITION BY file, segment ORDER BY tick) AS before
            FROM snapshots) s
        ON s.file = t.file AND s.segment = t.segment AND s.tick = t.tick AND s.before = t.previous_tick)
WHERE dx * dx + dy * dy <= 9 * dticks * dticks)";

// A life begins with the first snapshot that has the character, which may be unknown: others' are
// sent only where they can be seen. It ends with the kill message, which all clients get, with the
// start of another round, or when the player leaves; the last one with the recording. A new name
// does not start a new life, unless it came in a gap, and who has the slot next may follow in the
// next snapshot: a life's name is that at its end, where the kill, which all clients get, separates
// the two. Where a character comes back after less than a second, it was killed or the round
// restarted. A kill that came ahead of the snapshot of its tick ended an earlier life. So did one
// that was lost and sent again: somebody else's kill of a character that is there before it and for
// a while after it, where it was, and that came back not long before. It is taken for the death
// before that, at the first snapshot without the character where its absence is as long as a death
// takes, else when it came back. Whom the game itself kills right behind a restart (0.7 swaps the
// teams then) or where he is first told of had no other life. (Who kills himself may be back at
// once, as on DDNet's servers.) Over missing ticks a life goes on, as nothing tells of its end; how
// many they are tells how far that is known.
constexpr std::string_view kLives = R"(
WITH p AS (SELECT p.*, CASE WHEN from_tick = lag(to_tick) OVER w AND coalesce(n.gap, 0) = 0 THEN 0 ELSE 1 END AS fresh
           FROM players p
           LEFT JOIN snapshots n ON n.file = p.file AND n.segment = p.segment AND n.tick = p.from_tick
           WINDOW w AS (PARTITION BY p.file, p.segment, id ORDER BY from_tick)),
s AS (SELECT file, segment, id, arg_max(name, from_tick) AS name, min(from_tick) AS start,
             max(to_tick) AS stop, max(to_time) AS stop_time
      FROM (SELECT *, sum(fresh) OVER w AS stay FROM p
            WINDOW w AS (PARTITION BY file, segment, id ORDER BY from_tick))
      GROUP BY file, segment, id, stay),
e AS (SELECT file, segment, max(tick) AS last FROM snapshots GROUP BY file, segment),
g AS (SELECT DISTINCT restarted_tick AS tick, segment, file
      FROM (SELECT restarted_tick, segment, file FROM tickreel.game_info_steps
            UNION ALL SELECT restarted_tick, segment, file FROM tickreel.game_data_steps)
      WHERE restarted_tick IS NOT NULL),
r AS (SELECT g.*, n.time FROM g ASOF JOIN snapshots n
        ON n.file = g.file AND n.segment = g.segment AND n.tick <= g.tick),
steps AS (SELECT tick, time, id, segment, file, previous_tick, killed_tick, restarted_tick, x, y, previous_x,
                 previous_y
          FROM tickreel.character_steps),
back AS (SELECT c.tick, c.time, c.id, c.segment, c.file, f.tick AS gone, f.time AS gone_time,
                c.tick - c.previous_tick <= 60 AND f.tick < c.tick
                  AND (c.killed_tick IS NULL OR c.killed_tick < c.previous_tick) AS seen_to_die
         FROM steps c
         ASOF JOIN snapshots f ON f.file = c.file AND f.segment = c.segment AND f.tick > c.previous_tick
         WHERE c.tick - c.previous_tick > 20),
late AS (
  SELECT DISTINCT k.tick, k.id, k.segment, k.file, b.tick AS back, b.time AS back_time,
         CASE WHEN b.seen_to_die THEN b.gone ELSE b.tick END AS died,
         CASE WHEN b.seen_to_die THEN b.gone_time ELSE b.time END AS died_time
  FROM (SELECT k.tick, k.victim AS id, k.segment, k.file
        FROM sv_kill_msg k
        ASOF JOIN steps c
          ON c.file = k.file AND c.segment = k.segment AND c.id = k.victim AND c.tick > k.tick
        ASOF JOIN steps d
          ON d.file = k.file AND d.segment = k.segment AND d.id = k.victim AND d.tick > k.tick + 20
        WHERE d.tick - d.previous_tick <= 20 AND k.killer <> k.victim AND c.previous_tick <= k.tick AND c.tick - c.previous_tick <= 10
          AND greatest(abs(c.x - c.previous_x), abs(c.y - c.previous_y))
              <= 96 * (c.tick - c.previous_tick)) k
  ASOF JOIN back b ON b.file = k.file AND b.segment = k.segment AND b.id = k.id AND b.tick < k.tick
  WHERE k.tick - b.tick <= 150),
ends AS (
  SELECT s.* REPLACE (coalesce(k.victim_name, s.name) AS name), coalesce(t.died, k.tick) AS tick,
         coalesce(t.died_time, k.time) AS time, k.weapon::VARCHAR AS ended_by, 1 AS killed
  FROM s JOIN tickreel.sv_kill_msg_names k ON k.victim = s.id AND k.segment = s.segment AND k.file = s.file
                           AND k.tick >= s.start AND k.tick < s.stop
  LEFT JOIN late t ON t.id = s.id AND t.segment = s.segment AND t.file = s.file AND t.tick = k.tick
                      AND t.died >= s.start
  UNION ALL
  SELECT s.* REPLACE (q.name AS name), r.tick, r.time, 'restart', 0
  FROM s JOIN r ON r.segment = s.segment AND r.file = s.file AND r.tick >= s.start AND r.tick < s.stop
  ASOF JOIN players q ON q.file = s.file AND q.segment = s.segment AND q.id = s.id AND q.from_tick <= r.tick
  UNION ALL
  SELECT s.*, s.stop, s.stop_time, CASE WHEN s.stop <= e.last THEN 'left' END, (k.victim IS NOT NULL)::INT
  FROM s JOIN e USING (file, segment)
  LEFT JOIN (SELECT DISTINCT file, segment, victim, tick FROM sv_kill_msg) k
    ON k.victim = s.id AND k.segment = s.segment AND k.file = s.file AND k.tick = s.stop),
l AS (SELECT *, lag(tick) OVER (PARTITION BY file, segment, id, start ORDER BY tick, killed DESC) AS before
      FROM ends),
c AS (SELECT DISTINCT back AS tick, back_time AS time, id, segment, file, died = back AS reborn FROM late
      UNION ALL
      SELECT tick, time, id, segment, file, coalesce(killed_tick = tick, false) AS reborn
      FROM steps x
      WHERE NOT EXISTS (FROM late t WHERE t.id = x.id AND t.segment = x.segment AND t.file = x.file AND t.back = x.tick)
       AND (previous_tick IS NULL OR tick - previous_tick > 50 OR killed_tick >= previous_tick
            OR restarted_tick >= previous_tick
            OR (tick - previous_tick > 2 AND (x.file, x.segment, x.id, tick) IN (SELECT (file, segment, id, start) FROM s)))),
o AS (
  SELECT l.id, l.name, min(c.tick) AS from_tick, min(c.time) AS from_time, l.tick AS to_tick, l.time AS to_time,
         l.ended_by, l.segment, l.file
  FROM l LEFT JOIN c ON c.id = l.id AND c.segment = l.segment AND c.file = l.file
                    AND (c.tick > coalesce(l.before, l.start - 1) OR c.reborn AND c.tick = l.before)
                    AND (c.tick < l.tick
                         OR NOT c.reborn AND c.tick = l.tick AND l.ended_by IS DISTINCT FROM 'left')
  WHERE l.before IS NULL OR l.before < l.tick
  GROUP BY l.id, l.name, l.start, l.before, l.tick, l.time, l.ended_by, l.killed, l.segment, l.file
  HAVING count(c.tick) > 0
      OR l.killed = 1 AND NOT (l.ended_by IN ('game', '-3') AND l.tick - coalesce(l.before, l.start) <= 5)),
m AS (SELECT o.file, o.segment, o.id, o.from_tick, o.to_tick,
             sum(least(h.tick, o.to_tick) - greatest(h.tick - h.gap, o.from_tick))::BIGINT AS ticks
      FROM o JOIN (SELECT file, segment, tick, gap FROM snapshots WHERE gap > 0) h
        ON h.file = o.file AND h.segment = o.segment AND h.tick > o.from_tick AND h.tick - h.gap < o.to_tick
      GROUP BY ALL)
SELECT o.id, o.name /* the player's when it ended */, o.from_tick /* first seen in this life, later than its spawn if that was out of sight; NULL: never seen */,
       o.to_tick /* of the end */,
       date_diff('millisecond', o.from_time, o.to_time) / 1000.0 AS seconds /* in s, by the clock: to_tick - from_tick are the ticks */,
       o.ended_by /* the weapon, restart or left; NULL: the recording or its map ended */,
       CASE WHEN o.from_tick IS NOT NULL THEN coalesce(m.ticks, 0) END AS missing_ticks /* of its ticks, those in gaps: who died and came back in one has one life, not two; 0: complete */,
       o.segment, o.file
FROM o LEFT JOIN m ON m.file = o.file AND m.segment = o.segment AND m.id = o.id AND m.from_tick = o.from_tick
                  AND m.to_tick = o.to_tick)";

// `aim` in degrees, clockwise from the right.
constexpr std::string_view kInputs = R"(
SELECT tick, time, id, name, tick + margin AS intended_tick /* for which it was sent */,
       tick - ack_lag AS acked_tick /* the client's newest snapshot */, margin,
       delay / 1000.0 AS delay_ms /* in ms behind the snapshot */, status, direction, target_x, target_y,
       degrees(atan2(target_y, target_x)) AS aim /* in degrees, clockwise from the right */, jump,
       fire /* presses and releases of the button, modulo 64 */, fire % 2 = 1 AS fire_held /* it is down */,
       hook, player_flags, wanted_weapon, next_weapon, prev_weapon, segment, file
FROM input)";

// A server notes an input when it changes, in the tick before the one that it is for.
constexpr std::string_view kTeeInputs = R"(
SELECT tick, time, client_id AS id, name, tick + 1 AS intended_tick, direction, target_x, target_y,
       degrees(atan2(target_y, target_x)) AS aim, jump, fire, fire % 2 = 1 AS fire_held, hook, player_flags,
       wanted_weapon, next_weapon, prev_weapon, segment, file
FROM tee_input)";

// What became of an input. A server answers once for each tick, so only the first input for it has
// an answer; without one, the input or the answer was lost. The server cuts its answer to whole
// milliseconds: 0 is up to one early or late. A `status` is a name or, with `sql --raw`, a number.
// An answer that leaves more time than the input was ahead came after a map change: it counts the
// ticks of the new map.
constexpr std::string_view kInputDelivery = R"(
SELECT i.tick, i.time, i.name, i.tick + i.margin AS intended_tick /* for which it was sent */,
       i.delay / 1000.0 AS delay_ms /* in ms behind the snapshot */,
       CASE WHEN t.time_left <= 20 * i.margin + 1000 THEN t.time_left END AS time_left_ms /* in ms before its tick */,
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
// Speeds are between inputs for different ticks. The game counts each press and release of the
// button in `fire`, modulo 64: so a press is known that was over before the next input. Several
// within one step share its time.
constexpr std::string_view kInputStatistics = R"(
SELECT arg_max(name, intended) AS name /* the player's last one */, count(*) AS inputs, round(50.0 * count(*) / nullif(max(intended) - min(intended), 0), 1) AS per_second /* inputs a second */,
       quantile_cont(margin, [0.05, 0.25, 0.5, 0.75, 0.95]) AS margin_ticks /* quantiles, in ticks */,
       quantile_cont(CASE WHEN turn > 0 THEN turn * 50.0 / dticks END, [0.05, 0.25, 0.5, 0.75, 0.95])
           AS aim_degrees_per_second /* quantiles, in degrees/s */,
       quantile_cont(click_ms, [0.05, 0.25, 0.5, 0.75, 0.95]) AS between_clicks_ms /* quantiles, in ms */,
       coalesce(sum(presses), 0)::BIGINT AS clicks, segment, file
FROM (SELECT *, CASE WHEN presses > 0 THEN 20.0 * (intended - lag(CASE WHEN presses > 0 THEN intended END IGNORE NULLS) OVER w) / presses END AS click_ms
      FROM (SELECT name, margin, tick + margin AS intended, segment, file,
                   tick + margin - lag(tick + margin) OVER v AS dticks,
                   abs(a - lag(a) OVER v - 360 * round((a - lag(a) OVER v) / 360)) AS turn,
                   (((fire - lag(fire) OVER v) & 63) + 1 - (lag(fire) OVER v & 1)) // 2 AS presses
            FROM (SELECT *, degrees(atan2(target_y, target_x)) AS a FROM input WHERE status::VARCHAR IN ('new', '0'))
            WINDOW v AS (PARTITION BY file, segment ORDER BY tick + margin))
      WINDOW w AS (PARTITION BY file, segment ORDER BY intended))
GROUP BY segment, file)";

// From when somebody else's character was sent, after a second or more without it, to the client's
// next press of fire: both as they passed the recorder, so with a round trip to the client. Where a
// recording begins, or behind a gap (more than the 10 ticks of the rate `init`), nobody knows who
// had been in sight.
constexpr std::string_view kReactions = R"(
WITH p AS (
  SELECT *, lag(arrived) OVER (PARTITION BY file, segment ORDER BY arrived) AS before
  FROM (SELECT time + to_microseconds(delay) AS arrived, tick + margin AS intended, name, segment, file,
               (((fire - lag(fire) OVER v) & 63) + 1 - (lag(fire) OVER v & 1)) // 2 AS presses
        FROM input WHERE status::VARCHAR IN ('new', '0')
        WINDOW v AS (PARTITION BY file, segment ORDER BY tick + margin))
  WHERE presses > 0),
n AS (SELECT tick, segment, file, max(CASE WHEN hole THEN tick END) OVER w AS begun,
             max(CASE WHEN hole THEN time END) OVER w AS since
      FROM (SELECT tick, time, segment, file, coalesce(tick - lag(tick) OVER v > 10, true) AS hole FROM snapshots
            WINDOW v AS (PARTITION BY file, segment ORDER BY tick))
      WINDOW w AS (PARTITION BY file, segment ORDER BY tick)),
s AS (SELECT tick, c.time, id, name, since, segment, file
      FROM tickreel.character_steps c JOIN n USING (tick, segment, file)
      WHERE tick - begun > 50 AND (previous_tick IS NULL OR tick - previous_tick > 50))
SELECT s.tick, s.time, p.name, s.id AS seen, s.name AS seen_name, p.intended AS pressed_tick,
       date_diff('microsecond', s.time, p.arrived) / 1000.0 AS reaction_ms,
       CASE WHEN p.before >= s.since THEN date_diff('microsecond', p.before, s.time) / 1000.0 END AS idle_ms, s.segment, s.file
FROM s ASOF JOIN p ON p.file = s.file AND p.segment = s.segment AND p.arrived >= s.time
WHERE s.name IS DISTINCT FROM p.name AND p.arrived <= s.time + INTERVAL 2 SECOND)";

// How the server kept this client up to date. Its rate, by its own rule: `init` until the client
// acknowledges something (every 10th tick), `full` with an acknowledged base, `recover` (every
// 50th tick) where the client's acknowledgements are too old to be one, or of the map before: then
// a snapshot in full at no 10th tick was the first. A .demo has none of it. SendRates is the same
// rule. Where nothing was sent again nothing says so, as nothing does in recordings of earlier
// recorders.
constexpr std::string_view kConnection = R"(
WITH a AS (
  SELECT tick - ack_lag AS acked, min(time + to_microseconds(delay)) AS arrived, segment, file
  FROM input WHERE ack_lag IS NOT NULL GROUP BY ALL),
n AS (SELECT arrived, max(acked) OVER (PARTITION BY file, segment ORDER BY arrived) AS newest, segment, file
      FROM a),
s AS (
  SELECT *, bool_or(base_tick IS NOT NULL OR tick % 10 <> 0) OVER w AS begun, tick - lag(tick) OVER w AS step,
         date_diff('microsecond', lag(time) OVER w, time) / 1000.0 AS after_ms
  FROM snapshots WHERE parts > 0
  WINDOW w AS (PARTITION BY file, segment ORDER BY tick))
SELECT s.tick, s.time, CASE WHEN base_tick IS NOT NULL THEN 'full' WHEN begun THEN 'recover'
                            ELSE 'init' END AS rate,
       step, round(after_ms - 20 * step, 3) AS late_ms, s.tick - base_tick AS base_age,
       s.tick - n.newest AS ack_lag,
       date_diff('microsecond', s.time, a.arrived) / 1000.0 AS round_trip_ms,
       parts, wire_bytes /* payload in bytes, before compression */, gap,
       CASE WHEN s.file IN (SELECT file FROM server_resend) THEN coalesce(r.resent, 0)
            END AS resent /* messages that the server sent again, up to the next snapshot; NULL: in no row */,
       CASE WHEN s.file IN (SELECT file FROM server_resend) THEN coalesce(r.seen, 0)
            END AS resent_seen /* of resent: had passed the recorder before; the others were lost on the way to it */,
       CASE WHEN s.file IN (SELECT file FROM client_resend) THEN coalesce(c.asked, 0)
            END AS resend_requests /* packets in which the client asked for them; NULL: in no row */,
       CASE WHEN s.file IN (SELECT file FROM client_resend) THEN coalesce(c.resent, 0)
            END AS client_resent /* messages that the client sent again; NULL: in no row */,
       s.segment, s.file
FROM s LEFT JOIN a ON a.file = s.file AND a.segment = s.segment AND a.acked = s.tick
ASOF LEFT JOIN n ON n.file = s.file AND n.segment = s.segment AND n.arrived <= s.time
LEFT JOIN (SELECT tick, segment, file, sum(resent)::BIGINT AS resent, sum(seen_before)::BIGINT AS seen
           FROM server_resend GROUP BY ALL) r
  ON r.file = s.file AND r.segment = s.segment AND r.tick = s.tick
LEFT JOIN (SELECT tick, segment, file, count(*) FILTER (asks) AS asked, sum(resent)::BIGINT AS resent
           FROM client_resend GROUP BY ALL) c
  ON c.file = s.file AND c.segment = s.segment AND c.tick = s.tick)";

// Events that the decoder derives, as of 0.6.
void add_connection_types(Schema& schema) {
    schema.add(input_type(Protocol::V06));
    schema.add(input_timing_type(Protocol::V06));
    for (const Direction direction : {Direction::ToServer, Direction::ToClient})
        schema.add(resend_type(direction));
    schema.add(closing_type());
}

constexpr std::string_view kUsualItems[] = {
    "Character", "PlayerInfo",     "ClientInfo",  "Flag",     "Projectile", "Laser",
    "Pickup",    "DDNetCharacter", "DDNetPlayer", "GameInfo", "GameData"};
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
     {"input_statistics", kInputStatistics, false},
     {"reactions", kReactions, false},
     {"connection", kConnection, false},
     {"positions", kTeePositions, true, "", "Tee"},
     {"moves", kTeeMoves, false, "", "Tee"},
     {"inputs", kTeeInputs, true, "", "TeeInput"}}};

void add_event_types(Schema& schema) {
    for (const auto& types : {message_types_06(), message_types_07(), message_types_ddnet()})
        for (const MessageFacts& facts : types)
            if (facts.keep == Keep::Event && !schema.find(facts.name))
                schema.add(event_type(facts));
    schema.add(unknown_message_type());
    add_connection_types(schema);
}

void add_item_types(Schema& schema) {
    for (const auto& types : {item_types_06(), item_types_07(), item_types_ddnet()})
        for (const ItemFacts& facts : types)
            if (!schema.find(facts.name)) schema.add(item_type(facts));
}

void add_usual_types(Schema& schema) {
    for (const std::string_view name : kUsualItems)
        for (const auto& types : {item_types_06(), item_types_ddnet(), item_types_07()})
            for (const ItemFacts& facts : types)
                if (facts.name == name) schema.add(item_type(facts));  // the first one stays
    for (const std::string_view name : kUsualMessages)
        if (const MessageFacts* facts = find_message_named(Protocol::V06, name))
            schema.add(event_type(*facts));
    add_connection_types(schema);
}

}  // namespace tickreel::teeworlds
