#include "player/panels/scoreboard_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/widgets.h"
#include "player/state/frame_window.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"
#include "tickreel/analysis/scoreboard.h"

namespace tickreel {
namespace {

constexpr std::size_t kTwoColumns = 17;  // more players than that stand in two columns

std::string number_text(const std::optional<std::int64_t>& number) {
    // DDNet says "no time yet" by a score of -9999.
    return number && *number > -9999 ? fmt::format("{}", *number) : std::string();
}

void draw_row(const PanelContext& context, const ScoreRow& row) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string score = number_text(row.score);
    const float wide = ImGui::CalcTextSize(score.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + context.look.px(36) - wide);
    text(ink::kText, score);
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(row.entity));
    const bool followed = row.body && context.selection.followed() == row.body;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##row", followed, ImGuiSelectableFlags_SpanAllColumns) && row.body)
        context.enqueue(FollowItem{row.body});
    probe(context, fmt::format("scoreboard.{}", row.entity).c_str());
    ImGui::PopID();
    const std::string name = context.shown(row.name);
    const ImU32 color = row.team_number < 0 ? ink::kDim : ink::kText;
    ImGui::GetWindowDrawList()->AddText(at, followed ? ink::kAccent : color, name.c_str());
    ImGui::TableNextColumn();
    text(ink::kSoft, context.shown(row.clan));
    ImGui::TableNextColumn();
    text(ink::kSoft, context.shown(row.team));
    ImGui::TableNextColumn();
    text(ink::kDim, number_text(row.latency));
}

void draw_table(const PanelContext& context, const std::vector<ScoreRow>& rows, std::size_t from,
                std::size_t to) {
    if (!ImGui::BeginTable(fmt::format("scores{}", from).c_str(), 5,
                           ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg))
        return;
    ImGui::TableSetupColumn("Score", ImGuiTableColumnFlags_WidthFixed, context.look.px(40));
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Clan", ImGuiTableColumnFlags_WidthFixed, context.look.px(84));
    ImGui::TableSetupColumn("Team", ImGuiTableColumnFlags_WidthFixed, context.look.px(70));
    ImGui::TableSetupColumn("Ping", ImGuiTableColumnFlags_WidthFixed, context.look.px(34));
    ImGui::TableHeadersRow();
    for (std::size_t i = from; i < to; ++i) draw_row(context, rows[i]);
    ImGui::EndTable();
}

}  // namespace

void ScoreboardPanel::draw(const PanelContext& context) {
    const Frame* frame = context.frames.current();
    if (!context.view.scoreboard || frame == nullptr) return;
    const Look& look = context.look;
    const std::vector<ScoreRow> rows =
        make_scoreboard(context.session.reader().schema(), frame->snapshot, &context.roster);
    const bool two = rows.size() >= kTwoColumns;
    const std::size_t half = two ? (rows.size() + 1) / 2 : rows.size();
    const float line = ImGui::GetTextLineHeight() + look.px(6);
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    const float width = std::min(look.px(two ? 900 : 480), size.x - look.px(30));
    const float height =
        std::min(line * static_cast<float>(half + 3) + look.px(16), size.y - look.px(60));
    ImGui::SetCursorScreenPos({at.x + (size.x - width) / 2, at.y + look.px(44)});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, paint(0x0d1016, 0.86));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(14), look.px(10)));
    begin_padded_child("scoreboard", {width, height});
    text(look.strong, ink::kText, fmt::format("Scoreboard   {} players", rows.size()));
    if (rows.empty()) {
        paragraph(ink::kDim, "Nothing in this snapshot has a name.");
    } else if (two && ImGui::BeginTable("halves", 2, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextColumn();
        draw_table(context, rows, 0, half);
        ImGui::TableNextColumn();
        draw_table(context, rows, half, rows.size());
        ImGui::EndTable();
    } else {
        draw_table(context, rows, 0, half);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    probe(context, "scoreboard");
}

}  // namespace tickreel
