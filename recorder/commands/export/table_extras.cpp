#include "recorder/commands/export/table_extras.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "recorder/games/game.h"
#include "tickreel/base/concat.h"
#include "tickreel/export/schema_views.h"

namespace tickreel {

namespace {

// What no game brings: views from the schema alone.
void add_schema_views(std::span<const ReelFile> files, TableExtras& extras) {
    std::vector<NamedSchema> schemas;
    for (const ReelFile& file : files) schemas.push_back({"", &file.reel->schema(), false});
    for (const SchemaView& view : schema_views(schemas))
        extras.views.push_back({view.name, view.sql, true});
}

// Of these files only: another game's types may have the same names.
std::string rows_within(std::string_view select, const std::vector<std::string>& files) {
    std::string list;
    for (const std::string& file : files) list += (list.empty() ? "" : ", ") + sql_text(file);
    return concat("SELECT * FROM (", select, ")\nWHERE file IN (", list, ")");
}

SqlView view_of(const AnalysisView& view) {
    return {std::string(view.name), std::string(view.sql), view.by_tick, std::string(view.rows_of)};
}

// In the order of their first files.
using FilesOfGames = std::vector<std::pair<const Game*, std::vector<std::string>>>;

FilesOfGames files_of_games(std::span<const ReelFile> files) {
    FilesOfGames games;
    for (const ReelFile& file : files) {
        const Game* game = find_game(file.reel->info().game);
        if (game == nullptr) continue;
        auto known = std::find_if(games.begin(), games.end(),
                                  [game](const auto& one) { return one.first == game; });
        if (known == games.end()) known = games.insert(games.end(), {game, {}});
        known->second.push_back(file.path);
    }
    return games;
}

bool any_has(std::span<const ReelFile> files, const Game* game, std::string_view type) {
    return std::any_of(
        files.begin(), files.end(),
        [&](const ReelFile& file) {
            return find_game(file.reel->info().game) == game && file.reel->schema().find(type);
        });
}

void add_game_views(std::span<const ReelFile> all, const FilesOfGames& games, TableExtras& extras) {
    for (const auto& [game, files] : games) {
        for (const AnalysisView& view : game->views) {
            if (!view.needs.empty() && !any_has(all, game, view.needs)) continue;
            SqlView part = view_of(view);
            if (games.size() > 1) {
                part.sql = rows_within(view.sql, files);
                part.rows_of.clear();
            }
            const auto same =
                std::find_if(extras.views.begin(), extras.views.end(),
                             [&](const SqlView& known) { return known.name == part.name; });
            if (same == extras.views.end()) {
                extras.views.push_back(std::move(part));
            } else {
                same->sql += "\nUNION ALL BY NAME\n" + part.sql;
                same->by_tick = same->by_tick && part.by_tick;
                same->rows_of.clear();
            }
        }
    }
}

}  // namespace

TableExtras table_extras(std::span<const ReelFile> files) {
    TableExtras extras;
    const FilesOfGames games = files_of_games(files);
    for (const auto& [game, paths] : games)
        if (game->add_usual_types != nullptr) game->add_usual_types(extras.types);
    add_game_views(files, games, extras);
    if (games.empty()) add_schema_views(files, extras);
    return extras;
}

}  // namespace tickreel
