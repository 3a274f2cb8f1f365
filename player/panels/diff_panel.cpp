#include "player/panels/diff_panel.h"

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/frame_window.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxShown = 300;  // items; the filter finds the others

}  // namespace

void DiffPanel::update(const PanelContext& context) {
    const Frame& a = *context.selection.pinned();
    const Frame& b = *context.frames.current();
    if (a_.same_storage(a.snapshot) && b_.same_storage(b.snapshot) && compared_filter_ == filter_)
        return;
    a_ = a.snapshot;
    b_ = b.snapshot;
    compared_filter_ = filter_;
    const Roster roster = context.session.scan().roster.at(a.moment());
    diff_ = diff_snapshots(context.session.reader().schema(), {a_, &roster}, {b_, &context.roster},
                           filter_);
}

void DiffPanel::draw(const PanelContext& context) {
    const Frame* frame = context.frames.current();
    if (!context.selection.pinned() || frame == nullptr) {
        paragraph(
            ink::kDim,
            "D pins this tick as A. Move on, and everything that differs from A is listed here.");
        return;
    }
    update(context);
    draw_head(context);
    ImGui::SetNextItemWidth(-1);
    text_box(context, "##filter", "Filter: type, number or name", filter_);
    if (ImGui::BeginChild("diff", {0, 0}, false)) draw_items(context);
    ImGui::EndChild();
}

void DiffPanel::draw_head(const PanelContext& context) const {
    const Frame& a = *context.selection.pinned();
    const Frame& b = *context.frames.current();
    const Timeline& timeline = context.session.reader().timeline();
    const std::int64_t way = timeline.position(b.moment()) - timeline.position(a.moment());
    pane_note(context.look, fmt::format("{:+} ticks", way));
    if (ImGui::SmallButton(("A: tick " + tick_text(context.session, a.moment())).c_str()))
        context.enqueue(Jump{timeline.position(a.moment())});
    probe(context, "diff.a");
    tooltip("Go to A");
    ImGui::SameLine();
    text(ink::kSoft, "now " + tick_text(context.session, b.moment()));
    ImGui::PushFont(context.look.small);
    text(ink::kDim, fmt::format("{} fields in {} items, {} new, {} gone, {} same", diff_.fields,
                                diff_.changed, diff_.added, diff_.removed, diff_.same));
    ImGui::PopFont();
}

void DiffPanel::draw_items(const PanelContext& context) const {
    if (diff_.items.empty()) paragraph(ink::kGood, "Nothing differs.");
    for (std::size_t i = 0; i < diff_.items.size() && i < kMaxShown; ++i) {
        ImGui::PushID(static_cast<int>(i));
        draw_item(context, diff_.items[i]);
        ImGui::PopID();
    }
    if (diff_.items.size() > kMaxShown)
        text(ink::kDim, fmt::format("{} more: use the filter", diff_.items.size() - kMaxShown));
}

void DiffPanel::draw_item(const PanelContext& context, const ItemDiff& item) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool selected = context.selection.selected() == item.key;
    if (ImGui::Selectable("##item", selected)) context.enqueue(SelectItem{item.key});
    ImU32 color = ink::kChanged;
    const char* sign = "~";
    if (item.kind == ItemDiff::Kind::Added) {
        color = ink::kGood;
        sign = "+";
    } else if (item.kind == ItemDiff::Kind::Removed) {
        color = ink::kBad;
        sign = "-";
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText(context.look.mono, size_of(context.look.mono), at, color, sign);
    const std::string title = context.shown(item.title);
    list->AddText({at.x + context.look.px(14), at.y}, item.known ? ink::kText : ink::kWarn,
                  title.c_str());
    if (item.kind == ItemDiff::Kind::Changed || selected) draw_fields(context, item);
}

void DiffPanel::draw_fields(const PanelContext& context, const ItemDiff& item) {
    const Look& look = context.look;
    const bool raw = context.view.raw_words;
    if (!ImGui::BeginTable("fields", 3, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("field", ImGuiTableColumnFlags_None, 0.34F);
    ImGui::TableSetupColumn("a", ImGuiTableColumnFlags_None, 0.33F);
    ImGui::TableSetupColumn("b", ImGuiTableColumnFlags_None, 0.33F);
    ImGui::PushFont(look.small);
    for (const FieldDiff& field : item.fields) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::Indent(look.px(14));
        text(ink::kSoft, context.shown(field.name));
        ImGui::Unindent(look.px(14));
        ImGui::TableNextColumn();
        paragraph(context, ink::kDim, raw ? field.raw_a : field.a);
        ImGui::TableNextColumn();
        std::string now = raw ? field.raw_b : field.b;
        now += !raw && !field.change.empty() ? "  (" + field.change + ")" : "";
        paragraph(context, ink::kChanged, now);
    }
    ImGui::PopFont();
    ImGui::EndTable();
}

}  // namespace tickreel
