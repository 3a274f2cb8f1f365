// What the timeline shows per pixel column: computed when the scan or the visible stretch changes.
#include <algorithm>
#include <array>
#include <cmath>

#include "player/panels/timeline_panel.h"
#include "player/state/analysis.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"

namespace tickreel {
namespace {

// What was held or sent last says nothing of ticks that cannot be read.
template <class Column>
void blank_unreadable(const RecordingScan& scan, const std::vector<double>& edges,
                      std::vector<Column>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Hole* hole = scan.hole_at(static_cast<std::int64_t>(edges[i]));
        if (hole != nullptr && hole->kind == Integrity::Unreadable &&
            edges[i + 1] <= static_cast<double>(hole->to))
            columns[i] = {};
    }
}

}  // namespace

void TimelinePanel::update_kinds(const PanelContext& context) {
    if (counted_ == context.session.scan_pointer() && shown_ == context.view.lanes) return;
    counted_ = context.session.scan_pointer();
    shown_ = context.view.lanes;
    std::array<bool, kEventLanes> occurs{};
    for (std::size_t i = 0; i < counted_->events.size(); ++i)
        occurs[static_cast<std::size_t>(counted_->events[i].kind)] = true;
    kinds_.clear();
    for (std::size_t kind = 0; kind < kEventLanes; ++kind)
        if (occurs[kind] && shown_[kind]) kinds_.push_back(static_cast<EventLane>(kind));
}

// Whose inputs are shown; no list: nobody's.
LaneInputs TimelinePanel::pressed(const PanelContext& context) {
    return context.view.input_lanes
               ? lane_inputs(context.session.scan().inputs, context.selection.followed())
               : LaneInputs{};
}

// The last snapshot has no place to the right of it, and is in the last column.
double TimelinePanel::columns_end(const PanelContext& context) {
    constexpr double kRounding = 1e-6;
    const double to = context.timeline.to();
    const auto last = static_cast<double>(context.playback.length());
    return to + kRounding < last ? to : std::max(to, last + 1);
}

// The positions at which pixel columns begin, and where the last one ends.
std::vector<double> TimelinePanel::column_edges(const PanelContext& context, float width) {
    std::vector<double> edges;
    for (std::size_t i = 0; i < static_cast<std::size_t>(width); ++i)
        edges.push_back(context.timeline.position(static_cast<double>(i), width));
    edges.push_back(columns_end(context));
    return edges;
}

bool TimelinePanel::shows_rate(const PanelContext& context) {
    return context.view.rate_lane && context.session.scan().rates.known();
}

void TimelinePanel::update_rates(const PanelContext& context, float width) {
    if (!shows_rate(context)) return;
    const std::vector<double> edges = column_edges(context, width);
    lanes_.rates = rate_columns(context.session.scan().rates, edges,
                                static_cast<int>(std::lround(context.look.px(kRate))));
    blank_unreadable(context.session.scan(), edges, lanes_.rates);
}

void TimelinePanel::update_inputs(const PanelContext& context, float width) {
    if (lanes_.pressed.list == nullptr) return;
    const Timeline& timeline = context.session.reader().timeline();
    const std::vector<double> edges = column_edges(context, width);
    std::vector<std::int64_t> starts;
    for (std::uint32_t i = 0; i < timeline.segments().size(); ++i)
        starts.push_back(timeline.position({i, timeline.segments()[i].first}));
    for (const Hole& hole : context.session.scan().holes)
        if (hole.kind == Integrity::Unreadable) starts.insert(starts.end(), {hole.from, hole.to});
    std::sort(starts.begin(), starts.end());
    lanes_.inputs = input_columns(*lanes_.pressed.list, edges, starts,
                                  static_cast<double>(context.playback.length() + 1));
    blank_unreadable(context.session.scan(), edges, lanes_.inputs);
}

// Which pixel columns a stretch of the query covers.
void TimelinePanel::update_hits(const PanelContext& context, float width) {
    const TimelineView& view = context.timeline;
    const auto columns = static_cast<std::size_t>(width);
    lanes_.hits.assign(columns, false);
    for (const QueryHit& hit : lanes_.query->hits) {
        const double from = view.pixel(static_cast<double>(hit.from), width);
        const double to = view.pixel(static_cast<double>(hit.to), width);
        if (to < 0 || static_cast<double>(hit.from) >= columns_end(context)) continue;
        const auto first = static_cast<std::size_t>(std::clamp(from, 0.0, width - 1.0));
        const auto last = static_cast<std::size_t>(std::clamp(to, 0.0, width - 1.0));
        for (std::size_t i = first; i <= last && i < columns; ++i) lanes_.hits[i] = true;
    }
}

void TimelinePanel::update_lanes(const PanelContext& context, float width) {
    const TimelineView& view = context.timeline;
    const RecordingScan& scan = context.session.scan();
    const auto columns = static_cast<std::size_t>(width);
    const LaneInputs shown_inputs = pressed(context);
    const bool same =
        lanes_.scan == context.session.scan_pointer() && lanes_.from == view.from() &&
        lanes_.to == view.to() && lanes_.integrity.size() == columns &&
        lanes_.shown == context.view.lanes && lanes_.query == context.analysis.query_pointer() &&
        lanes_.pressed.list == shown_inputs.list && lanes_.rates.empty() != shows_rate(context) &&
        lanes_.delays.empty() != shows_delay(context);
    if (same) return;
    lanes_ = {};
    lanes_.scan = context.session.scan_pointer();
    lanes_.query = context.analysis.query_pointer();
    lanes_.from = view.from();
    lanes_.to = view.to();
    lanes_.shown = context.view.lanes;
    lanes_.pressed = shown_inputs;
    update_inputs(context, width);
    update_rates(context, width);
    update_delays(context, width);
    update_hits(context, width);
    lanes_.integrity.resize(columns);
    lanes_.events.resize(columns);
    const std::vector<double> edges = column_edges(context, width);
    for (std::size_t i = 0; i < columns; ++i) {
        const auto from = static_cast<std::int64_t>(std::floor(edges[i]));
        const auto to = std::max(static_cast<std::int64_t>(std::floor(edges[i + 1])), from + 1);
        lanes_.integrity[i] = strip_column(scan.shares(from, to), strip_height(context.look));
    }
    std::vector<int> counts(columns);
    for (std::size_t i = scan.events.lower_bound(static_cast<std::int64_t>(view.from()));
         i < scan.events.size(); ++i) {
        const EventEntry event = scan.events[i];
        if (static_cast<double>(event.position) >= edges.back()) break;
        const double pixel = view.pixel(static_cast<double>(event.position), width);
        const std::size_t column =
            std::min(static_cast<std::size_t>(std::max(pixel, 0.0)), columns - 1);
        const auto kind = static_cast<std::size_t>(event.kind);
        ++counts[column];
        if (context.view.lanes[kind])
            lanes_.events[column] |= static_cast<std::uint16_t>(1U << kind);
    }
    smooth_density(counts);
}

// A moving sum, so that single events show as low hills and a fight as a mountain.
void TimelinePanel::smooth_density(const std::vector<int>& counts) {
    constexpr std::size_t kReach = 6;
    lanes_.density.assign(counts.size(), 0);
    std::vector<int> sums(counts.size());
    int highest = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t first = i < kReach ? 0 : i - kReach;
        const std::size_t last = std::min(i + kReach + 1, counts.size());
        for (std::size_t j = first; j < last; ++j) sums[i] += counts[j];
        highest = std::max(highest, sums[i]);
    }
    for (std::size_t i = 0; i < counts.size() && highest > 0; ++i)
        lanes_.density[i] = static_cast<std::uint8_t>(sums[i] * 255 / highest);
}

}  // namespace tickreel
