#include "player/panels/marker_dialog.h"

#include <array>

#include "player/panels/widgets.h"

namespace tickreel {
namespace {

constexpr std::array<std::uint32_t, 8> kColors = {0xffcc33, 0xff7043, 0xef5350, 0xec407a,
                                                  0xab7bea, 0x5aa9f7, 0x4dd0c4, 0x81c784};

}  // namespace

void MarkerBox::begin(const PanelContext& context) {
    const PlayerState& state = context.state;
    const auto& index = state.view().dialog.marker;
    if (index && *index < state.markers().size()) {
        marker_ = state.markers()[*index];
        return;
    }
    marker_ = {};
    marker_.moment = state.moment();
}

void MarkerBox::draw(const PanelContext& context) {
    if (!context.state.view().shows(Dialog::Marker) || !context.state.ready()) {
        open_ = false;
        return;
    }
    const bool fresh = !context.state.view().dialog.marker;
    begin_box(context.look, "marker", 460, 0);
    heading(context.look, fresh ? "NEW MARKER" : "MARKER", "Enter keeps it, Esc leaves it");
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
    end_box();
    if (entered) {
        finish(context);
    }
}

void MarkerBox::draw_colors(const PanelContext& context) {
    const float side = context.look.px(22);
    for (std::size_t i = 0; i < kColors.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (i > 0) {
            ImGui::SameLine();
        }
        if (ImGui::InvisibleButton("color", {side, side})) {
            marker_.color = kColors[i];
        }
        probe(context, ("marker.color" + std::to_string(i)).c_str());
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

void MarkerBox::finish(const PanelContext& context) {
    const auto index = context.state.view().dialog.marker;
    context.ask(ShowDialog{Dialog::None});
    if (marker_.text.empty()) {
        marker_.text = "Marker";
    }
    context.ask(index ? Command(EditMarker{*index, marker_}) : Command(AddMarker{marker_}));
}

}  // namespace tickreel
