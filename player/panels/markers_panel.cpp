#include "player/panels/markers_panel.h"

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/marker_list.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "tickreel/base/concat.h"

namespace tickreel {

void MarkersPanel::draw(const PanelContext& context) {
    if (!context.session.ready()) return;
    pane_note(context.look, grouped(context.markers.all().size()));
    if (!ImGui::BeginChild("markers", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (context.markers.all().empty()) {
        paragraph(ink::kDim,
                  "M sets a marker at the playhead, Shift+M one with a text and a colour.");
    }
    for (std::size_t i = 0; i < context.markers.all().size(); ++i) {
        const Marker& marker = context.markers.all()[i];
        ImGui::PushID(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const std::int64_t position = context.session.reader().timeline().position(marker.moment);
        const bool here = context.markers.selected_or_at(context.session.reader().timeline(),
                                                         context.playback.position()) == i;
        if (ImGui::Selectable("##marker", here, ImGuiSelectableFlags_AllowDoubleClick)) {
            context.enqueue(Jump{position});
            context.enqueue(SelectMarker{i});
            if (ImGui::IsMouseDoubleClicked(0)) context.enqueue(RunAction{"marker.edit"});
        }
        probe(context, concat("markers.", i).c_str());
        tooltip("Click goes there, double click changes it, Del deletes it");
        const ImVec2 middle = {at.x + context.look.px(8), at.y + ImGui::GetTextLineHeight() / 2};
        draw_icon(ImGui::GetWindowDrawList(), Icon::Flag, middle, context.look.px(11),
                  paint(marker.color));
        const std::string line =
            Timeline::format_time(context.session.reader().timeline().seconds(marker.moment)) +
            "  " + context.shown(marker.text);
        ImGui::GetWindowDrawList()->AddText({at.x + context.look.px(20), at.y}, ink::kText,
                                            line.c_str());
        ImGui::PopID();
    }
    ImGui::EndChild();
}

}  // namespace tickreel
