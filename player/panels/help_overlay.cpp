#include "player/panels/help_overlay.h"

#include <algorithm>
#include <array>

#include "player/panels/widgets.h"
#include "player/state/actions.h"

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
    const float titles = left + look.px(136);
    const bool digits = action.id == "seek.percent5";
    const bool players = action.id == "camera.follow1";
    ImGui::PushFont(look.small);
    for (std::size_t i = 0; i < action.keys.size(); ++i) {
        std::string key = key_text(action.keys[i]);
        key = digits ? "0 ... 9" : key;
        key = players ? "Alt+1 ... 9" : key;
        const float wide = ImGui::CalcTextSize(key.c_str()).x + look.px(14);
        if (i > 0) {
            ImGui::SameLine(0, look.px(4));
            if (ImGui::GetCursorPosX() + wide > titles) {
                ImGui::NewLine();
                break;
            }
        }
        key_cap(look, key);
    }
    ImGui::PopFont();
    ImGui::SameLine();
    ImGui::SetCursorPosX(titles);
    std::string title = action.title;
    title = digits ? "To 0 % ... 90 %" : title;
    title = players ? "Follow player 1 ... 9" : title;
    paragraph(ink::kSoft, title);
}

}  // namespace

void HelpOverlay::draw(const PanelContext& context) {
    if (!context.view.shows(Dialog::Help)) return;
    const Look& look = context.look;
    begin_dialog(look, "help", 1140, 690);
    probe(context, "help");
    text(look.large, ink::kText, "Keys");
    ImGui::SameLine();
    text(ink::kDim, "  ? or Esc closes this");
    ImGui::Dummy({0, look.px(4)});
    static constexpr std::array<std::array<const char*, 3>, 3> kColumns = {
        {{"Playback", "Marks", "Window"},
         {"Seek", "File", "Layout"},
         {"Map", "Timeline", "Inspect"}}};
    if (ImGui::BeginTable("keys", 3, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextRow();
        for (const auto& groups : kColumns) {
            ImGui::TableNextColumn();
            for (const char* group : groups) {
                if (group == nullptr) continue;
                heading(look, group);
                for (const Action& action : context.actions.all())
                    if (action.group == group && action.listed) action_row(look, action);
                ImGui::Dummy({0, look.px(8)});
            }
        }
        ImGui::EndTable();
    }
    end_dialog();
}

}  // namespace tickreel
