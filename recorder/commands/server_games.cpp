#include "recorder/commands/server_games.h"

#include <algorithm>
#include <chrono>

#include "recorder/commands/match_tables.h"
#include "recorder/games/game.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/model/find_name.h"
#include "tickreel/reel/match_merge.h"

namespace tickreel {

namespace {

constexpr std::int64_t kSampledTicks = 128;
// Where players stand, another game on the map has equal places: the few where they appear.
constexpr int kFewPlaces = 8;
// Of one game all are equal but where a player dies or comes; of another hardly any.
constexpr double kEqualShare = 0.9;
// Clocks of two machines may differ, and a header tells its zone or not.
constexpr std::chrono::hours kSameDay{26};

// Who is where: the table, and expressions of its columns.
struct Places {
    std::string table{};
    std::string x{};
    std::string y{};
};

// A server may send a place that clients evolve (DDNet since 19, vanilla), and notes where
// everybody is.
std::string place_now(const ReelReader& reel, const ItemType& type, Role role) {
    const std::string& field = type.fields[*find_role(type, role)].name;
    for (const EvolverMaker& maker : evolvers())
        if (maker.game == reel.info().game && maker.type == type.name &&
            std::find(maker.fields.begin(), maker.fields.end(), field) != maker.fields.end())
            return concat("coalesce(", sql_name(concat(kEvolvedPrefix, field)), ", ",
                          sql_name(field), ")");
    return sql_name(field);
}

std::optional<Places> places_of(const ReelReader& reel) {
    for (const ItemType& type : reel.schema().types())
        if (is_character(type))
            return Places{table_name(type.name), place_now(reel, type, Role::PositionX),
                          place_now(reel, type, Role::PositionY)};
    return std::nullopt;
}

bool is_noted_by_server(const ReelReader& reel) {
    return reel.info().properties.contains(std::string(kMatchName));
}

bool may_be_of(const ReelReader& reel, std::size_t segment, const ReelReader& server,
               std::size_t game) {
    const SegmentSpan& span = reel.timeline().segments()[segment];
    const SegmentSpan& other = server.timeline().segments()[game];
    const auto apart = reel.info().start - server.info().start;
    const bool dated = reel.info().start.count() != 0 && server.info().start.count() != 0;
    return reel.segments()[segment].map == server.segments()[game].map &&
           span.first <= other.last && other.first <= span.last &&
           (!dated || (apart < kSameDay && -apart < kSameDay));
}

// Pairs of ticks: most servers send every second one.
std::string sampled_ticks(const SegmentSpan& span) {
    const std::int64_t step =
        std::max<std::int64_t>(2, (span.last - span.first) * 2 / kSampledTicks);
    std::string ticks;
    for (std::int64_t tick = span.first; tick <= span.last; tick += step)
        ticks += concat(ticks.empty() ? "" : ", ", tick, ", ", tick + 1);
    return ticks;
}

// A recording among those that are asked, and who is where in it.
struct Source {
    const ReelReader& reel;
    const std::string& path;
    Places places{};

    std::string select(std::size_t segment, const std::string& ticks) const {
        return concat("(SELECT tick, id, ", places.x, " AS x, ", places.y, " AS y FROM ",
                      sql_name(places.table), " WHERE file = ", sql_text(path),
                      " AND segment = ", segment, " AND tick IN (", ticks, "))");
    }
};

// How many places of a segment the server noted too, one row.
std::string compare_places(const Source& sent, std::size_t segment, const Source& noted,
                           std::size_t game) {
    const SegmentSpan& span = sent.reel.timeline().segments()[segment];
    const SegmentSpan& noted_span = noted.reel.timeline().segments()[game];
    const std::string ticks = sampled_ticks(
        {std::max(span.first, noted_span.first), std::min(span.last, noted_span.last)});
    return concat("SELECT ", sql_text(sent.path), "::VARCHAR, ", segment, ", ",
                  sql_text(noted.path), "::VARCHAR, ", game, ", ",
                  sql_text(noted.reel.info().properties.at(std::string(kMatchName))),
                  "::VARCHAR, count(*), count(n.ids), count(*) FILTER (list_contains(n.ids, "
                  "c.id)),\n       count(DISTINCT (x, y)) FROM ",
                  sent.select(segment, ticks),
                  " c LEFT JOIN (SELECT tick, x, y, list(id) AS ids FROM ",
                  noted.select(game, ticks), " GROUP BY ALL) n USING (tick, x, y)");
}

}  // namespace

std::optional<SqlView> server_games_view(const std::vector<std::string>& paths,
                                         std::span<const std::unique_ptr<ReelReader>> reels) {
    std::vector<Source> servers, clients;
    bool any_server = false;
    for (std::size_t i = 0; i < reels.size(); ++i) {
        const bool server = is_noted_by_server(*reels[i]);
        any_server = any_server || server;
        if (auto places = places_of(*reels[i]))
            (server ? servers : clients).push_back({*reels[i], paths[i], *std::move(places)});
    }
    if (!any_server) return std::nullopt;
    std::string pairs =
        "SELECT '' AS file, 0 AS segment, '' AS server_file, 0 AS server_segment, '' AS game_uuid, "
        "0 AS compared, 0 AS equal, 0 AS same, 0 AS places";
    for (const Source& noted : servers)
        for (const Source& sent : clients)
            for (std::size_t game = 0; game < noted.reel.segments().size(); ++game)
                for (std::size_t segment = 0; segment < sent.reel.segments().size(); ++segment)
                    if (may_be_of(sent.reel, segment, noted.reel, game))
                        pairs += "\nUNION ALL " + compare_places(sent, segment, noted, game);
    return SqlView{
        "server_games",
        concat("SELECT file, segment, server_file, server_segment, game_uuid, compared, "
               "equal,\n       same = equal AS same_ids\nFROM (",
               pairs, ")\nWHERE equal >= ", kEqualShare, " * compared AND places >= ", kFewPlaces),
        false,
        {}};
}

std::vector<std::string> tables_not_noted(std::span<const std::unique_ptr<ReelReader>> reels) {
    std::vector<std::string> names;
    const auto any_has = [&](std::string_view type) {
        return std::any_of(reels.begin(), reels.end(),
                           [&](const auto& reel) { return reel->schema().find(type).has_value(); });
    };
    for (const auto& reel : reels) {
        if (!is_noted_by_server(*reel)) return {};
        const Game* game = find_game(reel->info().game);
        if (game == nullptr) continue;
        Schema usual;
        if (game->add_usual_types != nullptr) game->add_usual_types(usual);
        for (const ItemType& type : usual.types())
            if (!any_has(type.name))
                names.insert(names.end(), {table_name(type.name), ascii_lower(type.name)});
        for (const AnalysisView& view : game->views)
            if (std::none_of(game->views.begin(), game->views.end(), [&](const auto& other) {
                    return other.name == view.name && !other.needs.empty() && any_has(other.needs);
                }))
                names.emplace_back(view.name);
    }
    return names;
}

}  // namespace tickreel
