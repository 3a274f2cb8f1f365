#include "player/panels/keys_dialog.h"

#include "player/panels/imgui_versions.h"
#include "player/panels/widgets.h"
#include "player/state/actions.h"

namespace tickreel {

void KeysDialog::draw(const PanelContext& context) {
    const ViewSettings& view = context.view;
    if (!view.shows(Dialog::Keys)) {
        open_ = false;
        return;
    }
    const Look& look = context.look;
    begin_dialog(look, "keys box", 700, 560);
    heading(look, "KEYS", "Esc closes");
    if (!open_) {
        open_ = true;
        filter_.clear();
    }
    ImGui::SetNextItemWidth(-look.px(110));
    text_box(context, "##filter", "Filter", filter_);
    ImGui::SameLine();
    if (ImGui::Button("Reset all keys")) context.enqueue(ResetKeys{});
    probe(context, "keys.reset");
    paragraph(ink::kDim, view.dialog.capturing_key_for.empty()
                             ? "Click an action, then press its new key. The choice is saved."
                             : "Press the new key, or Esc to cancel.");
    ImGui::BeginChild("rows", {0, 0}, false);
    for (const Action& action : context.actions.all())
        if (filter_.empty() || matches_filter(action.group + " " + action.title, filter_))
            draw_row(context, action);
    ImGui::EndChild();
    end_dialog();
}

void KeysDialog::draw_row(const PanelContext& context, const Action& action) {
    const Look& look = context.look;
    const bool waiting = context.view.dialog.capturing_key_for == action.id;
    ImGui::PushID(action.id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##row", waiting)) context.enqueue(CaptureKey{action.id});
    probe(context, ("keys." + action.id).c_str());
    std::string keys;
    for (const KeyChord& key : action.keys) keys += (keys.empty() ? "" : "   ") + key_text(key);
    keys = waiting ? "press a key ..." : keys;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText(look.small, size_of(look.small), {at.x, at.y + look.px(1)}, ink::kDim,
                  action.group.c_str());
    list->AddText({at.x + look.px(76), at.y}, ink::kText, action.title.c_str());
    list->AddText({at.x + look.px(430), at.y}, waiting ? ink::kAccent : ink::kSoft, keys.c_str());
    ImGui::PopID();
}

}  // namespace tickreel
