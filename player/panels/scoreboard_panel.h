#pragma once
// The scoreboard at the playhead, above the map, in as many columns as it takes to show everybody.
// A click follows a player.

#include <vector>

#include "player/panels/panel.h"
#include "tickreel/analysis/scoreboard.h"

namespace tickreel {

class ScoreboardPanel final : public Panel {
public:
    // Where it wants to be within this room; draw() fills the window that is there.
    Box box(const PanelContext& context, const Box& room);
    void draw(const PanelContext& context) override;

private:
    void draw_row(const PanelContext& context, const ScoreRow& row) const;
    void draw_table(const PanelContext& context, std::size_t from, std::size_t to) const;

    std::vector<ScoreRow> rows_;
    std::size_t columns_ = 1;
    std::size_t lines_ = 1;  // of a column
    bool small_ = false;
    bool times_ = false;  // scores are times
    bool teams_ = false;
    bool clans_ = false;
    bool pings_ = false;
};

}  // namespace tickreel
