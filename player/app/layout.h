#pragma once
// Where the panels are: fixed panes with dragged borders. Adding a panel = one member here and one
// line in layout.cpp.

#include "player/panels/events_panel.h"
#include "player/panels/inspector_panel.h"
#include "player/panels/integrity_panel.h"
#include "player/panels/items_panel.h"
#include "player/panels/map_panel.h"
#include "player/panels/overlays.h"
#include "player/panels/timeline_panel.h"
#include "player/panels/top_bar.h"
#include "player/panels/transport_panel.h"

namespace tickreel {

class Layout {
public:
    // Draws everything into the current ImGui frame of that size.
    void draw(const PanelContext& context, float width, float height);
    const MapPanel& map() const { return map_; }

private:
    void draw_panes(const PanelContext& context, const Box& middle);
    void draw_borders(const PanelContext& context, const Box& middle);

    TopBar top_bar_;
    EventsPanel events_;
    IntegrityPanel integrity_;
    ItemsPanel items_;
    InspectorPanel inspector_;
    MapPanel map_;
    TransportPanel transport_;
    TimelinePanel timeline_;
    WelcomePanel welcome_;
    HelpOverlay help_;
    GoToBox go_to_;
    OpenBox open_;

    // In unscaled pixels.
    float left_ = 286;
    float right_ = 330;
    float left_split_ = 384;   // height of the integrity pane
    float right_split_ = 270;  // height of the item list
};

}  // namespace tickreel
