#pragma once
// The list of panels for panes. A pane shows one of its panels, selected by tabs.

#include <memory>
#include <span>

#include "player/panels/panel.h"

namespace tickreel {

struct PanelEntry {
    Pane pane = Pane::LeftTop;
    const char* id = nullptr;     // what settings, actions and tests call it
    const char* title = nullptr;  // on the tab
    std::unique_ptr<Panel> (*make)() = nullptr;
};

std::span<const PanelEntry> panel_list();

}  // namespace tickreel
