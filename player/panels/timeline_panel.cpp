#include "player/panels/timeline_panel.h"

#include <algorithm>
#include <cmath>

#include "player/panels/widgets.h"
#include "player/state/analysis.h"
#include "player/state/frame_window.h"
#include "player/state/marker_list.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"
#include "tickreel/analysis/holes.h"

namespace tickreel {
namespace {

// Heights in unscaled pixels, from top to bottom.
constexpr float kLabels = 17;
constexpr float kLane = TimelinePanel::kLane;
constexpr float kBar = 22;
constexpr float kStrip = 13;

// By SendRate.
constexpr std::array<ImU32, kSendRateCount> kRateColors{ink::kLink, paint(0x2f6b57), ink::kWarn};

// Columns in a row are one rectangle.
template <class Marked>
void draw_lane(const PanelContext& context, const Box& at, std::size_t columns, ImU32 color,
               Marked marked) {
    const Look& look = context.look;
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t from = 0; from < columns; ++from) {
        if (!marked(from)) continue;
        std::size_t to = from + 1;
        while (to < columns && marked(to)) ++to;
        list->AddRectFilled(
            {at.x0 + static_cast<float>(from) - 0.5F, at.y0},
            {at.x0 + static_cast<float>(to) + look.px(0.5F), at.y0 + look.px(kLane - 1)}, color);
        from = to;
    }
}

}  // namespace

float TimelinePanel::x_of(const PanelContext& context, const Area& area, double position) {
    return area.x + static_cast<float>(context.timeline.pixel(position, area.width));
}

float TimelinePanel::height(const PanelContext& context) {
    update_kinds(context);
    const bool hits = !context.analysis.query().hits.empty();
    const std::size_t inputs = pressed(context).list != nullptr ? kInputLanes : 0;
    const std::size_t rate = shows_rate(context) ? 1 : 0;
    const std::size_t lanes =
        std::max<std::size_t>(kinds_.size() + (hits ? 1 : 0), 2) + inputs + rate;
    const float high = kLabels + kLane * static_cast<float>(lanes) + 1 +
                       (shows_delay(context) ? kDelay : 0) + kBar + kStrip;
    return context.look.px(high);
}

void TimelinePanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    Area area;
    const float names = look.px(kNames);
    area.x = at.x + names;
    area.y = at.y;
    area.width = std::max(ImGui::GetContentRegionAvail().x - names, 16.0F);
    area.labels = at.y;
    area.end = at.y + height(context);
    area.strip = area.end - look.px(kStrip);
    area.bar = area.strip - look.px(kBar);
    area.events = at.y + look.px(kLabels);
    if (!context.session.ready()) {
        ImGui::GetWindowDrawList()->AddRectFilled(
            {area.x, area.bar}, {area.x + area.width, area.end}, ink::kBack, look.px(4));
        ImGui::Dummy({area.width, area.end - area.y});
        return;
    }
    update_lanes(context, area.width);
    draw_names(context, area);
    draw_zoom(context, area);
    ImGui::SetCursorScreenPos({area.x, area.y});
    ImGui::InvisibleButton("timeline", {area.width, area.end - area.y},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    probe(context, "timeline");
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({area.x, area.y}, {area.x + area.width, area.end + look.px(2)}, true);
    draw_labels(context, area);
    draw_lanes(context, area);
    draw_marks(context, area);
    draw_playhead(context, area);
    draw_owner(context, area);
    list->PopClipRect();
    handle_mouse(context, area);
}

// What each lane is, in front of it.
void TimelinePanel::draw_names(const PanelContext& context, const Area& area) const {
    const Look& look = context.look;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float size = look.px(10);
    const auto name = [&](float y, float tall, ImU32 color, std::string_view word) {
        const ImVec2 wide =
            look.small->CalcTextSizeA(size, 1e6F, 0, word.data(), word.data() + word.size());
        list->AddText(look.small, size,
                      {area.x - look.px(6) - wide.x, std::round(y + (tall - wide.y) / 2)}, color,
                      word.data(), word.data() + word.size());
    };
    float y = area.events + 1;
    for (const EventLane kind : kinds_) {
        name(y, look.px(kLane - 1), event_color(kind), event_lane_name(kind));
        y += look.px(kLane);
    }
    if (!context.analysis.query().hits.empty()) name(y, look.px(kLane - 1), ink::kLink, "hits");
    y = area.bar - look.px(kLane) * static_cast<float>(kInputLanes);
    for (std::size_t lane = 0; lane < kInputLanes && lanes_.pressed.list != nullptr; ++lane) {
        const auto key = static_cast<InputLane>(lane);
        name(y, look.px(kLane - 1), input_color(key), input_lane_name(key));
        y += look.px(kLane);
    }
    if (!lanes_.rates.empty())
        name(rate_top(context, area), look.px(kLane - 1), ink::kSoft, "rate");
    if (!lanes_.delays.empty())
        name(delay_top(context, area), look.px(kDelay - 1), ink::kSoft, "delay");
    name(area.bar, look.px(kBar), ink::kDim, "activity");
    name(area.strip, look.px(kStrip), ink::kDim, "integrity");
}

// Below the labels' names while a part is shown: how much of it, and whether that moves with the
// playhead. A click makes it follow again, or shows the whole.
void TimelinePanel::draw_zoom(const PanelContext& context, const Area& area) const {
    const TimelineView& view = context.timeline;
    if (view.whole()) return;
    const Look& look = context.look;
    const bool follows = view.follows();
    const std::string word = follows ? "follows" : "stays";
    const Box box = {area.x - look.px(kNames), area.labels, area.x - look.px(6),
                     area.labels + look.px(kLabels - 2)};
    ImGui::SetCursorScreenPos({box.x0, box.y0});
    if (ImGui::InvisibleButton("timeline zoom", {box.width(), box.height()}))
        context.enqueue(RunAction{follows ? "timeline.whole" : "timeline.follow"});
    probe(context, "timeline.zoom");
    tooltip(follows
                ? "A part of the recording, which follows the playhead.\nClick shows all of it."
                : "A part of the recording, which does not follow the playhead.\nClick makes it "
                  "follow.");
    const float size = look.px(11);
    const float wide = look.small->CalcTextSizeA(size, 1e6F, 0, word.c_str()).x;
    ImGui::GetWindowDrawList()->AddText(look.small, size, {box.x1 - wide, box.y0 + look.px(1)},
                                        follows ? ink::kSoft : ink::kAccent, word.c_str());
}

void TimelinePanel::draw_labels(const PanelContext& context, const Area& area) const {
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImGui::PushFont(context.look.small);
    const auto labels = context.timeline.labels(area.width, context.look.px(84),
                                                context.playback.ticks_per_second());
    for (const TimelineView::Label& label : labels) {
        const float x = std::floor(x_of(context, area, label.position));
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
    for (const EventLane kind : kinds_) {
        const auto bit = static_cast<unsigned>(kind);
        draw_lane(context, {area.x, y, 0, 0}, lanes_.events.size(), event_color(kind),
                  [&](std::size_t i) {
                      return (static_cast<unsigned>(lanes_.events[i]) >> bit & 1U) != 0;
                  });
        y += look.px(kLane);
    }
    draw_lane(context, {area.x, y, 0, 0}, lanes_.hits.size(), ink::kLink,
              [&](std::size_t i) { return lanes_.hits[i]; });
    draw_inputs(context, area);
    draw_rates(context, area);
    draw_delays(context, area);
    draw_resends(context, area);
    draw_strip(context, area);
}

// One lane for each key, as bright as it was held; what came late or not at all is marked over
// all of them, by colour and by where the mark is.
void TimelinePanel::draw_inputs(const PanelContext& context, const Area& area) const {
    if (lanes_.inputs.empty()) return;
    const Look& look = context.look;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float top = area.bar - look.px(kLane) * static_cast<float>(kInputLanes);
    const float tall = look.px(kLane - 2);
    for (std::size_t i = 0; i < lanes_.inputs.size(); ++i) {
        const InputColumn& column = lanes_.inputs[i];
        const float x = area.x + static_cast<float>(i);
        for (std::size_t lane = 0; lane < kInputLanes; ++lane) {
            if (column.held[lane] == 0) continue;
            const float y = top + look.px(kLane) * static_cast<float>(lane);
            const double share = 0.25 + 0.75 * column.held[lane] / 255.0;
            list->AddRectFilled({x, y}, {x + 1, y + tall},
                                input_color(static_cast<InputLane>(lane), share));
        }
        const float half = (area.bar - top) / 2;
        if (column.late) list->AddRectFilled({x, top}, {x + 1, top + half}, ink::kWarn);
        if (column.lost) list->AddRectFilled({x, top + half}, {x + 1, area.bar - 1}, ink::kBad);
        if (column.unordered) list->AddRectFilled({x, top}, {x + 1, area.bar - 1}, ink::kSoft);
    }
}

// Where who is followed has no inputs the lanes are another's, which nothing else on the screen
// says.
void TimelinePanel::draw_owner(const PanelContext& context, const Area& area) const {
    const Frame* frame = context.frames.current();
    if (lanes_.pressed.list == nullptr || frame == nullptr) return;
    const Schema& schema = context.session.reader().schema();
    if (!are_of_another(schema, frame->snapshot, lanes_.pressed.whose,
                        context.selection.followed()))
        return;
    const Look& look = context.look;
    const std::string words =
        context.shown("inputs of " + input_owner(schema, frame->snapshot, lanes_.pressed.whose));
    const float size = look.px(11);
    const ImVec2 wide = look.small->CalcTextSizeA(size, 1e6F, 0, words.c_str());
    const float top = area.bar - look.px(kLane) * static_cast<float>(kInputLanes);
    const float x = area.x + look.px(4);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({x, top}, {x + wide.x + look.px(8), top + wide.y + look.px(2)}, ink::kPlate,
                        look.px(3));
    list->AddText(look.small, size, {x + look.px(4), top + look.px(1)}, ink::kWarn, words.c_str());
}

// Above the lanes of inputs.
float TimelinePanel::rate_top(const PanelContext& context, const Area& area) const {
    const std::size_t below = lanes_.pressed.list != nullptr ? kInputLanes : 0;
    return area.bar - context.look.px(kLane) * static_cast<float>(below + 1);
}

// One lane; of a column with several rates each has its share of the height.
void TimelinePanel::draw_rates(const PanelContext& context, const Area& area) const {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < lanes_.rates.size(); ++i) {
        const float x = area.x + static_cast<float>(i);
        float y = rate_top(context, area);
        for (std::size_t rate = 0; rate < kSendRateCount; ++rate) {
            const auto tall = static_cast<float>(lanes_.rates[i][rate]);
            if (tall > 0) list->AddRectFilled({x, y}, {x + 1, y + tall}, kRateColors[rate]);
            y += tall;
        }
    }
}

int TimelinePanel::strip_height(const Look& look) {
    return static_cast<int>(std::lround(look.px(kStrip)));
}

bool TimelinePanel::shows_end(const PanelContext& context) {
    return context.timeline.to() >= static_cast<double>(context.playback.length());
}

void TimelinePanel::draw_strip(const PanelContext& context, const Area& area) const {
    const auto tall = static_cast<float>(strip_height(context.look));
    draw_integrity_strip(context.look, lanes_.integrity, {area.x, area.end - tall}, tall);
    const std::vector<Hole>& holes = context.session.scan().holes;
    for (const Hole& hole : holes) {
        const float x = x_of(context, area, static_cast<double>(hole.from));
        if (hole.from != hole.to || x < area.x) continue;
        draw_border_hole(context.look, hole.kind,
                         {std::max(x, area.x + context.look.px(kBorderHole)), area.end - tall},
                         tall);
    }
    if (!shows_end(context)) return;
    // The worst of what is missing behind it.
    Integrity kind = Integrity::None;
    for (const Hole& hole : holes_behind(holes, context.playback.length()))
        kind = std::max(kind, hole.kind);
    if (kind != Integrity::None)
        draw_end_mark(context.look, kind, {area.x + area.width, area.end - tall}, tall);
}

void TimelinePanel::draw_marks(const PanelContext& context, const Area& area) const {
    const Look& look = context.look;
    const Timeline& timeline = context.session.reader().timeline();
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t i = 1; i < timeline.segments().size(); ++i) {
        const Moment start{static_cast<std::uint32_t>(i), timeline.segments()[i].first};
        const float x = x_of(context, area, static_cast<double>(timeline.position(start)));
        list->AddLine({x, area.events}, {x, area.end}, ink::kLink, look.px(1));
    }
    const Loop& loop = context.playback.loop();
    if (loop.in || loop.out) {
        const double in = loop.in ? static_cast<double>(*loop.in) : 0.0;
        const double out = static_cast<double>(loop.out ? *loop.out : context.playback.length());
        const float x0 = x_of(context, area, in);
        const float x1 = x_of(context, area, out);
        const ImU32 shade = paint(0x000000, 0.45);
        list->AddRectFilled({area.x, area.events}, {x0, area.end}, shade);
        list->AddRectFilled({x1, area.events}, {area.x + area.width, area.end}, shade);
        const ImU32 edge = loop.repeat ? ink::kAccent : ink::kSoft;
        list->AddLine({x0, area.events}, {x0, area.end}, edge, look.px(2));
        list->AddLine({x1, area.events}, {x1, area.end}, edge, look.px(2));
    }
    for (const Marker& marker : context.markers.all()) draw_marker(context, area, marker);
}

// A flag on its pole; at the right edge, where a marker of the last snapshot is, it flies to the
// left.
void TimelinePanel::draw_marker(const PanelContext& context, const Area& area,
                                const Marker& marker) {
    const Look& look = context.look;
    const Timeline& timeline = context.session.reader().timeline();
    const auto position = static_cast<double>(timeline.position(marker.moment));
    if (position >= columns_end(context)) return;
    const float edge = area.x + area.width;
    const float x = std::min(x_of(context, area, position), edge - look.px(1));
    const float flag = look.px(x + look.px(8) > edge ? -8 : 8);
    const ImU32 color = paint(marker.color);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddLine({x, area.events}, {x, area.strip}, color, look.px(1));
    list->AddTriangleFilled({x, area.events}, {x + flag, area.events + look.px(4)},
                            {x, area.events + look.px(8)}, color);
}

void TimelinePanel::draw_playhead(const PanelContext& context, const Area& area) const {
    const Look& look = context.look;
    const float x = x_of(context, area, context.playback.playhead());
    ImDrawList* list = ImGui::GetWindowDrawList();
    const bool left = x < area.x;
    if (left || x > area.x + area.width) {  // somebody looks at another part
        const char* where = left ? "< playhead" : "playhead >";
        const float wide = look.small->CalcTextSizeA(look.px(11), 1e6F, 0, where).x;
        list->AddText(look.small, look.px(11),
                      {left ? area.x + look.px(4) : area.x + area.width - wide - look.px(4),
                       area.bar + look.px(4)},
                      ink::kAccent, where);
        return;
    }
    list->AddRectFilled({x - look.px(1), area.events - look.px(2)}, {x + look.px(1), area.end},
                        ink::kAccent);
    const float y = area.events - look.px(3);
    list->AddTriangleFilled({x - look.px(6), y - look.px(6)}, {x + look.px(6), y - look.px(6)},
                            {x, y + look.px(2)}, ink::kAccent);
}

}  // namespace tickreel
