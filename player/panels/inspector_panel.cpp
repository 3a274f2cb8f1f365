#include "player/panels/inspector_panel.h"

#include <algorithm>

#include "player/draw/art.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/analysis.h"
#include "player/state/frame_window.h"
#include "player/state/match_legend.h"
#include "player/state/match_sight.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"

namespace tickreel {

void InspectorPanel::draw(const PanelContext& context) {
    const Frame* frame = context.frames.current();
    pane_note(context.look, frame != nullptr ? "tick " + tick_text(context.session, frame->moment())
                                             : std::string());
    if (frame == nullptr) return;
    if (!context.selection.selected()) {
        paragraph(ink::kDim,
                  "Click an item in the list or on the map to see every field of it here.");
        return;
    }
    const Frame* before = context.frames.before();
    auto report = inspect(context.session.reader().schema(), frame->snapshot,
                          before != nullptr ? &before->snapshot : nullptr,
                          *context.selection.selected(), &context.roster);
    if (!report) {
        const MatchViews* match = context.session.match();  // knows more types
        text(context.look.strong, ink::kSoft,
             context.shown(
                 item_title(match != nullptr ? match->schema() : context.session.reader().schema(),
                            frame->snapshot, *context.selection.selected(), &context.roster)));
        draw_absence(context);
        return;
    }
    Evolver* evolver = context.art != nullptr ? context.art->evolver() : nullptr;
    if (evolver != nullptr && evolver->evolves(report->key.type)) {
        const Row sent = *frame->snapshot.find(report->key);
        add_evolved(context.session.reader().schema(),
                    evolver->evolve(report->key, sent, frame->tick), *report);
    }
    draw_head(context, *report);
    draw_sights(context);
    draw_switches(context);
    const Frame* a = context.selection.pinned() ? &*context.selection.pinned() : nullptr;
    const auto old = a != nullptr ? inspect(context.session.reader().schema(), a->snapshot, nullptr,
                                            *context.selection.selected())
                                  : std::nullopt;
    draw_fields(context, *report, old ? &*old : nullptr);
}

// Of a match file it may be that others were sent it.
void InspectorPanel::draw_absence(const PanelContext& context) {
    const auto& sights = context.match.sights();
    const bool others = std::any_of(sights.begin(), sights.end(),
                                    [](const ViewSight& one) { return one.sight == Sight::Sent; });
    if (others)
        paragraph(context, ink::kWarn, "Item was " + not_sent_to(*context.session.match()) + ".");
    else
        paragraph(ink::kDim, "Not in this snapshot. Step or seek to where it exists.");
    draw_sights(context);
}

// Which views of a match file were sent it.
void InspectorPanel::draw_sights(const PanelContext& context) {
    if (context.match.sights().empty()) return;
    ImGui::PushFont(context.look.small);
    paragraph(context, ink::kSoft, tell_sights(context.match.sights()));
    ImGui::PopFont();
    probe(context, "inspector.sights");
}

void InspectorPanel::draw_head(const PanelContext& context, const ItemReport& report) {
    text(context.look.strong, ink::kAccent, context.shown(report.title));
    ImGui::PushFont(context.look.small);
    std::string about = report.known ? "" : "unknown type, raw words  ";
    about += report.origin.empty() ? "" : "on the wire: " + context.shown(report.origin);
    about += report.created ? "  new in this snapshot" : "";
    if (!about.empty()) paragraph(report.created ? ink::kGood : ink::kDim, about);
    ImGui::PopFont();
}

void InspectorPanel::draw_switches(const PanelContext& context) {
    const ViewSettings& view = context.view;
    const bool following = context.selection.followed() == context.selection.selected();
    if (chip(context.look, "follow", ink::kAccent, following))
        context.enqueue(FollowItem{following ? std::nullopt : context.selection.selected()});
    probe(context, "inspector.follow");
    ImGui::SameLine(0, context.look.px(4));
    if (chip(context.look, "raw words", ink::kLink, view.raw_words))
        context.enqueue(RunAction{"inspect.raw"});
    probe(context, "inspector.raw");
    action_tooltip(context, "inspect.raw");
    ImGui::SameLine(0, context.look.px(4));
    if (chip(context.look, "only changed", ink::kChanged, view.only_changed))
        context.enqueue(RunAction{"inspect.changed"});
    action_tooltip(context, "inspect.changed");
}

void InspectorPanel::draw_fields(const PanelContext& context, const ItemReport& report,
                                 const ItemReport* a) {
    const ViewSettings& view = context.view;
    const int columns = 2 + (view.raw_words ? 1 : 0) + (a != nullptr ? 1 : 0);
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                                  ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_BordersInnerH;
    if (!ImGui::BeginTable("fields", columns, flags, {0, 0})) return;
    ImGui::TableSetupColumn("field", ImGuiTableColumnFlags_None, 0.42F);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_None, 0.58F);
    if (a != nullptr) ImGui::TableSetupColumn("A", ImGuiTableColumnFlags_None, 0.45F);
    if (view.raw_words) ImGui::TableSetupColumn("words", ImGuiTableColumnFlags_None, 0.55F);
    bool any = false;
    for (std::size_t i = 0; i < report.fields.size(); ++i) {
        const FieldLine& field = report.fields[i];
        if (!view.only_changed || field.changed) {
            ImGui::PushID(static_cast<int>(i));
            const bool has = a != nullptr && i < a->fields.size();
            draw_field(context, report.key, field, has ? &a->fields[i] : nullptr);
            ImGui::PopID();
            any = true;
        }
    }
    ImGui::EndTable();
    if (!any) {
        paragraph(ink::kDim, report.fields.empty() ? "This item has no data."
                                                   : "No field changed since the snapshot before.");
    }
}

void InspectorPanel::draw_name(const PanelContext& context, const FieldRef& ref,
                               const FieldLine& field) {
    const Analysis& analysis = context.analysis;
    const bool blamed = analysis.blamed() == ref;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##name", blamed, ImGuiSelectableFlags_SpanAllColumns))
        context.enqueue(BlameField{blamed ? std::nullopt : std::optional(ref)});
    probe(context, ("inspector." + field.name).c_str());
    if (ImGui::IsItemClicked(1)) {
        context.enqueue(analysis.is_plotted(ref) ? Command(UnplotField{ref})
                                                 : Command(PlotField{ref}));
    }
    if (ImGui::IsItemHovered()) {
        const std::string role = roles_text(field.roles);
        ImGui::SetTooltip("%s%s%s\nclick: when it changed; right click: plot", field.kind.c_str(),
                          role.empty() ? "" : ", role ", role.c_str());
    }
    ImU32 color = field.changed ? ink::kText : ink::kSoft;
    color = analysis.is_plotted(ref) ? ink::kLink : color;
    const std::string name = context.shown(field.name);
    ImGui::GetWindowDrawList()->AddText(at, color, name.c_str());
}

// The evolved value, beside the one that was sent.
void InspectorPanel::draw_now(const PanelContext& context, const FieldRef& ref,
                              const FieldLine& field) {
    const Analysis& analysis = context.analysis;
    const bool blamed = analysis.blamed() == ref;
    const bool plotted = analysis.is_plotted(ref);
    ImGui::PushFont(context.look.small);
    const std::string line = "now " + context.shown(field.now);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID("now");
    if (ImGui::InvisibleButton("value", ImGui::CalcTextSize(line.c_str())))
        context.enqueue(BlameField{blamed ? std::nullopt : std::optional(ref)});
    ImGui::PopID();
    probe(context, ("inspector.now_" + field.name).c_str());
    if (ImGui::IsItemClicked(1))
        context.enqueue(plotted ? Command(UnplotField{ref}) : Command(PlotField{ref}));
    const bool hovered = ImGui::IsItemHovered();
    ImGui::GetWindowDrawList()->AddText(at, plotted || hovered ? ink::kText : ink::kLink,
                                        line.c_str());
    ImGui::PopFont();
    if (hovered)
        ImGui::SetTooltip(
            "as the game's clients evolve it from the tick it was sent for\n"
            "click: when it changed; right click: plot");
}

void InspectorPanel::draw_field(const PanelContext& context, ItemKey key, const FieldLine& field,
                                const FieldLine* a) {
    const Look& look = context.look;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (field.changed) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, paint(0xffd479, 0.07));
    draw_name(context, {key, field.field}, field);
    ImGui::TableNextColumn();
    ImGui::PushFont(look.mono);
    paragraph(context, field.changed ? ink::kChanged : ink::kText, field.value);
    ImGui::PopFont();
    if (!field.now.empty()) draw_now(context, {key, field.field, true}, field);
    if (field.changed && !field.before.empty()) {
        ImGui::PushFont(look.small);
        text(ink::kDim, "was " + context.shown(field.before));
        ImGui::PopFont();
    }
    if (a != nullptr) {
        ImGui::TableNextColumn();
        ImGui::PushFont(look.mono);
        paragraph(context, a->value == field.value ? ink::kDim : ink::kLink, a->value);
        ImGui::PopFont();
    }
    if (context.view.raw_words) {
        ImGui::TableNextColumn();
        ImGui::PushFont(look.small);
        paragraph(ink::kDim, field.raw);
        ImGui::PopFont();
    }
}

}  // namespace tickreel
