#pragma once
// The scoreboard at the playhead, above the map. A click follows a player.

#include "player/panels/panel.h"

namespace tickreel {

class ScoreboardPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
