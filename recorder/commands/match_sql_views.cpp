// The SQL views over what match_tables.cpp adds to the union of a match file.

#include "recorder/commands/match_tables.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// Stretches of snapshots of a viewer, one after the other, in which `rows` has the character.
std::string stretches(const std::string& rows) {
    return concat(
        "WITH frames AS (SELECT viewer, tick, segment, file, row_number() OVER (PARTITION BY file, "
        "segment, viewer ORDER BY tick) AS n FROM match_frame),\n"
        "found AS (",
        rows,
        "),\n"
        "runs AS (SELECT found.*, n - row_number() OVER (PARTITION BY file, segment, viewer, type, "
        "id ORDER BY tick) AS run FROM found JOIN frames USING (viewer, tick, segment, file))\n"
        "SELECT viewer, type, id, arg_max(name, tick) AS name, min(tick) AS from_tick,\n"
        "       max(tick) AS to_tick, min(time) AS from_time, max(time) AS to_time,\n"
        "       count(*) AS snapshots, segment, file\n"
        "FROM runs GROUP BY file, segment, viewer, type, id, run");
}

}  // namespace

std::vector<SqlView> match_table_views() {
    return {{"visible",
             "SELECT tick, time, viewer, item_type AS type, item AS id, name, own, segment, file\n"
             "FROM match_sight",
             true, "match_sight", true},
            {"conflicts",
             "SELECT tick, time, viewer, item_type AS type, item AS id, field, value, most,\n"
             "       segment, file\nFROM match_conflict",
             true, "match_conflict", true},
            {"missing",
             "SELECT l.tick, l.time, f.viewer, l.item_type AS type, l.item AS id, l.name,\n"
             "       l.character, l.segment, l.file\n"
             "FROM match_lack l JOIN match_frame f ON l.tick = f.tick AND l.segment = f.segment\n"
             "     AND l.file = f.file AND f.number // 62 = l.block\n"
             "     AND (l.lacks >> (f.number % 62)) & 1 = 1",
             false,
             {}},
            {"in_sight",
             stretches("SELECT viewer, type, id, name, tick, time, segment, file FROM "
                       "visible"),
             false,
             {}},
            {"out_of_sight",
             stretches("SELECT viewer, type, id, name, tick, time, segment, file FROM missing "
                       "WHERE character"),
             false,
             {}},
            {"first_sights",
             "WITH own AS (SELECT DISTINCT viewer, id, segment, file FROM visible WHERE own),\n"
             "seen AS (SELECT k.tick, k.time, viewer, killer, killer_name, victim, victim_name,\n"
             "       weapon, segment, file, max(f.tick) FILTER (f.tick < k.tick) AS last_tick\n"
             "  FROM kills k JOIN own o USING (segment, file) JOIN match_frame f USING (segment, "
             "file, viewer)\n"
             "  WHERE o.id = k.killer AND k.killer <> k.victim GROUP BY ALL\n"
             "  HAVING max(f.tick) >= k.tick AND min(f.tick) < k.tick),\n"  // is there at the kill
             "joined AS (SELECT k.tick, k.time, k.viewer, killer, killer_name, victim, "
             "victim_name, weapon,\n"
             "       min(s.from_tick) AS seen_tick, min(s.from_time) AS seen_time, k.segment, "
             "k.file\n"
             "  FROM seen k LEFT JOIN in_sight s ON s.viewer = k.viewer AND s.id = k.victim\n"
             "       AND s.segment = k.segment AND s.file = k.file\n"
             "       AND k.last_tick BETWEEN s.from_tick AND s.to_tick\n"
             "  GROUP BY ALL)\n"
             "SELECT tick, time, viewer, killer, killer_name, victim, victim_name, weapon, "
             "seen_tick,\n"
             "       seen_time, epoch(time - seen_time) AS seconds, segment, file FROM joined",
             false,
             {}}};
}

}  // namespace tickreel
