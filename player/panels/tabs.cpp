// The line of tabs on top of a pane, and the note at its right end.
#include <array>

#include "player/panels/widgets.h"

namespace tickreel {
namespace {

// Kept by ImGui per window: where the tabs end, so that a note does not run into them.
ImGuiID tabs_end() {
    return ImGui::GetID("tabs end");
}

void tab_menu(const PanelContext& context, Pane pane, const TabName& name) {
    static constexpr std::array<const char*, kPanes> kPaneNames = {"upper left", "lower left",
                                                                   "upper right", "lower right"};
    if (ImGui::IsItemClicked(1)) ImGui::OpenPopup("tab menu");
    ImGui::PushFont(context.look.text);
    if (ImGui::BeginPopup("tab menu")) {
        close_on_escape(context);
        if (ImGui::MenuItem("Hide")) context.enqueue(HidePanel{name.id});
        probe(context, "tab.hide");
        for (std::size_t i = 0; i < kPanes; ++i) {
            const auto place = static_cast<Pane>(i);
            const std::string title = std::string("Move to the ") + kPaneNames[i];
            if (place != pane && ImGui::MenuItem(title.c_str()))
                context.enqueue(MovePanel{name.id, place});
            if (place != pane) probe(context, (std::string("tab.move ") + kPaneNames[i]).c_str());
        }
        if (ImGui::MenuItem("Every panel as at first")) context.enqueue(RunAction{"layout.reset"});
        ImGui::EndPopup();
    }
    ImGui::PopFont();
}

void tab(const PanelContext& context, Pane pane, const TabName& name, bool shown) {
    const Look& look = context.look;
    ImGui::PushFont(look.strong);
    const ImVec2 size = ImGui::CalcTextSize(name.title);
    ImGui::PushID(name.id);
    if (ImGui::InvisibleButton("tab", {size.x, size.y + look.px(6)}))
        context.enqueue(ShowTab{pane, name.id});
    tab_menu(context, pane, name);
    ImGui::PopID();
    probe(context, (std::string("tab.") + name.id).c_str());
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImU32 color = shown ? ink::kText : ink::kDim;
    color = !shown && ImGui::IsItemHovered() ? ink::kSoft : color;
    list->AddText(low, color, name.title);
    if (shown) list->AddRectFilled({low.x, high.y - look.px(2)}, high, ink::kAccent);
    ImGui::PopFont();
}

}  // namespace

void tab_strip(const PanelContext& context, Pane pane, std::span<const TabName> tabs,
               std::string_view shown) {
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, context.look.px(14));
        tab(context, pane, tabs[i], shown == tabs[i].id);
    }
    ImGui::GetStateStorage()->SetFloat(tabs_end(), ImGui::GetItemRectMax().x);
    ImGui::Dummy({0, context.look.px(1)});
}

void pane_note(const Look& look, std::string_view note) {
    ImGui::PushFont(look.small);
    const ImVec2 size = ImGui::CalcTextSize(note.data(), note.data() + note.size());
    const float x = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x - size.x;
    const float y = ImGui::GetWindowPos().y + ImGui::GetStyle().WindowPadding.y + look.px(1);
    if (x > ImGui::GetStateStorage()->GetFloat(tabs_end()) + look.px(8)) {
        ImGui::GetWindowDrawList()->AddText({x, y}, ink::kDim, note.data(),
                                            note.data() + note.size());
    }
    ImGui::PopFont();
}

}  // namespace tickreel
