#include "player/panels/transport_panel.h"

#include <fmt/format.h>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

void speed_box(const PanelContext& context) {
    const Playback& playback = context.state.playback();
    ImGui::SetNextItemWidth(context.look.px(78));
    const std::string now = speed_text(playback.speed());
    if (ImGui::BeginCombo("##speed", now.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const double speed : Playback::speeds()) {
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == playback.speed())) {
                context.ask(SetSpeed{speed});
            }
        }
        ImGui::EndCombo();
    }
    tooltip("Speed: ] faster, [ slower, Backspace normal");
}

void centre_line(const Look& look, float height) {
    const float room = look.px(36) - height;
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + room / 2);
}

}  // namespace

void TransportPanel::draw(const PanelContext& context) {
    ImGui::BeginDisabled(!context.state.ready());
    draw_buttons(context);
    ImGui::SameLine(0, context.look.px(18));
    draw_clock(context);
    draw_right(context);
    ImGui::EndDisabled();
}

void TransportPanel::draw_buttons(const PanelContext& context) {
    const Playback& playback = context.state.playback();
    const Look& look = context.look;
    const float top = ImGui::GetCursorPosY();
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
    ImGui::SetCursorPosY(top);
}

void TransportPanel::draw_clock(const PanelContext& context) {
    const PlayerState& state = context.state;
    if (!state.ready()) {
        ImGui::NewLine();
        return;
    }
    ImGui::PushFont(context.look.large);
    centre_line(context.look, ImGui::GetTextLineHeight());
    text(ink::kText, time_text(state, state.seconds()));
    ImGui::PopFont();
    tooltip("T: time, tick or wall clock");
    ImGui::SameLine();
    const double all =
        static_cast<double>(state.playback().length()) / state.playback().ticks_per_second();
    text(ink::kDim, "/ " + Timeline::format_time(all));
    ImGui::SameLine(0, context.look.px(18));
    text(ink::kDim, "tick");
    ImGui::SameLine();
    text(context.look.mono, ink::kSoft, tick_text(state, state.moment()));
}

void TransportPanel::draw_right(const PanelContext& context) {
    const PlayerState& state = context.state;
    const Frame* frame = state.frames().current();
    if (frame == nullptr) {
        return;
    }
    Trust trust = Trust::Absent;
    trust = frame->wire.checksum == WireChecksum::Ok ? Trust::Ok : trust;
    trust = frame->wire.checksum == WireChecksum::Mismatch ? Trust::Mismatch : trust;
    const std::string label =
        fmt::format("wire checksum {}", wire_checksum_name(frame->wire.checksum));
    ImGui::PushFont(context.look.small);
    const float width = ImGui::CalcTextSize(label.c_str()).x + context.look.px(16);
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    pill(context.look, label, trust_color(trust));
}

}  // namespace tickreel
