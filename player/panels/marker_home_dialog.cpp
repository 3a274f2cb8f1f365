#include "player/panels/marker_home_dialog.h"

#include <filesystem>

#include "player/panels/widgets.h"

namespace tickreel {

void MarkerHomeDialog::draw(const PanelContext& context) {
    if (!context.state.view().shows(Dialog::MarkerHome) || !context.state.ready()) {
        return;
    }
    const Look& look = context.look;
    const std::string name = std::filesystem::path(context.state.path()).filename().string();
    begin_box(look, "marker home", 520, 0);
    heading(look, "Save markers", "Esc discards the marker");
    paragraph(context, ink::kText,
              "Markers can be written into " + name +
                  ". That appends to the file: its bytes and its checksum as a file change, what "
                  "was recorded does not.");
    ImGui::Dummy({0, look.px(6)});
    if (ImGui::Button("Write into the file")) {
        context.ask(DecideMarkers{MarkerHome::File});
    }
    probe(context, "markers.file");
    ImGui::SameLine();
    if (ImGui::Button("Keep for this session")) {
        context.ask(DecideMarkers{MarkerHome::Session});
    }
    probe(context, "markers.session");
    end_box();
}

}  // namespace tickreel
