#include "player/panels/events_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {

void EventsPanel::update(const PanelContext& context) {
    const RecordingScan& scan = context.state.scan();
    const auto& lanes = context.state.view().lanes;
    if (scan_ == &scan && lanes_ == lanes) {
        return;
    }
    scan_ = &scan;
    lanes_ = lanes;
    shown_.clear();
    last_position_ = -1;
    if (!context.state.ready()) {
        return;
    }
    const Schema& schema = context.state.reader().schema();
    for (std::size_t i = 0; i < scan.events.size(); ++i) {
        if (lanes[static_cast<std::size_t>(event_class(schema[scan.events[i].type]))]) {
            shown_.push_back(static_cast<std::uint32_t>(i));
        }
    }
}

void EventsPanel::draw(const PanelContext& context) {
    update(context);
    const RecordingScan& scan = context.state.scan();
    std::string note = context.state.ready() ? grouped(shown_.size()) : std::string();
    if (context.state.scanning()) {
        note += fmt::format("   reading {:.0f} %", context.state.scan_progress() * 100.0);
    } else if (scan.events_left_out > 0) {
        note += fmt::format(" of the first {}", grouped(scan.events.size()));
    }
    heading(context.look, "EVENTS", note);
    if (!context.state.ready()) {
        return;
    }
    draw_lanes(context);
    draw_markers(context);
    draw_list(context);
}

void EventsPanel::draw_lanes(const PanelContext& context) const {
    const float right = ImGui::GetWindowContentRegionMax().x;
    for (int kind = 0; kind < kEventClasses; ++kind) {
        const auto lane = static_cast<EventClass>(kind);
        const std::string name(event_class_name(lane));
        if (kind > 0) {
            ImGui::SameLine(0, context.look.px(2));
            if (ImGui::GetCursorPosX() + context.look.px(62) > right) {
                ImGui::NewLine();
            }
        }
        if (chip(context.look, name.c_str(), event_color(lane),
                 lanes_[static_cast<std::size_t>(kind)])) {
            context.change_view([kind](ViewSettings& view) {
                bool& on = view.lanes[static_cast<std::size_t>(kind)];
                on = !on;
            });
        }
        probe(context, ("events." + name).c_str());
    }
}

void EventsPanel::draw_markers(const PanelContext& context) {
    const PlayerState& state = context.state;
    if (state.markers().empty()) {
        return;
    }
    const float height = std::min<float>(static_cast<float>(state.markers().size()), 4.0F) *
                         ImGui::GetTextLineHeightWithSpacing();
    ImGui::BeginChild("markers", {0, height}, false);
    for (std::size_t i = 0; i < state.markers().size(); ++i) {
        const Marker& marker = state.markers()[i];
        ImGui::PushID(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const std::int64_t position = state.reader().timeline().position(marker.moment);
        if (ImGui::Selectable("##marker", state.playback().position() == position)) {
            context.ask(Jump{position});
        }
        const ImVec2 middle = {at.x + context.look.px(8), at.y + ImGui::GetTextLineHeight() / 2};
        draw_icon(ImGui::GetWindowDrawList(), Icon::Flag, middle, context.look.px(11),
                  paint(marker.color));
        const std::string line =
            Timeline::format_time(state.reader().timeline().seconds(marker.moment)) + "  " +
            clean_text(marker.text);
        ImGui::GetWindowDrawList()->AddText({at.x + context.look.px(20), at.y}, ink::kText,
                                            line.c_str());
        ImGui::PopID();
    }
    ImGui::EndChild();
}

std::size_t EventsPanel::rows_before(const RecordingScan& scan, std::int64_t position) const {
    const auto first = scan.first_event(position + 1);
    return static_cast<std::size_t>(std::lower_bound(shown_.begin(), shown_.end(), first) -
                                    shown_.begin());
}

void EventsPanel::draw_list(const PanelContext& context) {
    const PlayerState& state = context.state;
    const RecordingScan& scan = state.scan();
    if (!ImGui::BeginChild("events", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (shown_.empty()) {
        paragraph(ink::kDim,
                  scan.complete ? "No events of these kinds in this recording." : "Reading ...");
    }
    const std::int64_t position = state.playback().position();
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
    const PlayerState& state = context.state;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool now = event.position == state.frames().current_position();
    if (ImGui::Selectable("##event", now, 0, {0, ImGui::GetTextLineHeight()})) {
        context.ask(Jump{event.position});
    }
    const ItemType& type = state.reader().schema()[event.type];
    const EventClass kind = event_class(type);
    const bool named = kind != EventClass::Chat;
    std::string line =
        clean_text(named && !event.text.empty() ? type.name + "  " + event.text : event.text);
    if (event.text.empty()) {
        line = type.name;
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s\n%s", type.name.c_str(), clean_text(event.text).c_str());
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    const double seconds =
        static_cast<double>(event.position) / state.playback().ticks_per_second();
    std::string time = Timeline::format_time(seconds);
    time.resize(std::min(time.size(), time.find('.')));
    list->AddText(look.small, look.small->FontSize, {at.x, at.y + look.px(1)}, ink::kDim,
                  time.c_str());
    const float dot = at.x + look.px(52);
    list->AddCircleFilled({dot, at.y + ImGui::GetTextLineHeight() / 2}, look.px(3),
                          event_color(kind), 12);
    const ImU32 color = past ? ink::kText : ink::kDim;
    list->AddText({dot + look.px(9), at.y}, color, line.c_str());
}

}  // namespace tickreel
