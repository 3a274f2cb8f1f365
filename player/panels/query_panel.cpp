#include "player/panels/query_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {

void QueryPanel::draw(const PanelContext& context) {
    const QueryResult& query = context.state.analysis().query();
    pane_note(context.look, query.hits.empty() ? "" : grouped(query.hits.size()) + " hits");
    if (generation_ != context.state.generation()) {
        generation_ = context.state.generation();
        text_ = query.text;
    }
    draw_box(context);
    draw_state(context);
    if (query.text.empty() || !query.error.empty()) {
        draw_help(context);
    } else {
        draw_hits(context);
    }
}

void QueryPanel::draw_box(const PanelContext& context) {
    if (context.state.view().wishes.focus_query) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    if (text_box(context, "##query", "Character.health <= 2 and ...", text_,
                 ImGuiInputTextFlags_EnterReturnsTrue)) {
        context.ask(AskQuery{text_});
    }
    probe(context, "query.text");
}

void QueryPanel::draw_state(const PanelContext& context) const {
    const Analysis& analysis = context.state.analysis();
    const QueryResult& query = analysis.query();
    if (!query.error.empty()) {
        paragraph(context, ink::kBad, query.error);
        return;
    }
    if (query.text.empty()) {
        return;
    }
    if (analysis.asking()) {
        const float share = static_cast<float>(analysis.ask_progress());
        const float room = ImGui::GetContentRegionAvail().x - context.look.px(74);
        ImGui::ProgressBar(share, {std::max(room, 20.0F), context.look.px(18)});
        ImGui::SameLine();
        if (ImGui::SmallButton("Cancel")) {
            context.ask(CancelQuery{});
        }
        probe(context, "query.cancel");
        return;
    }
    const std::string what = fmt::format("{} of {} snapshots{}", grouped(query.snapshots),
                                         grouped(query.read), query.complete ? "" : ", cancelled");
    ImGui::PushFont(context.look.small);
    text(query.complete ? ink::kSoft : ink::kWarn, what);
    if (query.left_out > 0) {
        text(ink::kWarn, fmt::format("{} more stretches are not listed", grouped(query.left_out)));
    }
    if (query.too_many > 0) {
        paragraph(ink::kWarn,
                  fmt::format("{} snapshots have too many combinations to try all: join "
                              "the types by Type.id",
                              grouped(query.too_many)));
    }
    if (!query.problem.empty()) {
        paragraph(context, ink::kBad, query.problem);
    }
    ImGui::PopFont();
}

void QueryPanel::draw_hits(const PanelContext& context) {
    const QueryResult& query = context.state.analysis().query();
    if (!ImGui::BeginChild("hits", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (query.hits.empty() && query.complete) {
        paragraph(ink::kDim, "It never holds in this recording.");
    }
    const std::int64_t here = context.state.playback().position();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(query.hits.size()),
                  ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const QueryHit& hit = query.hits[static_cast<std::size_t>(i)];
            ImGui::PushID(i);
            draw_hit(context, hit, here >= hit.from && here <= hit.to);
            if (i == 0) {
                probe(context, "query.first_hit");
            }
            ImGui::PopID();
        }
    }
    clipper.End();
    ImGui::EndChild();
}

void QueryPanel::draw_hit(const PanelContext& context, const QueryHit& hit, bool current) {
    const Look& look = context.look;
    const PlayerState& state = context.state;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##hit", current, 0, {0, ImGui::GetTextLineHeight()})) {
        context.ask(Jump{hit.from});
        if (hit.item) {
            context.ask(SelectItem{hit.item});
        }
    }
    if (ImGui::IsItemHovered()) {
        const Timeline& timeline = state.reader().timeline();
        ImGui::SetTooltip("tick %s to %s, %u snapshots",
                          tick_text(state, timeline.moment(hit.from)).c_str(),
                          tick_text(state, timeline.moment(hit.to)).c_str(), hit.snapshots);
    }
    const double rate = state.playback().ticks_per_second();
    const std::string time = Timeline::format_time(static_cast<double>(hit.from) / rate);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText(look.small, size_of(look.small), {at.x, at.y + look.px(1)}, ink::kDim,
                  time.c_str());
    const std::string label = context.label(hit.label);
    list->AddText({at.x + look.px(66), at.y}, current ? ink::kAccent : ink::kText, label.c_str());
    const std::string length =
        hit.snapshots > 1 ? fmt::format("{:.1f} s", static_cast<double>(hit.to - hit.from) / rate)
                          : std::string();
    const float wide = look.small->CalcTextSizeA(size_of(look.small), 1e6F, 0, length.c_str()).x;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    list->AddText(look.small, size_of(look.small), {right - wide, at.y + look.px(1)}, ink::kDim,
                  length.c_str());
}

void QueryPanel::draw_help(const PanelContext& context) {
    ImGui::PushFont(context.look.small);
    paragraph(
        ink::kDim,
        "Finds every tick where something holds. Enter asks, N and Shift+N go from hit to hit.");
    ImGui::Dummy({0, context.look.px(2)});
    for (const char* line :
         {"Character.health <= 2 and Character.weapon == grenade", "changed(PlayerInfo.score)",
          "ClientInfo.name ~ \"ada\" and Character.x > 1000", "count(Projectile) > 10 or Kill",
          "wire == mismatch"}) {
        ImGui::PushFont(context.look.mono);
        paragraph(ink::kSoft, line);
        ImGui::PopFont();
    }
    ImGui::PopFont();
}

}  // namespace tickreel
