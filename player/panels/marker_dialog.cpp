#include "player/panels/marker_dialog.h"

#include <array>
#include <filesystem>

#include "player/panels/widgets.h"
#include "player/state/marker_file.h"
#include "player/state/marker_list.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

constexpr std::array<std::uint32_t, 8> kColors = {0xffcc33, 0xff7043, 0xef5350, 0xec407a,
                                                  0xab7bea, 0x5aa9f7, 0x4dd0c4, 0x81c784};

}  // namespace

void MarkerDialog::begin(const PanelContext& context) {
    const auto& index = context.view.dialog.marker;
    if (index && *index < context.markers.all().size()) {
        marker_ = context.markers.all()[*index];
        return;
    }
    marker_ = {};
    marker_.moment = context.session.moment_at(context.playback.position());
}

void MarkerDialog::draw(const PanelContext& context) {
    if (!context.view.shows(Dialog::Marker) || !context.session.ready()) {
        open_ = false;
        return;
    }
    const bool fresh = !context.view.dialog.marker;
    begin_dialog(context.look, "marker", 460, 0);
    heading(context.look, fresh ? "NEW MARKER" : "MARKER", "Enter saves, Esc cancels");
    if (!open_) {
        open_ = true;
        begin(context);
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    const bool entered = text_box(context, "##text", "What is here?", marker_.text,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
    probe(context, "marker.text");
    draw_colors(context);
    end_dialog();
    if (entered) finish(context);
}

void MarkerDialog::draw_colors(const PanelContext& context) {
    const float side = context.look.px(22);
    for (std::size_t i = 0; i < kColors.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (i > 0) ImGui::SameLine();
        if (ImGui::InvisibleButton("color", {side, side})) marker_.color = kColors[i];
        probe(context, concat("marker.color", i).c_str());
        const ImVec2 low = ImGui::GetItemRectMin();
        const ImVec2 high = ImGui::GetItemRectMax();
        ImDrawList* list = ImGui::GetWindowDrawList();
        list->AddRectFilled(low, high, paint(kColors[i]), context.look.px(4));
        if (marker_.color == kColors[i]) {
            list->AddRect({low.x - 2, low.y - 2}, {high.x + 2, high.y + 2}, ink::kText,
                          context.look.px(5), 0, context.look.px(2));
        }
        ImGui::PopID();
    }
}

void MarkerDialog::finish(const PanelContext& context) {
    const auto index = context.view.dialog.marker;
    context.enqueue(ShowDialog{Dialog::None});
    if (marker_.text.empty()) marker_.text = "Marker";
    context.enqueue(index ? Command(EditMarker{*index, marker_}) : Command(AddMarker{marker_}));
}

void MarkerHomeDialog::draw(const PanelContext& context) {
    if (!context.view.shows(Dialog::MarkerHome) || !context.session.ready()) return;
    const Look& look = context.look;
    const auto file_name = [&](const std::string& path) {
        return context.shown(std::filesystem::path(path).filename().string());
    };
    const std::string name = file_name(context.session.source_path());
    const std::string beside = file_name(context.markers.file_beside());
    const bool into_file = context.markers.into_file();
    begin_dialog(look, "marker home", 520, 0);
    heading(look, "Save markers", "Esc discards the marker");
    if (into_file)
        paragraph(
            context, ink::kText,
            (context.markers.live()
                 ? name + " is still being recorded: markers can be written into it when the "
                          "recording ends, if the player is still open then"
                 : "Markers can be written into " + name) +
                ". That appends to the file: its bytes and its checksum as a file change, what "
                "was recorded does not.");
    ImGui::Dummy({0, look.px(2)});
    paragraph(context, ink::kText,
              (into_file ? "Or into " : "Markers can be written into ") + beside + " beside it: " +
                  name + " stays as it is, bit for bit. Only the player reads that file.");
    if (!into_file) {
        paragraph(context, ink::kText,
                  "Ctrl+S keeps what is shown as a recording, with the markers in it.");
    }
    ImGui::Dummy({0, look.px(6)});
    if (into_file) {
        const char* const write =
            context.markers.live() ? "Write when it ends" : "Write into the file";
        if (ImGui::Button(write)) context.enqueue(DecideMarkers{MarkerHome::File});
        probe(context, "markers.file");
        ImGui::SameLine();
    }
    if (ImGui::Button("Write a file beside it")) context.enqueue(DecideMarkers{MarkerHome::Beside});
    probe(context, "markers.beside");
    ImGui::SameLine();
    if (ImGui::Button("Keep for this session")) context.enqueue(DecideMarkers{MarkerHome::Session});
    probe(context, "markers.session");
    end_dialog();
}

}  // namespace tickreel
