#pragma once
// Arranges the panels: panes with tabs and movable borders, the plot and the timeline below,
// dialogs above everything. Adding a panel: one line in panels/panels.cpp.

#include <array>
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
#include "player/panels/widgets.h"

namespace tickreel {

class Layout {
public:
    Layout();
    // Draws everything into the current ImGui frame of the given size.
    void draw(const PanelContext& context, float width, float height);
    const MapPanel& map() const { return map_; }
    // Whether it changes by itself: the bar of theatre mode waits to disappear.
    bool moves() const { return fading_; }

private:
    static float draw_trouble(const PanelContext& context, float width);
    static float draw_import(const PanelContext& context, float width);
    void draw_theatre(const PanelContext& context, float width, float height);
    // The panels of each pane in this frame, and the room that the panes have.
    struct Room {
        std::array<std::vector<TabName>, kPanes> tabs{};  // of panes that are shown
        PaneSizes sizes{};
        bool shows(Pane pane) const { return !tabs[static_cast<std::size_t>(pane)].empty(); }
        bool shows(Side side) const {
            return side == Side::Left ? shows(Pane::LeftTop) || shows(Pane::LeftBottom)
                                      : shows(Pane::RightTop) || shows(Pane::RightBottom);
        }
        void drop(Side side);
        void drop_all_but(Pane kept);
    };
    static Room divide(const PanelContext& context, const Box& middle);
    void draw_pane(const PanelContext& context, const Room& room, Pane which, const Box& box);
    void draw_column(const PanelContext& context, const Room& room, Side side, const Box& box);
    void draw_panes(const PanelContext& context, const Box& middle);
    void draw_borders(const PanelContext& context, const Room& room, const Box& middle);
    void draw_scoreboard(const PanelContext& context, const Box& middle);
    void resize(const PanelContext& context, const PaneSizes& shown, const PaneSizes& now);
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
    bool fading_ = false;          // the bar of theatre mode is about to disappear
    bool sizing_ = false;          // a border is being dragged
    double pointer_moved_ = -1e9;  // in ImGui seconds; for the bar of theatre mode
};

}  // namespace tickreel
