#include "tickreel/analysis/in_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "format/analysis/as_decimal.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/empty_event.h"
#include "tickreel/analysis/segment_pairs.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

namespace {

// What comes after the start, of one side.
class SplitTimes {
public:
    SplitTimes(const ReelReader& reel, const TypeTable& types, Moment start)
        : reel_(reel), types_(types), start_(start) {
        for (const Marker& marker : reel.markers())
            if (marker.moment.segment == start.segment && marker.moment >= start)
                add("marker " + marker.text, marker.moment);
    }

    void take(const Frame& frame) {
        for (const Event& event : frame.events) {
            const ItemType& type = types_[event.type];
            if (type.event_class != EventClass::Race || says_nothing(values(event))) continue;
            std::string name = type.name;
            for (const Role role : {Role::Subject, Role::Owner})
                if (const auto field = find_role(type, role)) {
                    const auto who = entity_of(types_.reader(event.type).read(event.row, *field));
                    if (!who) continue;
                    name += ' ' + entity_name(reel_.schema(), frame.snapshot, *who, nullptr);
                    break;
                }
            add(name, frame.moment());
        }
    }

    // In time order.
    std::vector<std::pair<std::string, double>> all() const {
        auto sorted = times_;
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
        std::map<std::string, unsigned> counts;
        for (auto& [name, seconds] : sorted)
            if (const unsigned count = ++counts[name]; count > 1) name += concat(" ", count);
        return sorted;
    }

private:
    std::vector<Value> values(const Event& event) const {
        const RowReader& reader = types_.reader(event.type);
        std::vector<Value> fields;
        for (std::size_t i = 0; i < reader.type().fields.size(); ++i)
            fields.push_back(reader.read(event.row, i));
        return fields;
    }
    void add(std::string name, Moment moment) {
        times_.emplace_back(std::move(name), static_cast<double>(moment.tick - start_.tick) /
                                                 reel_.timeline().ticks_per_second());
    }

    const ReelReader& reel_;
    const TypeTable& types_;
    Moment start_;
    std::vector<std::pair<std::string, double>> times_;
};

class Walk {
public:
    Walk(const ReelReader& first, const ReelReader& second, const StepStarts& starts)
        : second_(second),
          starts_(starts),
          types_a_(first.schema()),
          types_b_(second.schema()),
          splits_a_(first, types_a_, starts.first),
          splits_b_(second, types_b_, starts.second) {
        for (const ItemType& type : first.schema().types())
            to_second_.push_back(second.schema().find(type.name));
        for (const ItemType& type : second.schema().types())
            to_first_.push_back(first.schema().find(type.name));
    }

    // False: an error.
    bool take(const Frame& a) {
        splits_a_.take(a);
        const Tick step = a.tick - starts_.first.tick;
        while (!started_ || (b_ && b_->tick - starts_.second.tick < step)) {
            if (started_ && !std::exchange(b_matched_, false)) ++result_.only_second;
            if (!advance()) return false;
        }
        if (!b_ || b_->tick - starts_.second.tick != step) {
            ++result_.only_first;
            return true;
        }
        ++result_.snapshots;
        b_matched_ = true;
        snapshots(a, b_->snapshot);
        return true;
    }

    Result<InStep> result() {
        while (!error_ && (!started_ || b_)) {
            if (started_ && !std::exchange(b_matched_, false)) ++result_.only_second;
            advance();
        }
        if (error_) return *error_;
        for (auto& [key, field] : fields_) result_.fields.push_back(std::move(field.first));
        std::stable_sort(
            result_.fields.begin(), result_.fields.end(),
            [](const FieldInStep& a, const FieldInStep& b) { return a.moment < b.moment; });
        for (const auto& [name, seconds] : splits_a_.all())
            result_.splits.push_back({name, seconds, std::nullopt});
        for (const auto& split : splits_b_.all()) {
            const auto same =
                std::find_if(result_.splits.begin(), result_.splits.end(),
                             [&](const Split& known) { return known.name == split.first; });
            if (same == result_.splits.end())
                result_.splits.push_back({split.first, std::nullopt, split.second});
            else
                same->second = split.second;
        }
        return std::move(result_);
    }

private:
    static constexpr std::size_t kWholeItem = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t kWords = kWholeItem - 1;

    // The next snapshot of the second one, in its segment.
    bool advance() {
        auto next = std::exchange(started_, true) ? second_.next(b_->moment()) : begin();
        if (!next) {
            error_ = next.error();
            return false;
        }
        b_ = std::move(*next);
        if (b_ && b_->segment != starts_.second.segment) b_.reset();
        if (b_) splits_b_.take(*b_);
        return true;
    }
    Result<std::optional<Frame>> begin() const {
        auto frame = second_.at(starts_.second);
        if (!frame)
            return second_.next(starts_.second);  // damaged there: from where it can be read
        if (frame->moment() < starts_.second) return second_.next(frame->moment());
        return std::optional<Frame>(*std::move(frame));
    }

    void snapshots(const Frame& a, const Snapshot& b) {
        for (const Item item : a.snapshot) {
            const auto type = of_other(to_second_, to_first_.size(), item.key.type);
            const auto row = type ? b.find({*type, item.key.entity}) : std::nullopt;
            if (!row)
                lone(types_a_[item.key.type], item.key.type, item.key.entity, a, true);
            else if (!std::equal(item.row.begin(), item.row.end(), row->begin(), row->end()))
                rows(a, item, *type, *row);
        }
        for (const Item item : b) {
            const auto type = of_other(to_first_, to_second_.size(), item.key.type);
            if (!type || !a.snapshot.find({*type, item.key.entity}))
                lone(types_b_[item.key.type], type ? *type : to_second_.size() + item.key.type,
                     item.key.entity, a, false);
        }
    }
    // Types that have lost their names keep their numbers.
    static std::optional<TypeId> of_other(const std::vector<std::optional<TypeId>>& ids,
                                          std::size_t named, TypeId type) {
        if (type < ids.size()) return ids[type];
        return type < named ? std::nullopt : std::optional(type);
    }
    void lone(const ItemType& type, std::size_t number, EntityId entity, const Frame& a,
              bool in_first) {
        const auto [found, is_new] = differs(number, kWholeItem, entity, a);
        if (!is_new) return;
        found->type = type.name;
        found->first = in_first ? "there" : "absent";
        found->second = in_first ? "absent" : "there";
    }

    // Fields by name: the recordings may be of different builds.
    void rows(const Frame& a, Item item, TypeId type_b, Row row_b) {
        const RowReader& in_a = types_a_.reader(item.key.type);
        const RowReader& in_b = types_b_.reader(type_b);
        const ItemType& type = in_a.type();
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const auto other = find_field(in_b.type(), type.fields[i].name);
            if (!other) continue;
            const Value value_a = in_a.read(item.row, i);
            const Value value_b = in_b.read(row_b, *other);
            if (value_a == value_b || same_step(type.fields[i], value_a, value_b)) continue;
            const auto [found, is_new] = differs(item.key.type, i, item.key.entity, a);
            if (is_new) {
                found->type = type.name;
                found->field = type.fields[i].name;
                found->first = display_value(type.fields[i], value_a);
                found->second = display_value(in_b.type().fields[*other], value_b);
            }
            if (is_quantity(type.fields[i].kind))
                note_largest(*found, value_a, value_b, type.fields[i].scale);
        }
        words(a, item, in_a.extra_words(item.row), in_b, row_b);
    }
    // What no field covers, as everything of an unknown type.
    void words(const Frame& a, Item item, Row of_a, const RowReader& in_b, Row row_b) {
        const Row of_b = in_b.extra_words(row_b);
        const ItemType& type = types_a_[item.key.type];
        if (type.fields.size() != in_b.type().fields.size()) return;
        if (std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end())) return;
        const auto [found, is_new] = differs(item.key.type, kWords, item.key.entity, a);
        if (!is_new) return;
        found->type = type.name;
        found->field = "words";
        found->first = text_of(of_a);
        found->second = text_of(of_b);
    }
    static std::string text_of(Row words) {
        std::string text;
        for (const Word word : words) text += concat(text.empty() ? "" : ",", word);
        return concat('[', text, ']');
    }
    // Ticks that are in step, in runs that began at different ones.
    bool same_step(const Field& field, const Value& a, const Value& b) const {
        const auto tick_a = as_number(a);
        const auto tick_b = as_number(b);
        return field.kind == FieldKind::TickNumber && tick_a && tick_b &&
               *tick_b - *tick_a == static_cast<double>(starts_.second.tick - starts_.first.tick);
    }
    static bool is_quantity(FieldKind kind) {
        return kind != FieldKind::Bool && kind != FieldKind::Enum && kind != FieldKind::Flags;
    }
    static void note_largest(FieldInStep& found, const Value& a, const Value& b, double scale) {
        const auto number_a = as_number(a);
        const auto number_b = as_number(b);
        if (!number_a || !number_b) return;
        const double scaled = (*number_b - *number_a) * scale;
        const double delta = as_decimal(scaled, scaled);
        if (!found.largest || std::abs(delta) > std::abs(*found.largest)) found.largest = delta;
    }

    std::pair<FieldInStep*, bool> differs(std::size_t type, std::size_t field, EntityId entity,
                                          const Frame& a) {
        const auto [entry, is_new] = fields_.try_emplace({type, field});
        auto& [found, newest] = entry->second;
        if (is_new) {
            found.entity = entity;
            found.moment = a.moment();
        }
        if (is_new || newest != a.tick) ++found.snapshots;
        newest = a.tick;
        return {&found, is_new};
    }

    using Key = std::pair<std::size_t, std::size_t>;  // type, those of the second last; and field

    const ReelReader& second_;
    StepStarts starts_;
    TypeTable types_a_;
    TypeTable types_b_;
    std::vector<std::optional<TypeId>> to_second_;
    std::vector<std::optional<TypeId>> to_first_;
    SplitTimes splits_a_;
    SplitTimes splits_b_;
    std::map<Key, std::pair<FieldInStep, Tick>> fields_;  // and its newest snapshot
    InStep result_;
    std::optional<Frame> b_{};
    std::optional<Error> error_{};
    bool started_ = false;
    bool b_matched_ = false;
};

}  // namespace

Result<StepStarts> step_starts(const ReelReader& first, const ReelReader& second) {
    if (first.timeline().empty() || second.timeline().empty()) return fail("has no snapshot");
    for (const SegmentPair& pair : pair_segments(first, second))
        if (pair.same_time)
            return StepStarts{{pair.first, pair.begin}, {pair.second, pair.begin}, true};
    return StepStarts{first.timeline().first(), second.timeline().first(), false};
}

Result<InStep> compare_in_step(const ReelReader& first, const ReelReader& second,
                               const StepStarts& starts, const ProblemSink& problems,
                               const std::function<void(Moment)>& progress) {
    Walk walk(first, second, starts);
    const MomentRange range{starts.first, {starts.first.segment + 1, 0}};
    const auto scanned = first.scan(range, problems, [&](const Frame& frame) {
        if (progress) progress(frame.moment());
        return walk.take(frame);
    });
    if (!scanned) return scanned.error();
    return walk.result();
}

}  // namespace tickreel
