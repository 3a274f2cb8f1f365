#include "player/panels/scoreboard_panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/widgets.h"
#include "player/state/frame_window.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"

namespace tickreel {
namespace {

constexpr std::size_t kFewPlayers = 16;   // stand in one column
constexpr std::size_t kManyPlayers = 48;  // more are written smaller
constexpr float kWidestColumn = 460;      // a column
constexpr float kLeastName = 130;         // what leaves less to names is left out
constexpr float kHead = 70;               // title, names of columns, rims
constexpr float kScore = 40;              // widths of a column's columns
constexpr float kTime = 52;
constexpr float kPing = 34;
constexpr float kTeam = 70;
constexpr float kClan = 84;

std::string score_text(const ScoreRow& row, bool time) {
    if (!time) return row.score ? fmt::format("{}", *row.score) : std::string();
    if (!row.time) return {};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*row.time).count();
    return seconds < 3600
               ? fmt::format("{:02}:{:02}", seconds / 60, seconds % 60)
               : fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

ImVec2 padding_of(const Look& look, bool small) {
    return small ? ImVec2(look.px(3), look.px(1)) : ImGui::GetStyle().CellPadding;
}

// The next column begins where a name ends: what has no room is cut, and one sees that it is.
std::string name_in(const PanelContext& context, std::string name, float room) {
    std::string line = one_line(context, name, false, room);
    while (!name.empty() && ImGui::CalcTextSize(line.c_str()).x > room) {
        name = beginning(name, name.size() - 1);
        line = context.shown(name + "\xE2\x80\xA6");
    }
    return line;
}

}  // namespace

Box ScoreboardPanel::box(const PanelContext& context, const Box& room) {
    const Frame* frame = context.frames.current();
    const Look& look = context.look;
    const Schema& schema = context.session.reader().schema();
    rows_.clear();
    times_ = false;
    if (frame != nullptr) {
        rows_ = make_scoreboard(schema, frame->snapshot, &context.roster);
        times_ = scores_are_times(schema, frame->snapshot);
    }
    teams_ = std::any_of(rows_.begin(), rows_.end(),
                         [](const ScoreRow& row) { return row.team_number > 0; });
    small_ = rows_.size() > kManyPlayers;
    const float line = size_of(small_ ? look.small : look.text) + padding_of(look, small_).y * 2;
    const float head = look.px(kHead) + line;
    const float tall = room.height() - look.px(16);
    const auto fit = static_cast<std::size_t>(std::max((tall - head) / line, 1.0F));
    const std::size_t all = std::max<std::size_t>(rows_.size(), 1);
    columns_ = std::max<std::size_t>((all + fit - 1) / fit, all > kFewPlayers ? 2 : 1);
    lines_ = (all + columns_ - 1) / columns_;
    const auto columns = static_cast<float>(columns_);
    const float wide = std::min(look.px(kWidestColumn) * columns, room.width() - look.px(20));
    // In narrow columns names are worth most, then pings.
    const float padding = padding_of(look, small_).x * 2;
    float name = wide / columns - look.px(times_ ? kTime : kScore) - padding * 4;
    const auto fits = [&](float column) {
        const float rest = name - look.px(column) - padding;
        if (rest < look.px(kLeastName)) return false;
        name = rest;
        return true;
    };
    pings_ = fits(kPing);
    teams_ = teams_ && fits(kTeam);
    clans_ = fits(kClan);
    const float height = std::min(head + line * static_cast<float>(lines_), tall);
    const float x = std::round(room.centre().x - wide / 2);
    const float y =
        std::round(room.y0 + std::min(look.px(44), room.height() - height - look.px(8)));
    return {x, y, x + wide, y + height};
}

void ScoreboardPanel::draw_row(const PanelContext& context, const ScoreRow& row) const {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string score = score_text(row, times_);
    const float wide = ImGui::CalcTextSize(score.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(ImGui::GetContentRegionAvail().x - wide, 0.0F));
    text(ink::kText, score);
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(row.entity));
    const bool followed = row.body && context.selection.followed() == row.body;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##row", followed, ImGuiSelectableFlags_SpanAllColumns) && row.body)
        context.enqueue(FollowItem{row.body});
    probe(context, fmt::format("scoreboard.{}", row.entity).c_str());
    ImGui::PopID();
    const std::string name = name_in(context, row.name, room);
    const ImU32 color = row.team_number < 0 ? ink::kDim : ink::kText;
    ImGui::GetWindowDrawList()->AddText(at, followed ? ink::kAccent : color, name.c_str());
    if (context.probes != nullptr) {
        const ImVec2 size = ImGui::CalcTextSize(name.c_str());
        (*context.probes)[fmt::format("scoreboard.name.{}", row.entity)] = {
            at.x, at.y, at.x + size.x, at.y + size.y};
    }
    if (clans_) {
        ImGui::TableNextColumn();
        text(ink::kSoft, context.shown(row.clan));
    }
    if (teams_) {
        ImGui::TableNextColumn();
        text(ink::kSoft, context.shown(row.team));
    }
    if (!pings_) return;
    ImGui::TableNextColumn();
    text(ink::kDim, row.latency ? fmt::format("{}", *row.latency) : std::string());
    probe(context, fmt::format("scoreboard.ping.{}", row.entity).c_str());
}

void ScoreboardPanel::draw_table(const PanelContext& context, std::size_t from,
                                 std::size_t to) const {
    const Look& look = context.look;
    const int columns = 2 + (pings_ ? 1 : 0) + (clans_ ? 1 : 0) + (teams_ ? 1 : 0);
    if (!ImGui::BeginTable(fmt::format("scores{}", from).c_str(), columns,
                           ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg))
        return;
    const auto fixed = [&](const char* name, float wide) {
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, look.px(wide));
    };
    fixed(times_ ? "Time" : "Score", times_ ? kTime : kScore);
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
    if (clans_) fixed("Clan", kClan);
    if (teams_) fixed("Team", kTeam);
    if (pings_) fixed("Ping", kPing);
    ImGui::TableHeadersRow();
    for (std::size_t i = from; i < to; ++i) draw_row(context, rows_[i]);
    ImGui::EndTable();
}

void ScoreboardPanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    const ImVec2 size = ImGui::GetWindowSize();
    ImGui::SetCursorPos({0, 0});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ink::kPlate);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(14), look.px(10)));
    begin_padded_child("scoreboard", {size.x, size.y});
    const bool known = context.frames.current() != nullptr;
    text(look.strong, ink::kText,
         known ? fmt::format("Scoreboard   {} player{}", rows_.size(), rows_.size() == 1 ? "" : "s")
               : std::string("Scoreboard"));
    if (small_) ImGui::PushFont(look.small);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, padding_of(look, small_));
    if (rows_.empty()) {
        paragraph(ink::kDim, known ? "Nothing in this snapshot has a name."
                                   : "No snapshot can be read at this tick.");
    } else if (ImGui::BeginTable("columns", static_cast<int>(columns_),
                                 ImGuiTableFlags_SizingStretchSame)) {
        for (std::size_t i = 0; i < columns_; ++i) {
            ImGui::TableNextColumn();
            draw_table(context, std::min(i * lines_, rows_.size()),
                       std::min((i + 1) * lines_, rows_.size()));
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    if (small_) ImGui::PopFont();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    probe(context, "scoreboard");
}

}  // namespace tickreel
