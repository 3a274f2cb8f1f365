// The SQL views over what match_tables.cpp adds to the union of a match file, and what of SQL the
// union has no rows for.

#include <algorithm>
#include <cctype>

#include "recorder/commands/match_tables.h"
#include "recorder/commands/union_notes.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// Stretches of snapshots of a viewer, one after the other, in which `rows` has the character. A gap
// counts as a snapshot in which nothing is.
std::string stretches(const std::string& rows, const std::string& gaps) {
    return concat(
        "WITH frames AS (SELECT viewer, tick, segment, file, gap, row_number() OVER (PARTITION BY "
        "file, segment, viewer ORDER BY tick, gap) AS n\n"
        "  FROM (SELECT viewer, tick, segment, file, false AS gap FROM match_frame\n"
        "        UNION ALL SELECT viewer, from_tick, segment, file, true FROM (",
        gaps,
        "))),\n"
        "found AS (",
        rows,
        "),\n"
        "runs AS (SELECT found.*, n - row_number() OVER (PARTITION BY file, segment, viewer, type, "
        "id ORDER BY tick) AS run FROM found JOIN (FROM frames WHERE NOT gap) USING (viewer, tick, "
        "segment, file))\n"
        "SELECT viewer, type, id, arg_max(name, tick) AS name /* the name at to_tick: a "
        "player may change it meanwhile */,\n"
        "       min(tick) AS from_tick /* after every missing snapshot there is a new row */,\n"
        "       max(tick) AS to_tick /* the last tick of the row; one ends before every missing "
        "snapshot */,\n"
        "       min(time) AS from_time, max(time) AS to_time,\n"
        "       count(*) AS snapshots, segment, file\n"
        "FROM runs GROUP BY file, segment, viewer, type, id, run");
}

}  // namespace

std::vector<SqlView> match_table_views(const std::string& gaps) {
    return {{"visible",
             "SELECT tick, time, viewer, item_type AS type, item AS id, name, own, segment, file\n"
             "FROM match_sight",
             true, "match_sight", true},
            {"conflicts",
             "SELECT tick, time, viewer, item_type AS type, item AS id, field, value, most,\n"
             "       segment, file\nFROM match_conflict",
             true, "match_conflict", true},
            {"missing",
             "SELECT l.tick, l.time, f.viewer, l.item_type AS type, l.item AS id,\n"
             "       CASE WHEN l.named THEN l.name END AS name, l.character, l.segment, l.file\n"
             "FROM match_lack l JOIN match_frame f ON l.tick = f.tick AND l.segment = f.segment\n"
             "     AND l.file = f.file AND f.number // 62 = l.block\n"
             "     AND (l.lacks >> (f.number % 62)) & 1 = 1",
             false,
             {}},
            {"in_sight",
             stretches("SELECT viewer, type, id, name, tick, time, segment, file FROM "
                       "visible",
                       gaps),
             false,
             {}},
            {"out_of_sight",
             stretches("SELECT viewer, type, id, name, tick, time, segment, file FROM missing "
                       "WHERE character",
                       gaps),
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

std::string select_gaps(const std::vector<ViewerGap>& gaps, const ReelReader& world,
                        const std::string& file, bool raw) {
    std::vector<Gap> of_all;  // what cannot be read was in the file for somebody
    if (const auto missing = missing_ticks(world, world.everything())) {
        of_all = missing->gaps;
        of_all.insert(of_all.end(), missing->unreadable.begin(), missing->unreadable.end());
    }
    const std::string where = sql_text(file) + "::VARCHAR AS file";
    std::string rows;
    for (const ViewerGap& one : gaps)
        rows += concat(rows.empty() ? "(" : ", (",
                       raw ? std::to_string(one.number + 1) : sql_text(one.viewer), ", ",
                       one.gap.from, ", ", one.gap.segment, ")");
    const std::string columns = "g(viewer, from_tick, segment)";
    std::string select = concat("SELECT viewer, from_tick, segment, ", where, " FROM (VALUES ",
                                rows.empty() ? "(NULL, 0, 0)" : rows, ") ", columns,
                                rows.empty() ? " WHERE false" : "");
    rows.clear();
    for (const Gap& gap : of_all)
        rows += concat(rows.empty() ? "(" : ", (", gap.from, ", ", gap.segment, ")");
    if (rows.empty()) return select;
    return concat(select, "\nUNION ALL SELECT viewer, from_tick, segment, ", where,
                  " FROM (VALUES ", rows,
                  ") g(from_tick, segment), (SELECT DISTINCT viewer FROM match_frame WHERE file = ",
                  sql_text(file), ")");
}

std::vector<std::string> tables_of_one_client(const Schema& world) {
    std::vector<std::string> names{"inputs",     "input_delivery", "input_statistics", "reactions",
                                   "connection", "server_resend",  "client_resend"};
    for (const TypeId id : types_of_one_client(world)) {
        names.push_back(table_name(world[id].name));
        names.push_back(ascii_lower(world[id].name));
    }
    return names;
}

std::vector<std::string> tables_of_nobody(const Schema& world) {
    std::vector<std::string> names;
    for (const ItemType& type : world.types())
        if (type.use == TypeUse::Event && !is_of_one_client(type) &&
            find_name_source(type).bearer == Bearer::Nobody) {
            names.push_back(table_name(type.name));
            names.push_back(ascii_lower(type.name));
        }
    return names;
}

// Names behind FROM, JOIN or a comma; texts and comments are passed over.
std::string find_table_read(std::string_view statement, const std::vector<std::string>& tables) {
    const std::string text = ascii_lower(statement);
    const auto is_letter = [](char c) {
        return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    std::string before;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        if (text.compare(at, 2, "--") == 0) {
            at = std::min(text.find('\n', at), text.size());
        } else if (text[at] == '\'') {
            at = std::min(text.find('\'', at + 1), text.size() - 1) + 1;
            before = "'";
        } else if (is_letter(text[at]) || text[at] == '"') {
            const bool quoted = text[at] == '"';
            if (quoted)
                at = std::min(text.find('"', at + 1), text.size() - 1) + 1;
            else
                while (at < text.size() && is_letter(text[at])) ++at;
            const std::string word =
                quoted ? text.substr(begin + 1, at - begin - 2) : text.substr(begin, at - begin);
            const bool is_table = before == "from" || before == "join" || before == ",";
            if (is_table && std::find(tables.begin(), tables.end(), word) != tables.end())
                return word;
            before = quoted ? "\"" : word;
        } else {
            if (std::isspace(static_cast<unsigned char>(text[at])) == 0) before = text[at];
            ++at;
        }
    }
    return {};
}

}  // namespace tickreel
