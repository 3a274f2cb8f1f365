#include "player/panels/blame_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/analysis.h"
#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {

void BlamePanel::draw(const PanelContext& context) {
    const Analysis& analysis = context.analysis;
    if (!context.session.ready() || !analysis.blamed()) {
        paragraph(
            ink::kDim,
            "Click a field of the inspector: here you see when it changed, how often, and its "
            "values over the whole recording.");
        return;
    }
    const SeriesPointer& series = analysis.blame_series();
    pane_note(context.look, analysis.blaming()
                                ? fmt::format("reading {:.0f} %", analysis.blame_progress() * 100)
                                : "");
    const Frame* frame = context.frames.current();
    text(context.look.strong, ink::kAccent,
         context.shown(field_title(context.session.reader().schema(),
                                   frame != nullptr ? &frame->snapshot : nullptr,
                                   *analysis.blamed(), &context.roster)));
    if (!series) {
        paragraph(ink::kDim, "Reading the recording ...");
        return;
    }
    draw_facts(context, *series);
    draw_curve(context, *series);
    draw_buttons(context, *analysis.blamed());
}

void BlamePanel::draw_change(const PanelContext& context, const Series& series, const char* label,
                             std::optional<std::size_t> index) {
    if (!index) {
        fact(context.look, label, "never", ink::kSoft);
        return;
    }
    const Schema& schema = context.session.reader().schema();
    const std::int64_t position = series.points[*index].position;
    const std::int64_t way = position - context.playback.position();
    const double seconds = static_cast<double>(way) / context.playback.ticks_per_second();
    const float left = ImGui::GetCursorPosX();
    text(ink::kDim, label);
    ImGui::SameLine(left + context.look.px(40));
    ImGui::PushFont(context.look.small);
    ImGui::PushID(label);
    if (ImGui::SmallButton("go")) context.enqueue(Jump{position});
    probe(context, fmt::format("blame.{}", label).c_str());
    ImGui::PopID();
    ImGui::PopFont();
    ImGui::SameLine(left + context.look.px(92));
    const std::string change =
        point_text(schema, series, *index - 1) + " -> " + point_text(schema, series, *index);
    paragraph(context, ink::kText, change + fmt::format("   {:+.2f} s", seconds));
}

void BlamePanel::draw_facts(const PanelContext& context, const Series& series) {
    const std::int64_t here = context.playback.position();
    draw_change(context, series, "last", series.last_change(here));
    draw_change(context, series, "next", series.next_change(here));
    fact(context.look, "changes",
         grouped(series.changes) + (series.complete ? "" : " so far") +
             (series.left_out > 0 ? ", the first " + grouped(series.points.size()) + " kept" : ""));
    if (context.session.scan().hole_ticks(Integrity::Unreadable) > 0)
        fact(context.look, "not read", "unreadable ticks: their changes are not counted",
             ink::kWarn);
    if (series.low <= series.high &&
        is_plottable(context.session.reader().schema(), series.field)) {
        const CurveScale scale = curve_scale(context.session.reader().schema(), series.field);
        fact(context.look, "range",
             fmt::format("{:g} ... {:g} {}", series.low * scale.factor, series.high * scale.factor,
                         scale.unit));
    }
}

void BlamePanel::draw_curve(const PanelContext& context, const Series& series) {
    const Look& look = context.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 20.0F);
    const float buttons = ImGui::GetTextLineHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
    const float height =
        std::clamp(ImGui::GetContentRegionAvail().y - buttons, look.px(24), look.px(52));
    ImGui::InvisibleButton("curve", {width, height});
    probe(context, "blame.curve");
    const Box box = {at.x, at.y, at.x + width, at.y + height};
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {box.x1, box.y1}, ink::kBack, look.px(4));
    const TimelineView whole(context.playback.length());
    const double pad = series.high > series.low ? 0.0 : 1.0;
    const CurveView what = {context.analysis.blame_series(),
                            context.session.scan_pointer(),
                            whole,
                            {box.x0, box.y0 + look.px(5), box.x1, box.y1 - look.px(5)},
                            series.low - pad,
                            series.high + pad};
    if (is_plottable(context.session.reader().schema(), series.field) && series.low <= series.high)
        curve_.draw_line(list, what, ink::kLink, look.px(1.3F));
    curve_.draw_changes(list, what, ink::kChanged);
    const auto playhead = static_cast<float>(whole.pixel(context.playback.playhead(), width));
    list->AddLine({at.x + playhead, box.y0}, {at.x + playhead, box.y1}, ink::kAccent, look.px(1));
    if (ImGui::IsItemClicked()) {
        context.enqueue(Jump{
            static_cast<std::int64_t>(whole.position(ImGui::GetIO().MousePos.x - at.x, width))});
    }
    if (ImGui::IsItemHovered()) {
        const double there = whole.position(ImGui::GetIO().MousePos.x - at.x, width);
        ImGui::BeginTooltip();
        text(ink::kText, Timeline::format_time(there / context.playback.ticks_per_second()));
        text(ink::kChanged, curve_text(context, series, static_cast<std::int64_t>(there)));
        ImGui::EndTooltip();
    }
}

void BlamePanel::draw_buttons(const PanelContext& context, const FieldRef& field) {
    if (ImGui::SmallButton("Previous change")) context.enqueue(RunAction{"blame.previous"});
    action_tooltip(context, "blame.previous");
    ImGui::SameLine();
    if (ImGui::SmallButton("Next change")) context.enqueue(RunAction{"blame.next"});
    action_tooltip(context, "blame.next");
    ImGui::SameLine();
    const bool plotted = context.analysis.is_plotted(field);
    if (ImGui::SmallButton(plotted ? "Unplot" : "Plot"))
        context.enqueue(plotted ? Command(UnplotField{field}) : Command(PlotField{field}));
    probe(context, "blame.plot");
}

}  // namespace tickreel
