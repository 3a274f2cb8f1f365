#include "player/panels/panels.h"

#include <array>

#include "player/panels/blame_panel.h"
#include "player/panels/chat_panel.h"
#include "player/panels/diff_panel.h"
#include "player/panels/events_panel.h"
#include "player/panels/inspector_panel.h"
#include "player/panels/integrity_panel.h"
#include "player/panels/items_panel.h"
#include "player/panels/markers_panel.h"
#include "player/panels/query_panel.h"

namespace tickreel {
namespace {

template <class T>
std::unique_ptr<Panel> make() {
    return std::make_unique<T>();
}

}  // namespace

std::span<const PanelEntry> panel_list() {
    static constexpr std::array kPanels = {
        PanelEntry{Pane::LeftTop, "events", "Events", make<EventsPanel>},
        PanelEntry{Pane::LeftTop, "chat", "Chat", make<ChatPanel>},
        PanelEntry{Pane::LeftTop, "markers", "Markers", make<MarkersPanel>},
        PanelEntry{Pane::LeftBottom, "integrity", "Integrity", make<IntegrityPanel>},
        PanelEntry{Pane::LeftBottom, "query", "Query", make<QueryPanel>},
        PanelEntry{Pane::RightTop, "items", "Items", make<ItemsPanel>},
        PanelEntry{Pane::RightTop, "blame", "Blame", make<BlamePanel>},
        PanelEntry{Pane::RightTop, "diff", "Diff", make<DiffPanel>},
        PanelEntry{Pane::RightBottom, "inspector", "Inspector", make<InspectorPanel>},
    };
    return kPanels;
}

}  // namespace tickreel
