#include "recorder/games/firefall/analysis.h"

#include <algorithm>

#include "recorder/games/firefall/entity_item.h"
#include "recorder/games/firefall/event_mapper.h"
#include "recorder/games/firefall/layout.h"
#include "recorder/games/firefall/message.h"

namespace tickreel::firefall {

namespace {

// The kill event has the ids, the combat log around it the weapon: its other columns have different
// names in other versions. Ids in messages end with a byte for the kind of controller, those of
// items do not. Who kills or is killed need not be a player: names are those of all characters, the
// one seen nearest to the kill.
constexpr std::string_view kKills = R"(
WITH k AS MATERIALIZED (
  SELECT tick, time, (Killer.Backing >> 8)::BIGINT AS killer, Entity::BIGINT AS victim, name, segment, file
  FROM character_killed),
n AS (SELECT k.tick, k.killer, k.segment, k.file, arg_min(c.Name, abs(c.tick - k.tick)) AS name
      FROM (SELECT DISTINCT tick, killer, segment, file FROM k) k
      JOIN tickreel.character_steps c ON c.id = k.killer AND c.segment = k.segment AND c.file = k.file
      WHERE c.Name <> ''
      GROUP BY ALL),
w AS (SELECT k.tick, k.victim, k.segment, k.file,
             arg_min(lower(l.SourceType::VARCHAR), abs(l.tick - k.tick)) AS weapon
      FROM k JOIN character_public_combat_log l ON l.Entity = k.victim AND l.segment = k.segment
             AND l.file = k.file AND l.tick BETWEEN k.tick - 40 AND k.tick + 40
      WHERE l.SourceType::VARCHAR NOT IN ('None', '0')
      GROUP BY ALL)
SELECT k.tick, k.time, k.killer, n.name AS killer_name /* the killer's name */, k.victim,
       nullif(k.name, '') AS victim_name /* the victim's name */,
       coalesce(w.weapon, 'unknown') AS weapon, k.segment, k.file
FROM k
LEFT JOIN w ON w.tick = k.tick AND w.victim = k.victim AND w.segment = k.segment AND w.file = k.file
LEFT JOIN n ON n.tick = k.tick AND n.killer = k.killer AND n.segment = k.segment AND n.file = k.file
ORDER BY k.file, k.segment, k.tick)";

constexpr std::string_view kChatLines = R"(
SELECT tick, time, (SenderId.Backing >> 8)::BIGINT AS client_id, SenderName AS name, Message AS message,
       Channel AS channel, segment, file
FROM generic_chat_message_list)";

// `State` is a name or, where enums are numbers (`sql --raw`), 6 for Living.
// Stored in steps of 5 cm and of a tenth of a degree.
constexpr std::string_view kPositions = R"(
SELECT tick, time, id, player_name AS name, "Position.x" / 20.0 AS x /* in m */, "Position.y" / 20.0 AS y /* in m */,
       "Position.z" / 20.0 AS z /* in m, up */, "Position.x" / 20.0 AS now_x /* as x: in Teeworlds, where clients show it */,
       "Position.y" / 20.0 AS now_y /* as y */, Heading / 10.0 AS aim /* in degrees */, State AS state, Health AS health,
       Faction AS faction, segment, file
FROM tickreel.character_names)";

// A move goes from one snapshot with the character to the next, however far apart. Excluded: the
// move from death to life (a respawn) and any of more than 3 m per tick (a teleport).
constexpr std::string_view kMoves = R"(
SELECT tick, time, id, name, dticks /* ticks since it was last seen */,
       dticks / 20.0 AS seconds /* in s */, dx /* in m */, dy /* in m */, dz /* in m */,
       sqrt(dx * dx + dy * dy + dz * dz) AS distance /* in m */,
       distance AS now_distance /* as distance: in Teeworlds, between places where clients show it */,
       turn - 360 * round(turn / 360) AS turn /* in degrees */, segment, file
FROM (SELECT tick, time, id, player_name AS name, segment, file, tick - previous_tick AS dticks,
             ("Position.x" - "previous_Position.x") / 20.0 AS dx,
             ("Position.y" - "previous_Position.y") / 20.0 AS dy,
             ("Position.z" - "previous_Position.z") / 20.0 AS dz,
             (Heading - previous_Heading) / 10.0 AS turn, State::VARCHAR IN ('Living', '6') AS lives,
             previous_State::VARCHAR IN ('Living', '6') AS lived
      FROM tickreel.character_steps)
WHERE dticks > 0 AND dx * dx + dy * dy + dz * dz <= 9 * dticks * dticks
  AND (lives AND NOT lived) IS NOT TRUE)";

// A life lasts while the state says so, or while the character is visible: until the first snapshot
// without it. `character_steps` has all rows also with --every.
constexpr std::string_view kLives = R"(
WITH s AS (SELECT tick, time, id, player_name, segment, file,
                  State::VARCHAR IN ('Living', '6') AS lives,
                  count(*) FILTER ((State::VARCHAR IN ('Living', '6')) IS NOT TRUE) OVER w AS deaths
           FROM tickreel.character_steps
           WINDOW w AS (PARTITION BY file, segment, id ORDER BY tick)),
l AS (SELECT id, max(player_name) AS name, min(tick) AS from_tick, max(tick) AS last,
             min(time) AS from_time, max(time) AS last_time, segment, file
      FROM s WHERE lives GROUP BY file, segment, id, deaths),
n AS (SELECT tick, lead(tick) OVER w AS next, lead(time) OVER w AS next_time, segment, file
      FROM snapshots WINDOW w AS (PARTITION BY file, segment ORDER BY tick)),
o AS (SELECT l.id, l.name, l.from_tick, coalesce(n.next, l.last + 1) AS to_tick, l.from_time,
             coalesce(n.next_time, l.last_time) AS to_time, l.last, l.segment, l.file
      FROM l LEFT JOIN n ON n.tick = l.last AND n.segment = l.segment AND n.file = l.file),
m AS (SELECT o.file, o.segment, o.id, o.from_tick,
             sum(least(h.tick, o.to_tick) - greatest(h.tick - h.gap, o.from_tick))::BIGINT AS ticks
      FROM o JOIN (SELECT file, segment, tick, gap FROM snapshots WHERE gap > 0) h
        ON h.file = o.file AND h.segment = o.segment AND h.tick > o.from_tick AND h.tick - h.gap < o.to_tick
      GROUP BY ALL)
SELECT o.id, o.name, o.from_tick, o.to_tick,
       date_diff('millisecond', o.from_time, o.to_time) / 1000.0 AS seconds /* in s, by the clock: to_tick - from_tick are the ticks */,
       min(k.weapon) AS ended_by,
       coalesce(any_value(m.ticks), 0) AS missing_ticks /* of its ticks, those in gaps: who died and came back in one has one life, not two; 0: complete */,
       o.segment, o.file
FROM o LEFT JOIN m ON m.file = o.file AND m.segment = o.segment AND m.id = o.id AND m.from_tick = o.from_tick
LEFT JOIN kills k ON k.victim = o.id AND k.segment = o.segment AND k.file = o.file
                 AND k.tick BETWEEN o.last - 20 AND o.last + 20
GROUP BY o.id, o.name, o.from_tick, o.to_tick, o.from_time, o.to_time, o.segment, o.file)";

// What the client says of its character; `positions` has what the server makes of it. `aim` as
// there: degrees from the x axis towards y. The client's yaw is a compass's: from y towards x.
// Strafe (to the right) and forward: -1 to 1.
constexpr std::string_view kInputs = R"(
SELECT tick, time, name, ShortTime AS client_ms /* the client's clock, in ms */,
       Delay / 1000.0 AS delay_ms /* in ms behind the snapshot */, Status AS status,
       HorizontalInput / 127.0 AS strafe /* -1 to 1, to the right */,
       VerticalInput / 127.0 AS forward /* -1 to 1 */,
       90 - degrees(HeadingYaw) - 360 * round((90 - degrees(HeadingYaw)) / 360) AS aim /* in degrees */,
       degrees(HeadingPitch) AS pitch /* in degrees */, InputFlags & 1 AS jump, (InputFlags & 2) // 2 AS sprint,
       (InputFlags & 4) // 4 AS crouch, PoseData.PosRotState.Pos.x AS x /* in m */,
       PoseData.PosRotState.Pos.y AS y /* in m */, PoseData.PosRotState.Pos.z AS z /* in m */, segment, file
FROM character_movement_input_command)";

// What was lost and sent again on the way of a tick's datagrams. Where nothing was, nothing says
// so, as nothing does in recordings of earlier recorders.
constexpr std::string_view kConnection = R"(
WITH r AS (SELECT tick, segment, file, sum(resent)::BIGINT AS resent, sum(seen_before)::BIGINT AS seen
           FROM server_resend GROUP BY ALL),
c AS (SELECT tick, segment, file, count(*) FILTER (asks) AS asked, sum(resent)::BIGINT AS resent
      FROM client_resend GROUP BY ALL),
l AS (SELECT tick, segment, file, sum(lost)::BIGINT AS lost FROM server_loss GROUP BY ALL)
SELECT s.tick, s.time, parts /* datagrams of the server */, wire_bytes /* in bytes */, gap,
       CASE WHEN s.file IN (SELECT file FROM server_loss) THEN coalesce(l.lost, 0)
            END AS lost /* packets of the server, by their numbers; negative: came late; NULL: in no row */,
       CASE WHEN s.file IN (SELECT file FROM server_resend) THEN coalesce(r.resent, 0)
            END AS resent /* packets that the server sent again; NULL: in no row */,
       CASE WHEN s.file IN (SELECT file FROM server_resend) THEN coalesce(r.seen, 0)
            END AS resent_seen /* of resent: had passed the recorder before; the others were lost on the way to it */,
       CASE WHEN s.file IN (SELECT file FROM client_resend) THEN coalesce(c.asked, 0)
            END AS resend_requests /* acknowledgements in which the client named a hole; NULL: in no row */,
       CASE WHEN s.file IN (SELECT file FROM client_resend) THEN coalesce(c.resent, 0)
            END AS client_resent /* packets that the client sent again; NULL: in no row */,
       s.segment, s.file
FROM snapshots s LEFT JOIN r ON r.file = s.file AND r.segment = s.segment AND r.tick = s.tick
LEFT JOIN c ON c.file = s.file AND c.segment = s.segment AND c.tick = s.tick
LEFT JOIN l ON l.file = s.file AND l.segment = s.segment AND l.tick = s.tick)";

constexpr std::string_view kUsualMessages[] = {"Character_Killed", "Character_PublicCombatLog",
                                               "Generic_ChatMessageList",
                                               "Character_MovementInput"};

void add_messages(Schema& schema, const ProtocolLayout::Messages& messages, bool from_client) {
    for (const auto& [number, layout] : messages) {
        const bool usual = std::find(std::begin(kUsualMessages), std::end(kUsualMessages),
                                     layout.name) != std::end(kUsualMessages);
        if (!usual || layout.body == nullptr) continue;
        const ItemType type = EventShape(&layout, "", number, from_client).type();
        if (!schema.find(type.name)) schema.add(type);
    }
}

}  // namespace

const std::array<AnalysisView, kAnalysisViewCount> kAnalysisViews{
    {{"kills", kKills, false},
     {"chat_lines", kChatLines, true, "generic_chat_message_list"},
     {"positions", kPositions, true, "character"},
     {"moves", kMoves, true},
     {"lives", kLives, false},
     {"inputs", kInputs, true, "character_movement_input_command"},
     {"connection", kConnection, false}}};

void add_event_types(Schema& schema) {
    for (const ProtocolLayout& protocol : builtin_layouts().protocols())
        for (const auto* all : {&protocol.events, &protocol.commands})
            for (const auto& [entity, messages] : *all)
                for (const auto& [number, layout] : messages)
                    if (layout.body != nullptr && !schema.find(layout.name))
                        schema.add(
                            EventShape(&layout, "", number, all == &protocol.commands).type());
    for (const ItemType& type : derived_event_types()) schema.add(type);
}

void add_item_types(Schema& schema) {
    for (const PoseOf of : {PoseOf::Character, PoseOf::Vehicle})
        if (!schema.find(entity_type(of).name)) schema.add(entity_type(of));
    for (const ProtocolLayout& protocol : builtin_layouts().protocols())
        for (const auto& [typecode, layout] : protocol.views)
            if (!schema.find(layout.name)) schema.add(ViewShape(layout).type);
}

void add_usual_types(Schema& schema) {
    schema.add(entity_type(PoseOf::Character));
    schema.add(entity_type(PoseOf::Vehicle));
    for (const Direction direction : {Direction::ToServer, Direction::ToClient})
        schema.add(resend_type(direction));
    schema.add(loss_type());
    for (const ProtocolLayout& protocol : builtin_layouts().protocols())
        for (const bool from_client : {false, true})
            for (const auto& [entity, messages] : from_client ? protocol.commands : protocol.events)
                add_messages(schema, messages, from_client);
}

}  // namespace tickreel::firefall
