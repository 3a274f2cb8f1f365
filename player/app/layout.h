#pragma once
// Arranges the panels: panes with tabs and movable borders, the plot and the timeline below,
// dialogs above everything. Adding a panel: one line in panels/panels.cpp.

#include <map>
#include <memory>
#include <string>

#include "player/panels/dialogs.h"
#include "player/panels/map_panel.h"
#include "player/panels/panels.h"
#include "player/panels/plots_panel.h"
#include "player/panels/scoreboard_panel.h"
#include "player/panels/timeline_panel.h"
#include "player/panels/top_bar.h"
#include "player/panels/transport_panel.h"
#include "player/panels/welcome_panel.h"

namespace tickreel {

class Layout {
public:
    Layout();
    // Draws everything into the current ImGui frame of the given size.
    void draw(const PanelContext& context, float width, float height);
    const MapPanel& map() const { return map_; }

private:
    static float draw_trouble(const PanelContext& context, float width);
    static float draw_import(const PanelContext& context, float width);
    void draw_theatre(const PanelContext& context, float width, float height);
    void draw_pane(const PanelContext& context, Pane which, const Box& box);
    void draw_panes(const PanelContext& context, const Box& middle);
    void draw_borders(const PanelContext& context, const Box& middle);
    void draw_plots(const PanelContext& context, float height);

    std::map<std::string, std::unique_ptr<Panel>> panels_;  // by id
    std::vector<std::unique_ptr<Panel>> dialogs_;
    TopBar top_bar_;
    MapPanel map_;
    ScoreboardPanel scoreboard_;
    PlotsPanel plots_;
    TransportPanel transport_;
    TimelinePanel timeline_;
    WelcomePanel welcome_;
    double pointer_moved_ = -1e9;  // in ImGui seconds; for the bar of theatre mode
};

}  // namespace tickreel
