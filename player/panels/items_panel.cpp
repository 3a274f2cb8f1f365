#include "player/panels/items_panel.h"

#include "player/panels/imgui_versions.h"
#include "player/panels/widgets.h"
#include "player/state/frame_window.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"
#include "tickreel/base/concat.h"

namespace tickreel {

void ItemsPanel::update(const PanelContext& context) {
    const Frame* frame = context.frames.current();
    if (frame == nullptr) {
        groups_.clear();
        lines_.clear();
        listed_ = {};
        return;
    }
    const bool same = listed_.same_storage(frame->snapshot) && listed_filter_ == filter_ &&
                      roster_ == *&context.roster && generation_ == context.session.generation();
    if (same && !groups_.empty()) return;
    const Frame* before = context.frames.before();
    groups_ = list_items(context.session.reader().schema(), frame->snapshot,
                         before != nullptr ? &before->snapshot : nullptr, filter_, &context.roster);
    listed_ = frame->snapshot;
    listed_filter_ = filter_;
    roster_ = *&context.roster;
    generation_ = context.session.generation();
    flatten();
}

void ItemsPanel::flatten() {
    lines_.clear();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        lines_.push_back({g, -1});
        const bool closed = closed_[groups_[g].name] && filter_.empty();
        for (std::size_t i = 0; !closed && i < groups_[g].items.size(); ++i)
            lines_.push_back({g, static_cast<std::ptrdiff_t>(i)});
    }
}

void ItemsPanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    update(context);
    const Frame* frame = context.frames.current();
    pane_note(look, frame != nullptr ? std::to_string(frame->snapshot.size()) : "");
    ImGui::SetNextItemWidth(-1);
    text_box(context, "##filter", "Filter: type, number or name", filter_);
    if (context.once.focus == TextBox::ItemFilter) ImGui::SetKeyboardFocusHere(-1);
    probe(context, "items.filter");
    if (!ImGui::BeginChild("items", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (groups_.empty() && frame != nullptr) {
        paragraph(ink::kDim,
                  filter_.empty() ? "This snapshot is empty." : "Nothing matches the filter.");
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines_.size()), ImGui::GetTextLineHeight() + look.px(6));
    bool toggled = false;
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd && !toggled; ++row) {
            const Line line = lines_[static_cast<std::size_t>(row)];
            const ItemGroup& group = groups_[line.group];
            if (line.item >= 0) {
                draw_item(context, group, group.items[static_cast<std::size_t>(line.item)]);
            } else {
                const bool was = closed_[group.name];
                draw_group(context, group);
                toggled = was != closed_[group.name];
            }
        }
    }
    clipper.End();
    if (toggled) flatten();
    ImGui::EndChild();
}

void ItemsPanel::draw_group(const PanelContext& context, const ItemGroup& group) {
    const Look& look = context.look;
    ImGui::PushID(group.name.c_str());
    const float height = ImGui::GetTextLineHeight() + look.px(6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    bool& closed = closed_[group.name];
    if (ImGui::InvisibleButton("group", {std::max(width, 1.0F), height})) closed = !closed;
    ImGui::PopStyleVar();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
        list->AddRectFilled(at, {at.x + width, at.y + height}, paint(0xffffff, 0.04), look.px(3));
    const ImVec2 c = {at.x + look.px(7), at.y + height / 2};
    const float r = look.px(3.5F);
    if (closed) {
        list->AddTriangleFilled({c.x - r * 0.7F, c.y - r}, {c.x + r, c.y},
                                {c.x - r * 0.7F, c.y + r}, ink::kDim);
    } else {
        list->AddTriangleFilled({c.x - r, c.y - r * 0.7F}, {c.x + r, c.y - r * 0.7F},
                                {c.x, c.y + r}, ink::kDim);
    }
    const float y = at.y + look.px(3);
    list->AddText(look.strong, size_of(look.strong), {at.x + look.px(16), y},
                  group.known ? ink::kText : ink::kWarn, context.shown(group.name).c_str());
    std::string count = std::to_string(group.items.size());
    if (group.changed > 0) count = concat(group.changed, " changed  ", count);
    const float wide = look.small->CalcTextSizeA(size_of(look.small), 1e6F, 0, count.c_str()).x;
    list->AddText(look.small, size_of(look.small),
                  {at.x + width - wide - look.px(4), y + look.px(1)}, ink::kDim, count.c_str());
    ImGui::PopID();
}

void ItemsPanel::draw_item(const PanelContext& context, const ItemGroup& group,
                           const ItemLine& line) const {
    const Look& look = context.look;
    ImGui::PushID(group.name.c_str());
    ImGui::PushID(line.label.c_str());
    const bool selected = context.selection.selected() == line.key;
    const float height = ImGui::GetTextLineHeight() + look.px(6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, look.px(6)));
    if (ImGui::Selectable("##item", selected, ImGuiSelectableFlags_AllowDoubleClick,
                          {0, ImGui::GetTextLineHeight()})) {
        context.enqueue(SelectItem{line.key});
        if (ImGui::IsMouseDoubleClicked(0)) context.enqueue(FollowItem{line.key});
    }
    ImGui::PopStyleVar();
    if (selected) probe(context, "items.selected");
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 dot = {at.x + look.px(22), at.y + height / 2 - look.px(2)};
    if (line.created) {
        list->AddRectFilled({dot.x - look.px(4), dot.y - 1}, {dot.x + look.px(4), dot.y + 1},
                            ink::kGood);
        list->AddRectFilled({dot.x - 1, dot.y - look.px(4)}, {dot.x + 1, dot.y + look.px(4)},
                            ink::kGood);
    } else if (line.changed) {
        list->AddCircleFilled(dot, look.px(2.5F), ink::kChanged, 10);
    }
    const std::string label = context.label(line.label);
    list->AddText({at.x + look.px(32), at.y}, selected ? ink::kAccent : ink::kSoft, label.c_str());
    ImGui::PopID();
    ImGui::PopID();
}

}  // namespace tickreel
