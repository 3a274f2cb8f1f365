#include "player/panels/top_bar.h"

#include <filesystem>

#include <fmt/format.h>

#include "player/panels/panels.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/actions.h"
#include "player/state/recording_session.h"

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
    for (const ImVec2& hole : holes)
        list->AddCircleFilled({c.x + hole.x * r, c.y + hole.y * r}, r * 0.22F, ink::kPane, 12);
    ImGui::Dummy({r * 2, ImGui::GetFrameHeight()});
}

// A word of the menu line; true while its menu is open: then EndPopup() follows.
bool open_menu(const PanelContext& context, const char* title) {
    ImGui::PushStyleColor(ImGuiCol_Button, paint(0, 0.0));
    const bool clicked = ImGui::Button(title);
    ImGui::PopStyleColor();
    probe(context, (std::string("menu.") + title).c_str());
    const ImVec2 at = {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y};
    if (clicked) ImGui::OpenPopup(title);
    ImGui::SetNextWindowPos(at);
    const bool open = ImGui::BeginPopup(title);
    if (open) close_on_escape(context);
    return open;
}

void list_actions(const PanelContext& context, std::string_view group) {
    for (const Action& action : context.actions.all()) {
        if (action.group != group || !action.listed) continue;
        const std::string key = action.keys.empty() ? "" : key_text(action.keys.front());
        const bool able = !action.needs_recording || context.session.ready();
        if (ImGui::MenuItem(action.title.c_str(), key.c_str(), false, able))
            context.enqueue(RunAction{action.id});
        probe(context, ("menu." + action.id).c_str());
    }
}

// A menu of every action of these groups, a line between two.
void menu(const PanelContext& context, const char* title,
          std::initializer_list<const char*> groups) {
    if (!open_menu(context, title)) return;
    bool first = true;
    for (const char* group : groups) {
        if (!first) ImGui::Separator();
        first = false;
        list_actions(context, group);
    }
    ImGui::EndPopup();
}

// The presets, and every panel with a mark where it is shown.
void layout_menu(const PanelContext& context) {
    if (!open_menu(context, "Layout")) return;
    list_actions(context, "Layout");
    ImGui::Separator();
    for (const PanelEntry& entry : panel_list()) {
        const Pane home = context.view.home_of(entry.id, entry.pane);
        const bool shown =
            !context.view.hidden.contains(entry.id) && context.view.shows(side_of(home));
        if (ImGui::MenuItem(entry.title, "", shown)) {
            context.enqueue(shown ? Command(HidePanel{entry.id})
                                  : Command(ShowTab{entry.pane, entry.id}));
        }
        probe(context, (std::string("menu.panel.") + entry.id).c_str());
    }
    ImGui::EndPopup();
}

void recent_menu(const PanelContext& context) {
    if (!open_menu(context, "Recent")) return;
    const auto paths = context.session.recents().paths();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::MenuItem(context.shown(paths[i]).c_str())) context.enqueue(OpenPath{paths[i]});
        ImGui::PopID();
    }
    if (paths.empty()) text(ink::kDim, "Nothing was opened yet");
    ImGui::EndPopup();
}

void menus(const PanelContext& context) {
    const Look& look = context.look;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(look.px(3), look.px(5)));
    menu(context, "File", {"File"});
    ImGui::SameLine();
    recent_menu(context);
    ImGui::SameLine();
    menu(context, "Go", {"Playback", "Seek"});
    ImGui::SameLine();
    menu(context, "Mark", {"Marks"});
    ImGui::SameLine();
    menu(context, "View", {"Map", "Timeline", "Window"});
    ImGui::SameLine();
    layout_menu(context);
    ImGui::SameLine();
    menu(context, "Inspect", {"Inspect"});
    ImGui::PopStyleVar();
}

void button(const PanelContext& context, const char* label, const char* action) {
    if (ImGui::Button(label)) context.enqueue(RunAction{action});
    probe(context, action);
    action_tooltip(context, action);
}

// As much of it as there is room for.
std::string summary(const PanelContext& context, float room) {
    const ReelReader& reader = context.session.reader();
    std::string line = reader.info().game;
    const auto protocol = reader.info().properties.find("protocol");
    if (protocol != reader.info().properties.end())
        line += line.empty() ? protocol->second : " / " + protocol->second;
    const double seconds =
        static_cast<double>(reader.timeline().length()) / reader.timeline().ticks_per_second();
    std::string fits;
    for (const std::string& fact :
         {std::string(context.session.exporting() ? "exporting ...   " : ""), line,
          std::string(context.session.imported() ? "   imported" : ""),
          std::string(context.session.live() ? "   not closed, followed while it grows" : ""),
          "   " + Timeline::format_time(seconds), "   " + bytes_text(reader.file_bytes())}) {
        const std::string longer = fits + context.shown(fact);
        if (ImGui::CalcTextSize(longer.c_str()).x > room) break;
        fits = longer;
    }
    return fits;
}

}  // namespace

void TopBar::draw(const PanelContext& context) {
    const Look& look = context.look;
    logo(look);
    ImGui::SameLine(0, look.px(12));
    menus(context);
    const float padding = ImGui::GetStyle().FramePadding.x * 2;
    const float width = ImGui::CalcTextSize("FindKeys  ?").x + padding * 2 + look.px(6);
    const float buttons = ImGui::GetWindowContentRegionMax().x - width;
    if (context.session.ready()) {
        const float end = buttons - look.px(14);
        ImGui::SameLine(0, look.px(22));
        ImGui::AlignTextToFramePadding();
        text(ink::kText,
             fitted(context.shown(
                        std::filesystem::path(context.session.source_path()).filename().string()),
                    end - ImGui::GetCursorPosX()));
        ImGui::SameLine(0, look.px(14));
        ImGui::AlignTextToFramePadding();
        text(ink::kDim, summary(context, end - ImGui::GetCursorPosX()));
        probe(context, "top.facts");
    }
    ImGui::SameLine(buttons);
    button(context, "Find", "window.palette");
    ImGui::SameLine(0, look.px(6));
    button(context, "Keys  ?", "window.help");
}

}  // namespace tickreel
