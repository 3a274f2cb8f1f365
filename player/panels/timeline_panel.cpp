#include "player/panels/timeline_panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/thumbnails.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

constexpr double kFineDrag = 0.1;  // of the usual way per pixel

// Heights in unscaled pixels, from top to bottom.
constexpr float kLabels = 17;
constexpr float kLane = 7;  // of one kind of event, or of the hits
constexpr float kBar = 22;
constexpr float kStrip = 9;

float x_of(const PanelContext& context, float left, float width, double position) {
    return left + static_cast<float>(context.state.timeline_view().pixel(position, width));
}

// Columns in a row are one rectangle.
template <class Marked>
void draw_lane(const PanelContext& context, const Box& at, std::size_t columns, ImU32 color,
               Marked marked) {
    const Look& look = context.look;
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t from = 0; from < columns; ++from) {
        if (!marked(from)) {
            continue;
        }
        std::size_t to = from + 1;
        while (to < columns && marked(to)) {
            ++to;
        }
        list->AddRectFilled(
            {at.x0 + static_cast<float>(from) - 0.5F, at.y0},
            {at.x0 + static_cast<float>(to) + look.px(0.5F), at.y0 + look.px(kLane - 1)}, color);
        from = to;
    }
}

// Room is kept while the picture is being made, so that the box does not jump.
void show_thumbnail(const PanelContext& context, std::int64_t position, std::int64_t slack) {
    if (context.thumbnails == nullptr) {
        return;
    }
    const ImVec2 size = {context.look.px(Thumbnails::kWidth), context.look.px(Thumbnails::kHeight)};
    const auto picture = context.thumbnails->at(position, slack);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    probe(context, picture ? "thumbnail" : "thumbnail.room");
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 to = {from.x + size.x, from.y + size.y};
    list->AddRectFilled(from, to, ink::kBack, context.look.px(3));
    if (picture) {
        list->AddImage(imgui_texture(*picture), from, to);
    }
}

}  // namespace

float TimelinePanel::height(const PanelContext& context) {
    update_kinds(context);
    const bool hits = !context.state.analysis().query().hits.empty();
    const std::size_t lanes = std::max<std::size_t>(kinds_.size() + (hits ? 1 : 0), 2);
    const float high = kLabels + kLane * static_cast<float>(lanes) + 1 + kBar + kStrip;
    return context.look.px(high);
}

void TimelinePanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    Area area;
    area.x = at.x;
    area.y = at.y;
    area.width = std::max(ImGui::GetContentRegionAvail().x, 16.0F);
    area.labels = at.y;
    area.end = at.y + height(context);
    area.strip = area.end - look.px(kStrip);
    area.bar = area.strip - look.px(kBar);
    area.events = at.y + look.px(kLabels);
    if (!context.state.ready()) {
        ImGui::GetWindowDrawList()->AddRectFilled(
            {area.x, area.bar}, {area.x + area.width, area.end}, ink::kBack, look.px(4));
        ImGui::Dummy({area.width, area.end - area.y});
        return;
    }
    update_lanes(context, area.width);
    ImGui::InvisibleButton("timeline", {area.width, area.end - area.y},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    probe(context, "timeline");
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({area.x, area.y}, {area.x + area.width, area.end + look.px(2)}, true);
    draw_labels(context, area);
    draw_lanes(context, area);
    draw_marks(context, area);
    draw_needle(context, area);
    list->PopClipRect();
    handle_mouse(context, area);
}

void TimelinePanel::draw_labels(const PanelContext& context, const Area& area) const {
    const PlayerState& state = context.state;
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImGui::PushFont(context.look.small);
    const auto labels = state.timeline_view().labels(area.width, context.look.px(84),
                                                     state.playback().ticks_per_second());
    for (const TimelineView::Label& label : labels) {
        const float x = std::floor(x_of(context, area.x, area.width, label.position));
        list->AddLine({x, area.labels + context.look.px(3)}, {x, area.strip},
                      paint(0xffffff, 0.07));
        list->AddText({x + context.look.px(4), area.labels}, ink::kDim, label.text.c_str());
    }
    ImGui::PopFont();
}

void TimelinePanel::draw_lanes(const PanelContext& context, const Area& area) const {
    const Look& look = context.look;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({area.x, area.events}, {area.x + area.width, area.end}, ink::kBack,
                        look.px(4));
    for (std::size_t i = 0; i < lanes_.density.size(); ++i) {
        const float x = area.x + static_cast<float>(i);
        if (lanes_.density[i] > 0) {
            const float height = look.px(20) * static_cast<float>(lanes_.density[i]) / 255.0F;
            list->AddRectFilled({x, area.strip - 1 - height}, {x + 1, area.strip - 1},
                                paint(0x34435c));
        }
    }
    float y = area.events + 1;
    for (const EventClass kind : kinds_) {
        const auto bit = static_cast<unsigned>(kind);
        draw_lane(context, {area.x, y, 0, 0}, lanes_.events.size(), event_color(kind),
                  [&](std::size_t i) {
                      return (static_cast<unsigned>(lanes_.events[i]) >> bit & 1U) != 0;
                  });
        y += look.px(kLane);
    }
    draw_lane(context, {area.x, y, 0, 0}, lanes_.hits.size(), ink::kLink,
              [&](std::size_t i) { return lanes_.hits[i]; });
    draw_strip(context, area);
}

// The wire checksums as runs of one colour.
void TimelinePanel::draw_strip(const PanelContext& context, const Area& area) const {
    const Look& look = context.look;
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t from = 0; from < lanes_.trust.size();) {
        std::size_t to = from + 1;
        while (to < lanes_.trust.size() && lanes_.trust[to] == lanes_.trust[from]) {
            ++to;
        }
        const bool bad = lanes_.trust[from] >= Trust::Gap;
        const float x0 = area.x + static_cast<float>(from);
        const float wide = std::max(static_cast<float>(to - from), bad ? look.px(2) : 1.0F);
        list->AddRectFilled({x0, area.strip - (bad ? look.px(3) : 0)}, {x0 + wide, area.end},
                            trust_color(lanes_.trust[from]));
        from = to;
    }
}

void TimelinePanel::draw_marks(const PanelContext& context, const Area& area) const {
    const PlayerState& state = context.state;
    const Look& look = context.look;
    const Timeline& timeline = state.reader().timeline();
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t i = 1; i < timeline.segments().size(); ++i) {
        const Moment start{static_cast<std::uint32_t>(i), timeline.segments()[i].first};
        const float x =
            x_of(context, area.x, area.width, static_cast<double>(timeline.position(start)));
        list->AddLine({x, area.events}, {x, area.end}, ink::kLink, look.px(1));
    }
    const Loop& loop = state.playback().loop();
    if (loop.in || loop.out) {
        const double in = loop.in ? static_cast<double>(*loop.in) : 0.0;
        const double out = static_cast<double>(loop.out ? *loop.out : state.playback().length());
        const float x0 = x_of(context, area.x, area.width, in);
        const float x1 = x_of(context, area.x, area.width, out);
        const ImU32 shade = paint(0x000000, 0.45);
        list->AddRectFilled({area.x, area.events}, {x0, area.end}, shade);
        list->AddRectFilled({x1, area.events}, {area.x + area.width, area.end}, shade);
        const ImU32 edge = loop.repeat ? ink::kAccent : ink::kSoft;
        list->AddLine({x0, area.events}, {x0, area.end}, edge, look.px(2));
        list->AddLine({x1, area.events}, {x1, area.end}, edge, look.px(2));
    }
    for (const Marker& marker : state.markers()) {
        const float x = x_of(context, area.x, area.width,
                             static_cast<double>(timeline.position(marker.moment)));
        const ImU32 color = paint(marker.color);
        list->AddLine({x, area.events}, {x, area.strip}, color, look.px(1));
        list->AddTriangleFilled({x, area.events}, {x + look.px(8), area.events + look.px(4)},
                                {x, area.events + look.px(8)}, color);
    }
}

void TimelinePanel::draw_needle(const PanelContext& context, const Area& area) const {
    const Look& look = context.look;
    const float x = x_of(context, area.x, area.width, context.state.playback().needle());
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({x - look.px(1), area.events - look.px(2)}, {x + look.px(1), area.end},
                        ink::kAccent);
    const float y = area.events - look.px(3);
    list->AddTriangleFilled({x - look.px(6), y - look.px(6)}, {x + look.px(6), y - look.px(6)},
                            {x, y + look.px(2)}, ink::kAccent);
}

void TimelinePanel::handle_wheel(const PanelContext& context, double position) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel == 0.0F && io.MouseWheelH == 0.0F) {
        return;
    }
    if (io.KeyAlt) {
        context.ask(RunAction{io.MouseWheel > 0 ? "playback.next" : "playback.previous"});
        return;
    }
    TimelineView view = context.state.timeline_view();
    if (io.KeyShift || io.MouseWheelH != 0.0F) {
        const double way = io.MouseWheelH != 0.0F ? io.MouseWheelH : -io.MouseWheel;
        view.pan(way * 0.1 * (view.to() - view.from()));
    } else {
        view.zoom(position, std::pow(1.25, static_cast<double>(io.MouseWheel)));
    }
    context.ask(SetTimelineView{view});
}

void TimelinePanel::handle_mouse(const PanelContext& context, const Area& area) {
    const ImGuiIO& io = ImGui::GetIO();
    const TimelineView& view = context.state.timeline_view();
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
        if (std::abs(tick - selection_start_) > 0) {
            context.ask(SetLoop{selection_start_, tick});
        }
        selecting_ = io.MouseDown[1];
        return;
    }
    if (ImGui::IsItemActivated()) {
        dragging_ = true;
        fine_from_ = under;
        fine_pixel_ = pixel;
        context.ask(BeginScrub{});
        context.ask(Move{tick});
    } else if (dragging_ && io.MouseDown[0]) {
        if (io.KeyShift) {
            const double way = static_cast<double>(pixel - fine_pixel_) / area.width * kFineDrag;
            context.ask(Move{std::llround(fine_from_ + way * (view.to() - view.from()))});
        } else {
            fine_from_ = under;
            fine_pixel_ = pixel;
            context.ask(Move{tick});
        }
        hover(context, area, under);
    }
    if (dragging_ && !io.MouseDown[0]) {
        dragging_ = false;
        context.ask(EndScrub{});
    }
}

void TimelinePanel::hover(const PanelContext& context, const Area& area, double position) const {
    const PlayerState& state = context.state;
    const TimelineView& view = state.timeline_view();
    const float x = x_of(context, area.x, area.width, position);
    ImGui::GetWindowDrawList()->AddLine({x, area.events}, {x, area.end}, paint(0xffffff, 0.35));
    const double one_pixel = (view.to() - view.from()) / area.width;
    const auto at = static_cast<std::int64_t>(position);
    const Moment moment = state.reader().timeline().moment(at);
    const double seconds = position / state.playback().ticks_per_second();
    ImGui::BeginTooltip();
    text(context.look.strong, ink::kText, Timeline::format_time(seconds));
    ImGui::SameLine();
    text(ink::kSoft, "tick " + tick_text(state, moment));
    const auto reach = static_cast<std::int64_t>(std::max(one_pixel, 1.0));
    const Trust trust = state.scan().worst(at, at + reach);
    if (trust != Trust::None) {
        text(trust_color(trust), trust == Trust::Gap
                                     ? "snapshots are missing"
                                     : fmt::format("wire checksum {}", trust_name(trust)));
    }
    const auto& events = state.scan().events;
    const auto slack = static_cast<std::int64_t>(one_pixel * 3) + 1;
    int shown = 0;
    for (std::size_t i = events.lower_bound(at - slack);
         i < events.size() && events[i].position <= at + slack && shown < 4; ++i) {
        if (state.view().lanes[static_cast<std::size_t>(events[i].kind)]) {
            const std::string title = event_title(state.reader().schema(), events[i]);
            text(event_color(events[i].kind),
                 context.label(beginning(title + "  " + std::string(events[i].text), 90)));
            ++shown;
        }
    }
    for (const Marker& marker : state.markers()) {
        if (std::abs(state.reader().timeline().position(marker.moment) - at) <= slack) {
            text(paint(marker.color), context.shown(marker.text));
        }
    }
    show_thumbnail(context, at, std::max<std::int64_t>(reach * 12, 25));
    ImGui::EndTooltip();
}

}  // namespace tickreel
