// What the pointer does on the timeline: it scrubs, zooms, selects, and asks what is there.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "player/panels/events_panel.h"
#include "player/panels/imgui_versions.h"
#include "player/panels/integrity_strip.h"
#include "player/panels/thumbnails.h"
#include "player/panels/time_text.h"
#include "player/panels/timeline_panel.h"
#include "player/panels/widgets.h"
#include "player/state/frame_window.h"
#include "player/state/marker_list.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "tickreel/analysis/holes.h"

namespace tickreel {
namespace {

constexpr double kFineDrag = 0.1;  // of the usual way per pixel

// Room is kept while the picture is being made, so that the box does not jump.
void show_thumbnail(const PanelContext& context, std::int64_t position, std::int64_t slack) {
    if (context.thumbnails == nullptr) return;
    const ImVec2 size = {context.look.px(Thumbnails::kWidth), context.look.px(Thumbnails::kHeight)};
    const auto picture = context.thumbnails->at(position, slack);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    probe(context, picture ? "thumbnail" : "thumbnail.room");
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 to = {from.x + size.x, from.y + size.y};
    list->AddRectFilled(from, to, ink::kBack, context.look.px(3));
    if (picture) list->AddImage(imgui_texture(*picture), from, to);
}

// What the ticks under the pointer are; their parts where there is more than one.
void hover_integrity(const PanelContext& context, std::int64_t from, std::int64_t to) {
    const RecordingScan& scan = context.session.scan();
    const IntegrityShares shares = scan.shares(from, to);
    for (std::size_t at = kIntegrities; at > 1; --at) {
        const auto kind = static_cast<Integrity>(at - 1);
        const double share = shares[at - 1];
        if (share <= 0) continue;
        integrity_sample(context.look, kind);
        text(integrity_color(kind), share >= 1 ? std::string(integrity_text(kind))
                                               : fmt::format("{}  {:.{}f} %", integrity_text(kind),
                                                             share * 100, share < 0.1 ? 1 : 0));
    }
    if (const Hole* hole = scan.hole_at(from); hole != nullptr && !hole->reason.empty())
        text(ink::kSoft, context.label(beginning(hole->reason, 90)));
}

// The mark of what is missing where a map ends or begins lies left of that place.
void hover_border(const PanelContext& context, std::int64_t from, std::int64_t to) {
    const Hole* hole = context.session.scan().border_hole(from, to);
    if (hole == nullptr) return;
    for (const Hole& one : holes_from(context.session.scan().holes, hole->from)) {
        if (one.from != one.to) continue;
        integrity_sample(context.look, one.kind);
        text(integrity_color(one.kind),
             context.label(fmt::format("{}, {} ticks where a map ends or begins",
                                       beginning(hole_title(one), 90), one.ticks)));
    }
}

// The mark at the end is of what has no place on the timeline.
void hover_end(const PanelContext& context) {
    for (const Hole& hole : holes_behind(context.session.scan().holes, context.playback.length())) {
        integrity_sample(context.look, hole.kind);
        text(integrity_color(hole.kind),
             context.label(fmt::format("{}, {} ticks behind the last snapshot",
                                       beginning(hole_title(hole), 90), hole.ticks)));
    }
}

// What is held there by whom, and the worst that happened to the inputs of that pixel.
void hover_inputs(const PanelContext& context, const LaneInputs& lanes, std::int64_t at,
                  std::int64_t reach) {
    const InputList& inputs = *lanes.list;
    const Frame* frame = context.frames.current();
    if (const auto held = context.session.scan().inputs.held(
            lanes.whose, at, readable_since(context.session.scan().holes, at))) {
        const std::string whose =
            input_owner(context.session.reader().schema(),
                        frame != nullptr ? frame->snapshot : Snapshot(), lanes.whose);
        text(ink::kSoft, context.shown("inputs of " + whose + ": " + held_words(*held)));
    }
    InputFate worst = InputFate::Answered;
    for (std::size_t i = inputs.lower_bound(at);
         i < inputs.size() && inputs[i].position < at + reach; ++i)
        worst = std::max(worst, inputs[i].fate);
    if (worst != InputFate::Answered) text(ink::kWarn, std::string(fate_words(worst)));
}

// The rate there, and from which tick to which.
void hover_rate(const PanelContext& context, std::int64_t at) {
    const SendRates& rates = context.session.scan().rates;
    const SendRates::Stretch* stretch = rates.find(at);
    if (stretch == nullptr) {
        if (rates.left_out()) text(ink::kWarn, "the rate changes too often to be told here");
        return;
    }
    const Timeline& timeline = context.session.reader().timeline();
    const auto tick = [&](std::int64_t position) {
        return tick_text(context.session, timeline.moment(position));
    };
    text(stretch->rate == SendRate::Recover ? ink::kWarn : ink::kSoft,
         send_rate_words(*stretch, tick(stretch->from), tick(stretch->to - 1)));
}

}  // namespace

void TimelinePanel::handle_wheel(const PanelContext& context, double position) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel == 0.0F && io.MouseWheelH == 0.0F) return;
    if (io.KeyAlt) {
        context.enqueue(RunAction{io.MouseWheel > 0 ? "playback.next" : "playback.previous"});
        return;
    }
    TimelineView view = context.timeline;
    if (io.KeyShift || io.MouseWheelH != 0.0F) {
        const double way = io.MouseWheelH != 0.0F ? io.MouseWheelH : -io.MouseWheel;
        view.pan(way * 0.1 * (view.to() - view.from()));
    } else {
        view.zoom(position, std::pow(1.25, static_cast<double>(io.MouseWheel)));
    }
    context.enqueue(SetTimelineView{view});
}

void TimelinePanel::handle_mouse(const PanelContext& context, const Area& area) {
    const ImGuiIO& io = ImGui::GetIO();
    const TimelineView& view = context.timeline;
    const float pixel = io.MousePos.x - area.x;
    const double under = view.position(pixel, area.width);
    const auto tick = static_cast<std::int64_t>(std::llround(under));
    if (ImGui::IsItemHovered() && !dragging_) {
        handle_wheel(context, under);
        hover(context, area, under);
    }
    if (ImGui::IsItemActivated() && io.MouseDown[1]) {
        selecting_ = true;
        selection_start_ = tick;
    }
    if (selecting_) {
        if (std::abs(tick - selection_start_) > 0) context.enqueue(SetLoop{selection_start_, tick});
        selecting_ = io.MouseDown[1];
        return;
    }
    if (ImGui::IsItemActivated()) {
        dragging_ = true;
        fine_from_ = under;
        fine_pixel_ = pixel;
        context.enqueue(BeginScrub{});
        context.enqueue(Move{tick});
    } else if (dragging_ && io.MouseDown[0]) {
        if (io.KeyShift) {
            const double way = static_cast<double>(pixel - fine_pixel_) / area.width * kFineDrag;
            context.enqueue(Move{std::llround(fine_from_ + way * (view.to() - view.from()))});
        } else {
            fine_from_ = under;
            fine_pixel_ = pixel;
            context.enqueue(Move{tick});
        }
        hover(context, area, under);
    }
    if (dragging_ && !io.MouseDown[0]) {
        dragging_ = false;
        context.enqueue(EndScrub{});
    }
}

void TimelinePanel::hover(const PanelContext& context, const Area& area, double position) const {
    const TimelineView& view = context.timeline;
    const float x = x_of(context, area, position);
    ImGui::GetWindowDrawList()->AddLine({x, area.events}, {x, area.end}, paint(0xffffff, 0.35));
    const double one_pixel = (view.to() - view.from()) / area.width;
    const auto at = static_cast<std::int64_t>(position);
    const Moment moment = context.session.reader().timeline().moment(at);
    const double seconds = position / context.playback.ticks_per_second();
    // Above the bar: what is below it stays in sight.
    const float screen = ImGui::GetIO().DisplaySize.x;
    ImGui::SetNextWindowPos({x, area.y - context.look.px(4)}, ImGuiCond_Always,
                            {screen > 0 ? std::clamp(x / screen, 0.0F, 1.0F) : 0.5F, 1.0F});
    ImGui::BeginTooltip();
    text(context.look.strong, ink::kText, Timeline::format_time(seconds));
    ImGui::SameLine();
    text(ink::kSoft, "tick " + tick_text(context.session, moment));
    const bool last_pixel = position + one_pixel >= static_cast<double>(context.playback.length());
    const auto reach = static_cast<std::int64_t>(
        last_pixel ? columns_end(context) - static_cast<double>(at) : std::max(one_pixel, 1.0));
    hover_integrity(context, at, at + reach);
    hover_border(context, at, at + static_cast<std::int64_t>(std::ceil(one_pixel * 5)) + 1);
    if (shows_end(context) && x >= area.x + area.width - context.look.px(kEndMark))
        hover_end(context);
    const Hole* hole = context.session.scan().hole_at(at);
    const bool readable = hole == nullptr || hole->kind != Integrity::Unreadable;
    if (readable && lanes_.pressed.list != nullptr)
        hover_inputs(context, lanes_.pressed, at, reach);
    if (readable && !lanes_.rates.empty()) hover_rate(context, at);
    if (readable && !lanes_.delays.empty()) hover_delays(context, at, reach);
    const auto& events = context.session.scan().events;
    const auto slack = static_cast<std::int64_t>(one_pixel * 3) + 1;
    int shown = 0;
    for (std::size_t i = events.lower_bound(at - slack);
         i < events.size() && events[i].position <= at + slack && shown < 4; ++i) {
        if (context.view.lanes[static_cast<std::size_t>(events[i].kind)]) {
            const std::string title = event_title(context.session.reader().schema(), events[i]);
            text(event_color(events[i].kind),
                 context.label(beginning(event_line(title, events[i]), 90)));
            ++shown;
        }
    }
    for (const Marker& marker : context.markers.all())
        if (std::abs(context.session.reader().timeline().position(marker.moment) - at) <= slack)
            text(ink::kText, context.label("marker: " + marker.text));
    if (readable) show_thumbnail(context, at, std::max<std::int64_t>(reach * 12, 25));
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    if (context.probes != nullptr) {
        (*context.probes)["timeline.hover"] = {corner.x, corner.y, corner.x + size.x,
                                               corner.y + size.y};
    }
    ImGui::EndTooltip();
}

}  // namespace tickreel
