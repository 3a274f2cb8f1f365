#include <algorithm>
#include <array>

#include "player/panels/overlays.h"
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

void key_cap(const Look& look, const std::string& key) {
    const ImVec2 size = ImGui::CalcTextSize(key.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 end = {at.x + size.x + look.px(10), at.y + size.y + look.px(2)};
    list->AddRectFilled(at, end, ink::kRaised, look.px(3));
    list->AddRect(at, end, paint(0x3a4354), look.px(3));
    list->AddText({at.x + look.px(5), at.y + look.px(1)}, ink::kAccent, key.c_str());
    ImGui::Dummy({end.x - at.x, end.y - at.y});
}

void action_row(const Look& look, const Action& action) {
    const float left = ImGui::GetCursorPosX();
    std::size_t shown = 0;
    ImGui::PushFont(look.small);
    for (const KeyChord& key : action.keys) {
        if (shown++ > 0) {
            ImGui::SameLine(0, look.px(4));
        }
        key_cap(look, action.id == "seek.percent5"    ? "0 - 9"
                      : action.id == "camera.follow1" ? "Alt+1 - 9"
                                                      : key_text(key));
    }
    ImGui::PopFont();
    ImGui::SameLine(left + look.px(142));
    const bool row = action.id == "seek.percent5" || action.id == "camera.follow1";
    const std::string title =
        action.id == "seek.percent5" ? "To 0 % ... 90 %" : "Follow player 1 ... 9";
    text(ink::kSoft, row ? title : action.title);
}

}  // namespace

void HelpOverlay::draw(const PanelContext& context) {
    if (!context.state.view().help) {
        return;
    }
    const Look& look = context.look;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::GetForegroundDrawList();
    const ImVec2 size = {std::min(look.px(1120), screen.x - look.px(40)),
                         std::min(look.px(640), screen.y - look.px(40))};
    ImGui::SetNextWindowPos({(screen.x - size.x) / 2, (screen.y - size.y) / 2});
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(28), look.px(22)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(10));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, paint(0x11151d, 0.97));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin("help", nullptr, flags);
    probe(context, "help");
    text(look.large, ink::kText, "Keys");
    ImGui::SameLine();
    text(ink::kDim, "  ? or Esc closes this");
    ImGui::Dummy({0, look.px(4)});
    static constexpr std::array<std::array<const char*, 3>, 3> kColumns = {
        {{"Playback", "Marks", nullptr}, {"Seek", nullptr, nullptr}, {"Map", "Inspect", "Window"}}};
    if (ImGui::BeginTable("keys", 3, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextRow();
        for (const auto& groups : kColumns) {
            ImGui::TableNextColumn();
            for (const char* group : groups) {
                if (group == nullptr) {
                    continue;
                }
                heading(look, group);
                for (const Action& action : context.actions.all()) {
                    if (action.group == group && action.listed) {
                        action_row(look, action);
                    }
                }
                ImGui::Dummy({0, look.px(8)});
            }
        }
        ImGui::EndTable();
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

}  // namespace tickreel
