#include "player/panels/transport_panel.h"

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/actions.h"
#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "tickreel/analysis/item_checksums.h"

namespace tickreel {
namespace {

void speed_box(const PanelContext& context) {
    const Playback& playback = context.playback;
    ImGui::SetNextItemWidth(context.look.px(78));
    const std::string now = speed_text(playback.speed());
    if (ImGui::BeginCombo("##speed", now.c_str(), ImGuiComboFlags_HeightLarge)) {
        close_on_escape(context);
        for (const double speed : Playback::speeds())
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == playback.speed()))
                context.enqueue(SetSpeed{speed});
        ImGui::EndCombo();
    }
    tooltip("Speed: ] faster, [ slower, Backspace normal");
}

// Puts the next text so that its line is centred on the row of buttons.
void place_text(const Look& look, float row_top, ImFont* font) {
    ImGui::SetCursorPosY(row_top + (look.px(36) - size_of(font)) / 2);
}

}  // namespace

void TransportPanel::draw(const PanelContext& context) {
    ImGui::BeginDisabled(!context.session.ready());
    const float top = ImGui::GetCursorPosY();
    draw_buttons(context, top);
    ImGui::SameLine(0, context.look.px(18));
    draw_clock(context, top);
    draw_right(context, top);
    ImGui::EndDisabled();
}

void TransportPanel::draw_buttons(const PanelContext& context, float top) {
    const Playback& playback = context.playback;
    const Look& look = context.look;
    const auto small = [&](Icon icon, const char* action, bool active = false) {
        ImGui::SetCursorPosY(top + look.px(4));
        icon_button(context, icon, action, active);
        ImGui::SameLine(0, look.px(3));
    };
    small(Icon::ToStart, "seek.start");
    small(Icon::StepBack, "playback.previous");
    ImGui::SetCursorPosY(top);
    icon_button(context, playback.playing() ? Icon::Pause : Icon::Play, "playback.toggle", false,
                true);
    ImGui::SameLine(0, look.px(3));
    small(Icon::StepForward, "playback.next");
    small(Icon::ToEnd, "seek.end");
    small(Icon::Reverse, "playback.reverse", playback.reversed());
    small(Icon::Loop, "loop.repeat", playback.loop().repeat);
    small(Icon::Flag, "marker.add");
    small(Icon::Problem, "seek.next_problem");
    ImGui::SetCursorPosY(top + (look.px(36) - ImGui::GetFrameHeight()) / 2);
    speed_box(context);
}

void TransportPanel::draw_clock(const PanelContext& context, float top) {
    if (!context.session.ready()) {
        ImGui::NewLine();
        return;
    }
    const Look& look = context.look;
    place_text(look, top, look.large);
    text(look.large, ink::kText, time_text(context, context.playback.seconds()));
    tooltip("T: time, tick or wall clock; right click for more");
    probe(context, "clock");
    if (ImGui::BeginPopupContextItem("clock menu")) {
        close_on_escape(context);
        for (const char* id : {"file.copy_link", "seek.go_to", "view.time"}) {
            const Action* action = context.actions.find(id);
            if (ImGui::MenuItem(action->title.c_str(), context.actions.key_of(id).c_str()))
                context.enqueue(RunAction{id});
            probe(context, (std::string("clock.") + id).c_str());
        }
        ImGui::EndPopup();
    }
    ImGui::SameLine(0, look.px(10));
    const double all =
        static_cast<double>(context.playback.length()) / context.playback.ticks_per_second();
    place_text(look, top + look.px(2), look.text);
    text(ink::kDim, "/ " + Timeline::format_time(all));
    ImGui::SameLine(0, look.px(22));
    place_text(look, top + look.px(2), look.text);
    text(ink::kDim, "tick");
    ImGui::SameLine(0, look.px(6));
    place_text(look, top + look.px(2), look.text);
    text(ink::kSoft,
         tick_text(context.session, context.session.moment_at(context.playback.position())));
}

void TransportPanel::draw_right(const PanelContext& context, float top) {
    if (!context.session.ready()) return;
    const Frame* frame = context.frames.current();
    const Hole* hole = context.session.scan().hole_at(context.playback.position());
    Integrity integrity = Integrity::Unreadable;
    std::string label = "unreadable";
    if (hole != nullptr) {
        integrity = hole->kind;
        label = integrity_name(hole->kind);
    } else if (frame != nullptr) {
        integrity = integrity_of(frame->wire);
        label =
            has_item_checksums(context.session.reader().schema()) && integrity != Integrity::Absent
                ? fmt::format("{} of {} items match", frame->wire.computed, frame->wire.expected)
                : fmt::format("wire checksum {}", integrity_name(integrity));
    }
    ImGui::PushFont(context.look.small);
    const float width = ImGui::CalcTextSize(label.c_str()).x + context.look.px(16);
    ImGui::PopFont();
    const float begin = ImGui::GetWindowContentRegionMax().x - width;
    if (ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x > begin)
        return;  // strip and map say it
    ImGui::SetCursorPos({begin, top + context.look.px(8)});
    pill(context.look, label, integrity_color(integrity));
}

}  // namespace tickreel
