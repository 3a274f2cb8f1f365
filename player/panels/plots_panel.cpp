#include "player/panels/plots_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "player/panels/timeline_panel.h"
#include "player/panels/widgets.h"
#include "player/state/analysis.h"
#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {
namespace {

constexpr std::array<ImU32, kMaxPlots> kCurveColors = {
    paint(0x6cb6ff), paint(0xffd479), paint(0x6fd3a5), paint(0xf37d82),
    paint(0xc792ea), paint(0xff9e64), paint(0x4fd6e0), paint(0xd5dbe5)};

}  // namespace

// On the columns of the timeline above it: the legend in a row, below it the plot with its axis.
void PlotsPanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float names = look.px(TimelinePanel::kNames);
    draw_legend(context);
    const float below = ImGui::GetCursorScreenPos().y;
    const Box box = {at.x + names, below, at.x + std::max(room.x, names + 16.0F), at.y + room.y};
    if (box.height() > 20) {
        draw_axis(context, box);
        ImGui::SetCursorScreenPos({box.x0, box.y0});
        draw_chart(context, box);
    }
}

void PlotsPanel::draw_legend(const PanelContext& context) const {
    const Look& look = context.look;
    const Analysis& analysis = context.analysis;
    const Schema& schema = context.session.reader().schema();
    const Frame* frame = context.frames.current();
    ImGui::PushFont(look.small);
    for (std::size_t i = 0; i < analysis.plots().size(); ++i) {
        const FieldRef& field = analysis.plots()[i];
        const SeriesPointer series = analysis.plot_series(field);
        ImGui::PushID(static_cast<int>(i));
        const std::string title = context.shown(field_title(
            schema, frame != nullptr ? &frame->snapshot : nullptr, field, &context.roster));
        std::string value = "...";
        if (series)
            value = curve_text(context, *series, hovered_.value_or(context.playback.position()));
        if (chip(look, fitted(title, look.px(180)).c_str(), kCurveColors[i], true))
            context.enqueue(UnplotField{field});
        tooltip((title + "\nClick removes it from the plot").c_str());
        probe(context, fmt::format("plots.{}", i).c_str());
        ImGui::SameLine(0, look.px(4));
        text(kCurveColors[i], value);
        ImGui::SameLine(0, look.px(12));
        ImGui::PopID();
    }
    if (analysis.plotting()) {
        text(ink::kDim, fmt::format("reading {:.0f} %", analysis.plot_progress() * 100));
        ImGui::SameLine();
    }
    if (ImGui::SmallButton("Clear")) context.enqueue(ClearPlots{});
    probe(context, "plots.clear");
    ImGui::PopFont();
}

// The lowest and the highest value of each curve, in its colour, where they lie.
void PlotsPanel::draw_axis(const PanelContext& context, const Box& box) const {
    const Look& look = context.look;
    const Analysis& analysis = context.analysis;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float size = look.px(10);
    const auto label = [&](std::size_t i, double raw, const CurveScale& scale, float y) {
        const float room = look.px(TimelinePanel::kNames - 8);
        const auto width_of = [&](const std::string& text) {
            return look.small->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
        };
        const std::string number = fmt::format("{:g}", raw * scale.factor);
        // Where there is no room for the unit, the legend has it.
        std::string word = number + (scale.unit.empty() ? "" : " ") + scale.unit;
        if (width_of(word) > room) word = number;
        const float wide = width_of(word);
        list->AddText(look.small, size, {box.x0 - look.px(6) - wide, y}, kCurveColors[i],
                      word.c_str());
    };
    const auto rows = static_cast<std::size_t>(box.height() / 2 / (size + 1));
    for (std::size_t i = 0; i < std::min(analysis.plots().size(), rows); ++i) {
        const SeriesPointer series = analysis.plot_series(analysis.plots()[i]);
        if (series && series->low <= series->high) {
            const CurveScale scale =
                curve_scale(context.session.reader().schema(), analysis.plots()[i]);
            const float row = static_cast<float>(i) * (size + 1);
            label(i, series->high, scale, box.y0 + row);
            label(i, series->low, scale, box.y1 - size - 1 - row);
        }
    }
}

void PlotsPanel::draw_chart(const PanelContext& context, const Box& box) {
    const Look& look = context.look;
    const TimelineView& view = context.timeline;
    ImGui::InvisibleButton("chart", {box.width(), box.height()});
    probe(context, "plots");
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({box.x0, box.y0}, {box.x1, box.y1}, ink::kBack, look.px(4));
    list->PushClipRect({box.x0, box.y0}, {box.x1, box.y1}, true);
    for (const TimelineView::Label& label :
         view.labels(box.width(), look.px(84), context.playback.ticks_per_second())) {
        const float x = box.x0 + static_cast<float>(view.pixel(label.position, box.width()));
        list->AddLine({x, box.y0}, {x, box.y1}, paint(0xffffff, 0.06));
    }
    const Box inner = {box.x0, box.y0 + look.px(8), box.x1, box.y1 - look.px(8)};
    for (std::size_t i = 0; i < context.analysis.plots().size(); ++i) {
        const SeriesPointer series = context.analysis.plot_series(context.analysis.plots()[i]);
        if (series && series->low <= series->high) {
            const double pad = series->high > series->low ? 0.0 : 1.0;
            curves_[i].draw_line(list,
                                 {series, context.session.scan_pointer(), view, inner,
                                  series->low - pad, series->high + pad},
                                 kCurveColors[i], look.px(1.5F));
        }
    }
    const auto playhead = static_cast<float>(view.pixel(context.playback.playhead(), box.width()));
    list->AddLine({box.x0 + playhead, box.y0}, {box.x0 + playhead, box.y1}, ink::kAccent,
                  look.px(1.5F));
    handle_mouse(context, box);
    list->PopClipRect();
}

void PlotsPanel::handle_mouse(const PanelContext& context, const Box& box) {
    const ImGuiIO& io = ImGui::GetIO();
    const TimelineView& view = context.timeline;
    const double under = view.position(io.MousePos.x - box.x0, box.width());
    const bool over = ImGui::IsItemHovered();
    hovered_ = over ? std::optional(static_cast<std::int64_t>(under)) : std::nullopt;
    if (over) {
        ImGui::GetWindowDrawList()->AddLine({io.MousePos.x, box.y0}, {io.MousePos.x, box.y1},
                                            paint(0xffffff, 0.35));
        if (io.MouseWheel != 0.0F) {
            TimelineView changed = view;
            changed.zoom(under, std::pow(1.25, static_cast<double>(io.MouseWheel)));
            context.enqueue(SetTimelineView{changed});
        }
    }
    if (ImGui::IsItemActivated()) {
        dragging_ = true;
        context.enqueue(BeginScrub{});
    }
    if (dragging_) {
        context.enqueue(Move{std::llround(under)});
        if (!io.MouseDown[0]) {
            dragging_ = false;
            context.enqueue(EndScrub{});
        }
    }
}

}  // namespace tickreel
