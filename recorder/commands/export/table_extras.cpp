#include "recorder/commands/export/table_extras.h"

#include <algorithm>
#include <set>

#include "recorder/games/game.h"
#include "tickreel/export/schema_views.h"

namespace tickreel {

namespace {

// What no game brings: views from the schema alone.
void add_schema_views(const std::vector<std::unique_ptr<ReelReader>>& reels, TableExtras& extras) {
    std::vector<NamedSchema> schemas;
    for (const auto& reel : reels) schemas.push_back({"", &reel->schema(), false});
    for (const SchemaView& view : schema_views(schemas)) {
        const bool taken =
            std::any_of(extras.views.begin(), extras.views.end(),
                        [&view](const SqlView& known) { return known.name == view.name; });
        if (!taken) extras.views.push_back({view.name, view.sql, true});
    }
}

}  // namespace

TableExtras table_extras(const std::vector<std::unique_ptr<ReelReader>>& reels) {
    TableExtras extras;
    std::set<const Game*> games;
    for (const auto& reel : reels) {
        const Game* game = find_game(reel->info().game);
        if (game == nullptr || !games.insert(game).second) continue;
        if (game->add_usual_types != nullptr) game->add_usual_types(extras.types);
        for (const AnalysisView& view : game->views)
            extras.views.push_back({std::string(view.name), std::string(view.sql), view.by_tick,
                                    std::string(view.rows_of)});
    }
    if (games.empty()) add_schema_views(reels, extras);
    return extras;
}

}  // namespace tickreel
