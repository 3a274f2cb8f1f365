#include "player/panels/welcome_panel.h"

#include <filesystem>

#include <fmt/format.h>

#include "player/panels/widgets.h"
#include "player/state/recording_session.h"

namespace tickreel {
namespace {

void centred(ImFont* font, ImU32 color, const char* line, float width) {
    ImGui::PushFont(font);
    ImGui::SetCursorPosX((width - ImGui::CalcTextSize(line).x) / 2);
    text(color, line);
    ImGui::PopFont();
}

std::string opening_line(const PanelContext& context) {
    if (context.session.importing())
        return fmt::format("Importing ... {:.0f} %", context.session.import_progress() * 100);
    return context.session.loading() ? "Opening ..." : "Drop a recording here";
}

void recent_files(const PanelContext& context, float left, float width) {
    const auto paths = context.session.recents().paths();
    if (paths.empty()) return;
    ImGui::Dummy({0, context.look.px(14)});
    ImGui::SetCursorPosX(left);
    text(context.look.strong, ink::kSoft, "RECENT");
    for (std::size_t i = 0; i < paths.size() && i < 8; ++i) {
        ImGui::PushID(static_cast<int>(i));
        ImGui::SetCursorPosX(left);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::Selectable("##recent", false, 0, {width, 0}))
            context.enqueue(OpenPath{paths[i]});
        const std::filesystem::path path(paths[i]);
        const std::string name = context.shown(path.filename().string());
        ImDrawList* list = ImGui::GetWindowDrawList();
        list->AddText(at, ink::kLink, name.c_str());
        const float wide = ImGui::CalcTextSize(name.c_str()).x;
        list->PushClipRect(at, {at.x + width, at.y + ImGui::GetTextLineHeightWithSpacing()}, true);
        list->AddText({at.x + wide + context.look.px(10), at.y}, ink::kDim,
                      context.shown(path.parent_path().string()).c_str());
        list->PopClipRect();
        ImGui::PopID();
    }
}

}  // namespace

void WelcomePanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    const ImVec2 size = ImGui::GetWindowSize();
    const float width = std::min(look.px(520), size.x - look.px(40));
    const float left = (size.x - width) / 2;
    ImGui::SetCursorPosY(size.y * 0.24F);
    centred(look.large, ink::kText, opening_line(context).c_str(), size.x);
    ImGui::Dummy({0, look.px(4)});
    centred(look.text, ink::kSoft, "or open one with Ctrl+O, or start with  tickreel-player FILE",
            size.x);
    ImGui::Dummy({0, look.px(10)});
    ImGui::SetCursorPosX((size.x - look.px(150)) / 2);
    ImGui::PushStyleColor(ImGuiCol_Button, ink::kAccent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, paint(0xffc77a));
    ImGui::PushStyleColor(ImGuiCol_Text, paint(0x14171d));
    if (ImGui::Button("Open a recording", {look.px(150), look.px(32)}))
        context.enqueue(RunAction{"file.open"});
    ImGui::PopStyleColor(3);
    probe(context, "welcome.open");
    ImGui::Dummy({0, look.px(18)});
    if (!context.session.open_error().empty()) {
        ImGui::SetCursorPosX(left);
        ImGui::PushTextWrapPos(left + width);
        text(ink::kBad, context.shown(context.session.open_error()));
        ImGui::PopTextWrapPos();
        ImGui::SetCursorPosX(left);
        text(ink::kDim, "Is it a recording? Run `tickreel verify FILE` for details.");
    } else {
        ImGui::SetCursorPosX(left);
        ImGui::PushTextWrapPos(left + width);
        text(ink::kDim,
             "Opens .reel, .demo, .pcap, .pcapng, .faucap, .nsr and .teehistorian files. To record "
             "a match:  "
             "tickreel record");
        ImGui::PopTextWrapPos();
    }
    recent_files(context, left, width);
}

}  // namespace tickreel
