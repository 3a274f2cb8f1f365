#include "player/panels/palette_dialog.h"

#include <algorithm>

#include "player/panels/imgui_versions.h"
#include "player/panels/widgets.h"
#include "player/state/palette.h"
#include "player/state/recording_session.h"

namespace tickreel {

void PaletteDialog::run(const PanelContext& context, const Action& action) {
    context.enqueue(ShowDialog{Dialog::None});
    context.enqueue(RunAction{action.id});
}

void PaletteDialog::draw(const PanelContext& context) {
    if (!context.view.shows(Dialog::Palette)) {
        open_ = false;
        return;
    }
    const Look& look = context.look;
    begin_dialog(look, "palette", 560, 420);
    if (!open_) {
        open_ = true;
        letters_.clear();
        chosen_ = 0;
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    const std::string before = letters_;
    const bool entered = text_box(context, "##letters", "What do you want to do?", letters_,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
    probe(context, "palette.letters");
    chosen_ = before == letters_ ? chosen_ : 0;
    const auto found = find_actions(context.actions, letters_, context.session.ready());
    if (is_pressed(ImGuiKey_DownArrow) && chosen_ + 1 < found.size()) ++chosen_;
    if (is_pressed(ImGuiKey_UpArrow) && chosen_ > 0) --chosen_;
    draw_list(context, found);
    end_dialog();
    if (entered && chosen_ < found.size()) run(context, *found[chosen_]);
}

void PaletteDialog::draw_list(const PanelContext& context,
                              const std::vector<const Action*>& found) {
    const Look& look = context.look;
    ImGui::BeginChild("actions", {0, 0}, false);
    if (found.empty()) paragraph(ink::kDim, "No action has these letters in this order.");
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Action& action = *found[i];
        ImGui::PushID(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::Selectable("##action", i == chosen_)) run(context, action);
        if (i == chosen_) ImGui::SetScrollHereY(0.5F);
        ImDrawList* list = ImGui::GetWindowDrawList();
        list->AddText(look.small, size_of(look.small), {at.x, at.y + look.px(1)}, ink::kDim,
                      action.group.c_str());
        list->AddText({at.x + look.px(76), at.y}, i == chosen_ ? ink::kAccent : ink::kText,
                      action.title.c_str());
        std::string keys;
        for (const KeyChord& key : action.keys) keys += (keys.empty() ? "" : "   ") + key_text(key);
        const float wide = look.small->CalcTextSizeA(size_of(look.small), 1e6F, 0, keys.c_str()).x;
        const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
        list->AddText(look.small, size_of(look.small), {right - wide, at.y + look.px(1)},
                      ink::kSoft, keys.c_str());
        ImGui::PopID();
    }
    ImGui::EndChild();
}

}  // namespace tickreel
