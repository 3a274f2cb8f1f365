#include "player/panels/events_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {

void EventsPanel::update(const PanelContext& context) {
    const RecordingScan& scan = context.session.scan();
    const auto& lanes = context.view.lanes;
    if (scan_ == context.session.scan_pointer() && lanes_ == lanes && listed_filter_ == filter_)
        return;
    listed_filter_ = filter_;
    scan_ = context.session.scan_pointer();
    lanes_ = lanes;
    shown_.clear();
    last_position_ = -1;
    if (!context.session.ready()) return;
    const Schema& schema = context.session.reader().schema();
    for (std::size_t i = 0; i < scan.events.size(); ++i) {
        const EventEntry event = scan.events[i];
        const bool wanted =
            filter_.empty() ||
            matches_filter(event_title(schema, event).append(" ").append(event.text), filter_);
        if (wanted && lanes[static_cast<std::size_t>(event.kind)])
            shown_.push_back(static_cast<std::uint32_t>(i));
    }
}

std::string event_line(const std::string& title, const EventEntry& event) {
    if (event.text.empty()) return title;
    std::string line(event.text);
    if (event.derived == "joined" || event.derived == "left") return line + " " + title;
    return event.derived == "map" ? title + " " + line : line;
}

void EventsPanel::draw(const PanelContext& context) {
    update(context);
    const RecordingScan& scan = context.session.scan();
    std::string note = context.session.ready() ? grouped(shown_.size()) : std::string();
    if (context.session.scanning())
        note += fmt::format("   reading {:.0f} %", context.session.scan_progress() * 100.0);
    else if (scan.events_left_out > 0)
        note += fmt::format(" of the first {}", grouped(scan.events.size()));
    pane_note(context.look, note);
    if (!context.session.ready()) return;
    draw_lanes(context);
    draw_filter(context);
    draw_list(context);
}

void EventsPanel::draw_lanes(const PanelContext& context) const {
    const float right = ImGui::GetWindowContentRegionMax().x;
    for (int kind = 0; kind < kEventLanes; ++kind) {
        const auto lane = static_cast<EventLane>(kind);
        const std::string name(event_lane_name(lane));
        if (kind > 0) {
            ImGui::SameLine(0, context.look.px(2));
            if (ImGui::GetCursorPosX() + context.look.px(62) > right) ImGui::NewLine();
        }
        if (chip(context.look, name.c_str(), event_color(lane),
                 lanes_[static_cast<std::size_t>(kind)]))
            context.enqueue(ShowLane{lane, !lanes_[static_cast<std::size_t>(kind)]});
        probe(context, ("events." + name).c_str());
    }
}

void EventsPanel::draw_filter(const PanelContext& context) {
    ImGui::SetNextItemWidth(-1);
    text_box(context, "##filter", "Filter by player or text", filter_);
    probe(context, "events.filter");
}

std::size_t EventsPanel::rows_before(const RecordingScan& scan, std::int64_t position) const {
    const auto first = scan.events.lower_bound(position + 1);
    return static_cast<std::size_t>(std::lower_bound(shown_.begin(), shown_.end(), first) -
                                    shown_.begin());
}

void EventsPanel::draw_list(const PanelContext& context) {
    const RecordingScan& scan = context.session.scan();
    if (!ImGui::BeginChild("events", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (shown_.empty()) {
        paragraph(ink::kDim,
                  scan.complete ? "No events of these kinds in this recording." : "Reading ...");
    }
    const std::int64_t position = context.playback.position();
    const std::size_t past = rows_before(scan, position);
    const float row = ImGui::GetTextLineHeight() + context.look.px(5);
    if (position != last_position_ && !ImGui::IsWindowHovered()) {
        const float wanted = static_cast<float>(past) * row - ImGui::GetWindowHeight() * 0.7F;
        ImGui::SetScrollY(std::max(wanted, 0.0F));
    }
    last_position_ = position;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, context.look.px(5)));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown_.size()), row);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto index = static_cast<std::size_t>(i);
            ImGui::PushID(i);
            draw_row(context, scan.events[shown_[index]], index < past);
            ImGui::PopID();
        }
    }
    clipper.End();
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

void EventsPanel::draw_row(const PanelContext& context, const EventEntry& event, bool past) const {
    const Look& look = context.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool now = event.position == context.frames.current_position();
    if (ImGui::Selectable("##event", now, 0, {0, ImGui::GetTextLineHeight()}))
        context.enqueue(Jump{event.position});
    probe(context, "events.last_row");
    const std::string title = event_title(context.session.reader().schema(), event);
    const EventLane kind = event.kind;
    std::string line = event_line(title, event);
    line = one_line(context, std::move(line), kind != EventLane::Chat,
                    ImGui::GetContentRegionAvail().x - look.px(61));
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s\n%s", context.shown(title).c_str(),
                          context.shown(event.text).c_str());
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    const double seconds =
        static_cast<double>(event.position) / context.playback.ticks_per_second();
    std::string time = Timeline::format_time(seconds);
    time.resize(std::min(time.size(), time.find('.')));
    list->AddText(look.small, size_of(look.small), {at.x, at.y + look.px(1)}, ink::kDim,
                  time.c_str());
    const float dot = at.x + look.px(52);
    list->AddCircleFilled({dot, at.y + ImGui::GetTextLineHeight() / 2}, look.px(3),
                          event_color(kind), 12);
    const ImU32 color = past ? ink::kText : ink::kDim;
    list->AddText({dot + look.px(9), at.y}, color, line.c_str());
}

}  // namespace tickreel
