#include "tickreel/analysis/series.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tickreel/analysis/describe.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/row.h"

namespace tickreel {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPublishEvery = std::chrono::milliseconds(400);

const Field* field_of(const Schema& schema, const FieldRef& ref) {
    if (!schema.contains(ref.item.type)) return nullptr;
    const auto& fields = schema[ref.item.type].fields;
    return ref.field < fields.size() ? &fields[ref.field] : nullptr;
}

// Doubles hold every value of these kinds; wider ones are kept as text.
bool fits_double(const Field* field) {
    if (field == nullptr) return true;  // a raw word
    switch (field->kind) {
        case FieldKind::Int64:
        case FieldKind::UInt64:
        case FieldKind::PackedText:
        case FieldKind::Text:
        case FieldKind::Blob:
            return false;
        default:
            return true;
    }
}

class Collector {
public:
    Collector(const ReelReader& reader, const FieldRef& ref)
        : schema_(reader.schema()),
          field_(field_of(schema_, ref)),
          keep_text_(!fits_double(field_)) {
        series_.field = ref;
        if (schema_.contains(ref.item.type)) rows_.emplace(schema_[ref.item.type]);
    }

    void add(const Frame& frame, std::int64_t position, Evolution& evolution) {
        series_.end = position;
        std::optional<Row> row = frame.snapshot.find(series_.field.item);
        PointState state = row ? PointState::Null : PointState::NotThere;
        if (row && series_.field.evolved) {
            const Row now = evolution.evolve(frame.moment(), series_.field.item, *row);
            row = now.empty() ? std::nullopt : std::optional(now);
            if (!row) state = PointState::Unknown;
        }
        Value value;
        if (row && rows_) value = read(*row);
        if (!std::holds_alternative<std::monostate>(value)) state = PointState::Known;
        if (started_ && state == state_ && value == last_) return;
        if (!started_ && state == PointState::NotThere) return;
        series_.changes += started_ ? 1 : 0;
        started_ = true;
        state_ = state;
        last_ = std::move(value);
        keep(position);
    }
    SeriesPointer result(bool complete) {
        series_.complete = complete;
        return std::make_shared<const Series>(series_);
    }

private:
    Value read(Row row) const {
        if (field_ != nullptr) return rows_->read(row, series_.field.field);
        const std::size_t word = series_.field.field - rows_->type().fields.size();
        return word < row.size() ? Value(std::int64_t{row[word]}) : Value();
    }

    void keep(std::int64_t position) {
        if (series_.points.size() >= kMaxChanges) {
            // The last one that has room ends the curve: what holds behind it is not kept.
            if (series_.left_out++ == 0) {
                series_.points.back() = {series_.points.back().position};
                series_.states.back() = PointState::Unknown;
                ++series_.left_out;
            }
            return;
        }
        const std::optional<double> number = as_number(last_);
        SeriesPoint point{position};
        if (number && std::isfinite(*number)) {
            point.value = *number;
            const bool first = series_.low > series_.high;
            series_.low = first ? *number : std::min(series_.low, *number);
            series_.high = first ? *number : std::max(series_.high, *number);
        }
        series_.points.push_back(point);
        series_.states.push_back(state_);
        if (keep_text_) {
            std::string text;
            if (state_ == PointState::Known && text_bytes_ < kMaxSeriesText) {
                text = display_value(*field_, last_);
                text_bytes_ += text.size();
            }
            series_.texts.push_back(std::move(text));
        }
    }

    const Schema& schema_;
    const Field* field_;
    bool keep_text_;
    std::optional<RowReader> rows_;
    Series series_;
    Value last_;
    bool started_ = false;
    PointState state_ = PointState::NotThere;
    std::size_t text_bytes_ = 0;
};

}  // namespace

std::optional<FieldRef> find_series_field(const Schema& schema, std::string_view game, ItemKey item,
                                          std::string_view name, EvolverMakers makers) {
    if (!schema.contains(item.type)) return {};
    const ItemType& type = schema[item.type];
    if (const auto field = find_field(type, name)) return FieldRef{item, *field};
    if (!name.starts_with(kEvolvedPrefix)) return {};
    const std::string_view base = name.substr(kEvolvedPrefix.size());
    const bool evolves = std::any_of(makers.begin(), makers.end(), [&](const EvolverMaker& maker) {
        return maker.game == game && maker.type == type.name &&
               std::find(maker.fields.begin(), maker.fields.end(), base) != maker.fields.end();
    });
    const auto field = evolves ? find_field(type, base) : std::nullopt;
    return field ? std::optional(FieldRef{item, *field, true}) : std::nullopt;
}

std::string field_title(const Schema& schema, const Snapshot* snapshot, const FieldRef& ref,
                        const Roster* roster) {
    const Field* field = field_of(schema, ref);
    std::string title = snapshot != nullptr ? item_title(schema, *snapshot, ref.item, roster)
                                            : item_title(schema, Snapshot(), ref.item, roster);
    if (field != nullptr)
        return concat(title, ".", ref.evolved ? kEvolvedPrefix : std::string_view(), field->name);
    const std::size_t known =
        schema.contains(ref.item.type) ? schema[ref.item.type].fields.size() : 0;
    return concat(title, ".word", ref.field - std::min(known, ref.field));
}

bool is_plottable(const Schema& schema, const FieldRef& ref) {
    const Field* field = field_of(schema, ref);
    if (field == nullptr) return true;
    return field->kind != FieldKind::PackedText && field->kind != FieldKind::Text &&
           field->kind != FieldKind::Blob;
}

std::optional<std::size_t> Series::index_at(std::int64_t position) const {
    const auto behind = std::upper_bound(
        points.begin(), points.end(), position,
        [](std::int64_t at, const SeriesPoint& point) { return at < point.position; });
    if (behind == points.begin()) return std::nullopt;
    return static_cast<std::size_t>(behind - points.begin()) - 1;
}

std::optional<std::size_t> Series::last_change(std::int64_t position) const {
    const auto index = index_at(position);
    return index && *index > 0 ? index : std::nullopt;
}

std::optional<std::size_t> Series::next_change(std::int64_t position) const {
    const auto index = index_at(position);
    const std::size_t next = index ? *index + 1 : 1;
    return next < points.size() ? std::optional(next) : std::nullopt;
}

double Series::value_at(std::int64_t position) const {
    const auto index = index_at(position);
    return index ? points[*index].value : std::numeric_limits<double>::quiet_NaN();
}

std::string point_text(const Schema& schema, const Series& series, std::size_t index) {
    switch (series.states[index]) {
        case PointState::NotThere:
            return "not there";
        case PointState::Null:
            return "null";
        case PointState::Unknown:
            return series.left_out > 0 && index + 1 == series.points.size() ? "not kept"
                                                                            : "cannot be computed";
        case PointState::Known:
            break;
    }
    if (!series.texts.empty())  // beyond kMaxSeriesText there are none
        return series.texts[index].empty() ? "a text that is not kept" : series.texts[index];
    const double value = series.points[index].value;
    if (std::isnan(value)) return "not a finite number";
    const Field* field = field_of(schema, series.field);
    if (field == nullptr) return std::to_string(static_cast<std::int64_t>(value));
    switch (field->kind) {
        case FieldKind::Bool:
            return display_value(*field, Value(value != 0.0));
        case FieldKind::Float32:
        case FieldKind::Float64:
            return display_value(*field, Value(value));
        default:
            return display_value(*field, Value(static_cast<std::int64_t>(value)));
    }
}

void collect_series(const ReelReader& reader, const std::vector<FieldRef>& fields,
                    WorkControl& control, const std::function<void(SeriesList)>& publish,
                    EvolverMakers evolvers, Evolution::FindMap find_map) {
    Evolution evolution(reader, evolvers, std::move(find_map));
    std::vector<Collector> collectors;
    collectors.reserve(fields.size());
    for (const FieldRef& field : fields) collectors.emplace_back(reader, field);
    const auto hand_over = [&](bool complete) {
        SeriesList list;
        for (Collector& collector : collectors) list.push_back(collector.result(complete));
        publish(std::move(list));
    };
    const auto all = static_cast<double>(std::max<std::int64_t>(reader.timeline().length(), 1));
    Clock::time_point published = Clock::now();
    const auto add = [&](const Frame& frame) {
        const std::int64_t position = reader.timeline().position(frame.moment());
        for (Collector& collector : collectors) collector.add(frame, position, evolution);
        const auto now = Clock::now();
        if (now - published >= kPublishEvery) {
            published = now;
            control.set_progress(static_cast<double>(position) / all);
            hand_over(false);
        }
        return !control.stopped();
    };
    // The scan reports unreadable parts; the last value before them is no value of theirs.
    const Result<void> read = reader.scan(reader.everything(), ignore_problems, add);
    hand_over(read.ok() && !control.stopped());
}

}  // namespace tickreel
