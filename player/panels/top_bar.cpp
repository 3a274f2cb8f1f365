#include "player/panels/top_bar.h"

#include <filesystem>

#include <fmt/format.h>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

void logo(const Look& look) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float r = look.px(9);
    const ImVec2 c = {at.x + r, at.y + ImGui::GetFrameHeight() / 2};
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddCircleFilled(c, r, ink::kAccent, 32);
    const ImVec2 holes[] = {
        {0, -0.52F}, {0.49F, -0.16F}, {0.31F, 0.42F}, {-0.31F, 0.42F}, {-0.49F, -0.16F}};
    for (const ImVec2& hole : holes) {
        list->AddCircleFilled({c.x + hole.x * r, c.y + hole.y * r}, r * 0.22F, ink::kPane, 12);
    }
    ImGui::Dummy({r * 2, ImGui::GetFrameHeight()});
}

void button(const PanelContext& context, const char* label, const char* action) {
    if (ImGui::Button(label)) {
        context.ask(RunAction{action});
    }
    probe(context, action);
    action_tooltip(context, action);
}

std::string summary(const PlayerState& state) {
    const ReelReader& reader = state.reader();
    std::string line = reader.info().game;
    const auto protocol = reader.info().properties.find("protocol");
    if (protocol != reader.info().properties.end()) {
        line += line.empty() ? protocol->second : " / " + protocol->second;
    }
    const double seconds =
        static_cast<double>(reader.timeline().length()) / reader.timeline().ticks_per_second();
    line += state.live() ? "   not closed, followed while it grows" : "";
    line += "   " + Timeline::format_time(seconds) + "   " + bytes_text(reader.file_bytes());
    return line;
}

}  // namespace

void TopBar::draw(const PanelContext& context) {
    const Look& look = context.look;
    const PlayerState& state = context.state;
    logo(look);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    text(look.strong, ink::kText, "Tickreel");
    if (state.ready()) {
        ImGui::SameLine(0, look.px(22));
        ImGui::AlignTextToFramePadding();
        text(ink::kText, clean_text(std::filesystem::path(state.path()).filename().string()));
        ImGui::SameLine(0, look.px(14));
        ImGui::AlignTextToFramePadding();
        text(ink::kDim, clean_text(summary(state)));
        if (!state.open_error().empty()) {
            ImGui::SameLine(0, look.px(14));
            text(ink::kBad, clean_text(state.open_error()));
        }
    }
    const float padding = ImGui::GetStyle().FramePadding.x * 2;
    const float gaps = look.px(12);
    const float width = ImGui::CalcTextSize("OpenGo toKeys  ?").x + padding * 3 + gaps;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    button(context, "Open", "file.open");
    ImGui::SameLine(0, look.px(6));
    ImGui::BeginDisabled(!state.ready());
    button(context, "Go to", "seek.go_to");
    ImGui::EndDisabled();
    ImGui::SameLine(0, look.px(6));
    button(context, "Keys  ?", "window.help");
}

}  // namespace tickreel
