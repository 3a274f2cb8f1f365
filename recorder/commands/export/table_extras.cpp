#include "recorder/commands/export/table_extras.h"

#include <set>

#include "recorder/games/game.h"

namespace tickreel {

TableExtras table_extras(const std::vector<std::unique_ptr<ReelReader>>& reels) {
    TableExtras extras;
    std::set<const Game*> games;
    for (const auto& reel : reels) {
        const Game* game = find_game(reel->info().game);
        if (game == nullptr || !games.insert(game).second) continue;
        if (game->add_usual_types != nullptr) game->add_usual_types(extras.types);
        for (const AnalysisView& view : game->views)
            extras.views.push_back({std::string(view.name), std::string(view.sql), view.by_tick});
    }
    return extras;
}

}  // namespace tickreel
