#include "player/panels/curve.h"

#include <algorithm>
#include <cmath>

#include "player/state/recording_session.h"
#include "tickreel/analysis/holes.h"

namespace tickreel {

CurveScale curve_scale(const Schema& schema, const FieldRef& field) {
    if (!schema.contains(field.item.type) || field.field >= schema[field.item.type].fields.size())
        return {};
    const Field& is = schema[field.item.type].fields[field.field];
    return {is.scale, is.unit};
}

// In a gap the last snapshot is what the whole window shows; of what cannot be read nothing is.
std::string curve_text(const PanelContext& context, const Series& series, std::int64_t position) {
    const Hole* hole = context.session.scan().hole_at(position);
    if (hole != nullptr && hole->kind == Integrity::Unreadable)
        return std::string(integrity_name(hole->kind));
    if (position > series.end) return series.complete ? "not read" : "...";
    const auto index = series.index_at(position);
    const std::string value =
        index ? context.shown(point_text(context.session.reader().schema(), series, *index))
              : std::string("not there");
    if (series.complete && !series.ever_there()) return "never there";
    return hole != nullptr ? value + " before the gap" : value;
}

// The values that hold within [from, to).
Curve::Column Curve::column_of(const CurveView& what, std::int64_t from, std::int64_t to) {
    Column column;
    const Series& series = *what.series;
    const Hole* hole = hole_at(what.scan->holes, from);
    if (hole != nullptr && to <= hole->to) return column;
    const double span = what.high > what.low ? what.high - what.low : 1.0;
    for (std::size_t i = series.index_at(from).value_or(0);
         i < series.points.size() && series.points[i].position < to; ++i) {
        column.changes = column.changes || (i > 0 && series.points[i].position >= from);
        const double value = series.points[i].value;
        if (std::isnan(value)) continue;
        const float share = std::clamp(static_cast<float>((value - what.low) / span), 0.0F, 1.0F);
        column.low = column.any ? std::min(column.low, share) : share;
        column.high = column.any ? std::max(column.high, share) : share;
        column.last = share;
        column.any = true;
    }
    return column;
}

void Curve::update(const CurveView& what) {
    const bool same = shown_.series == what.series && shown_.scan == what.scan &&
                      shown_.view.from() == what.view.from() &&
                      shown_.view.to() == what.view.to() &&
                      shown_.box.width() == what.box.width() && shown_.low == what.low &&
                      shown_.high == what.high;
    shown_ = what;
    if (same) return;
    columns_.clear();
    const float width = what.box.width();
    const auto edge = [&](int column) {
        return static_cast<std::int64_t>(what.view.position(column, width));
    };
    for (int i = 0; i < static_cast<int>(width) && edge(i) <= what.series->end; ++i)
        columns_.push_back(column_of(what, edge(i), std::max(edge(i + 1), edge(i) + 1)));
}

void Curve::draw_line(ImDrawList* list, const CurveView& what, ImU32 color, float thick) {
    update(what);
    const Box& box = what.box;
    const auto y = [&box](float share) { return box.y1 - share * box.height(); };
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& now = columns_[i];
        if (!now.any) continue;
        const bool joined = i > 0 && columns_[i - 1].any;
        const float high = joined ? std::max(now.high, columns_[i - 1].last) : now.high;
        const float low = joined ? std::min(now.low, columns_[i - 1].last) : now.low;
        const float x = box.x0 + static_cast<float>(i);
        list->AddRectFilled({x, y(high) - thick / 2}, {x + 1, y(low) + thick / 2}, color);
    }
}

void Curve::draw_changes(ImDrawList* list, const CurveView& what, ImU32 color) {
    update(what);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].changes) {
            const float x = what.box.x0 + static_cast<float>(i);
            list->AddRectFilled({x, what.box.y1 - 3}, {x + 1, what.box.y1}, color);
        }
    }
}

}  // namespace tickreel
