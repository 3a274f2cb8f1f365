#pragma once
// What `tickreel render` is told so that a film shows what the map shows: camera and overlays.

#include "player/panels/panel.h"

namespace tickreel {

struct FilmView {
    std::vector<std::string> words{};    // options of `render`
    std::vector<std::string> differs{};  // what they cannot say
};
FilmView film_view(const PanelContext& context);

}  // namespace tickreel
