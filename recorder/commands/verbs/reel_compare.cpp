#include "recorder/commands/verbs/reel_compare.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "recorder/commands/output/frame_text.h"
#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "tickreel/analysis/input_track.h"
#include "tickreel/analysis/segment_pairs.h"
#include "tickreel/analysis/snapshot_diff.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

namespace {

using Difference = std::optional<std::string>;

bool same(Row a, Row b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// TypeIds of one recording in another: types are the same by name. Those that have lost theirs
// keep their number.
class TypeMap {
public:
    TypeMap(const Schema& from, const Schema& to) : size_(to.size()) {
        for (const ItemType& type : from.types()) ids_.push_back(to.find(type.name));
    }
    std::optional<TypeId> operator[](TypeId id) const {
        if (id < ids_.size()) return ids_[id];
        return id < size_ ? std::nullopt : std::optional(id);
    }

private:
    std::vector<std::optional<TypeId>> ids_;
    std::size_t size_;
};

// By type: whether the other recording has no item of it. Items alone count: a schema may define
// what never came.
class LoneTypes {
public:
    LoneTypes() = default;
    LoneTypes(const Statistics& own, const Schema& schema, const Statistics& other,
              const TypeMap& to_other)
        : lone_(schema.size(), false) {
        for (const auto& [type, items] : own.items) {
            const auto there = to_other[type];
            if (type >= lone_.size() || (there && other.items.contains(*there))) continue;
            lone_[type] = true;
            items_[type] = items;
        }
    }
    bool has(TypeId type) const { return type < lone_.size() && lone_[type]; }
    const std::map<TypeId, std::uint64_t>& items() const { return items_; }

private:
    std::vector<bool> lone_;
    std::map<TypeId, std::uint64_t> items_;
};

class Comparer {
public:
    Comparer(const ReelReader& first, const ReelReader& second)
        : first_(first),
          second_(second),
          first_types_(first.schema()),
          second_types_(second.schema()),
          to_second_(first.schema(), second.schema()),
          to_first_(second.schema(), first.schema()) {}

    // From now on types that one of the two does not have do not count.
    Result<std::vector<LeftOut>> leave_out_lone_types() {
        const auto a = first_.statistics();
        if (!a) return a.error();
        const auto b = second_.statistics();
        if (!b) return b.error();
        lone_first_ = LoneTypes(*a, first_.schema(), *b, to_second_);
        lone_second_ = LoneTypes(*b, second_.schema(), *a, to_first_);
        any_type_in_both_ =
            a->items.size() != lone_first_.items().size() || (a->items.empty() && b->items.empty());
        std::vector<LeftOut> left;
        for (const auto& [type, items] : lone_first_.items())
            left.push_back({first_types_[type].name, true, items});
        for (const auto& [type, items] : lone_second_.items())
            left.push_back({second_types_[type].name, false, items});
        return left;
    }

    bool any_type_in_both() const { return any_type_in_both_; }

    Difference frames(const Frame& a, const Frame& b, bool events) const {
        std::size_t of_first = 0;
        for (const Item item : a.snapshot) {
            if (lone_first_.has(item.key.type)) continue;
            ++of_first;
            if (auto found = item_in_second(a, item, b)) return found;
        }
        std::size_t of_second = 0;
        for (const Item item : b.snapshot) of_second += lone_second_.has(item.key.type) ? 0U : 1U;
        if (of_first != of_second) return extra_item(a, b);
        return events ? compare_events(a, b) : std::nullopt;
    }

    // Whose connection the two are of, when they say so and it is not the same.
    Difference different_players(const Frame& a, const Frame& b) const {
        const auto of_first = recorded_player(first_.schema(), a.snapshot);
        const auto of_second = recorded_player(second_.schema(), b.snapshot);
        if (!of_first || !of_second || *of_first == *of_second) return std::nullopt;
        return fmt::format("{}: player {} in the first, player {} in the second", where(a.moment()),
                           *of_first, *of_second);
    }

    Difference markers() const {
        const auto a = first_.markers();
        const auto b = second_.markers();
        for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
            if (i >= a.size() || i >= b.size() || !(a[i] == b[i]))
                return fmt::format("marker {}: {} and {}", i + 1, marker_text(a, i),
                                   marker_text(b, i));
        return std::nullopt;
    }

    std::string where(Moment moment) const {
        return "tick " + moment_text(first_.timeline(), moment);
    }

private:
    std::string label(Moment moment, const TypeTable& types, ItemKey key) const {
        return fmt::format("{}: {} {}", where(moment), printable(types[key.type].name), key.entity);
    }

    Difference item_in_second(const Frame& a, Item item, const Frame& b) const {
        const auto type = to_second_[item.key.type];
        const auto row = type ? b.snapshot.find({*type, item.key.entity}) : std::nullopt;
        if (!row) return label(a.moment(), first_types_, item.key) + " is only in the first";
        if (same(item.row, *row)) return std::nullopt;
        return label(a.moment(), first_types_, item.key) + ": " + field_text(item, *row);
    }

    std::string field_text(Item item, Row other) const {
        const ItemType& type = first_types_[item.key.type];
        for (const FieldDiff& field : diff_rows(type, item.row, other))
            if (type.known && field.field < type.fields.size() && field.before != field.after)
                return fmt::format("{} is {} and {}", printable(field.name), printable(field.a),
                                   printable(field.b));
        return fmt::format("words are {} and {}", json_words(item.row), json_words(other));
    }

    // Everything of `a` is in `b` and yet `b` has more.
    Difference extra_item(const Frame& a, const Frame& b) const {
        for (const Item item : b.snapshot) {
            if (lone_second_.has(item.key.type)) continue;
            const auto type = to_first_[item.key.type];
            if (!type || !a.snapshot.find({*type, item.key.entity}))
                return label(a.moment(), second_types_, item.key) + " is only in the second";
        }
        return where(a.moment()) + ": the item counts differ";
    }

    Difference compare_events(const Frame& a, const Frame& b) const {
        for (std::size_t i = 0; i < std::max(a.events.size(), b.events.size()); ++i) {
            const bool both = i < a.events.size() && i < b.events.size();
            if (both && same_event(a.events[i], b.events[i])) {
                const bool early = a.events[i].before_snapshot;
                if (early == b.events[i].before_snapshot) continue;
                return fmt::format(
                    "{}: event {}, {}, came {} the snapshot in the first, {} it in "
                    "the second",
                    where(a.moment()), i + 1, event_fields(first_types_, a, i),
                    early ? "before" : "after", early ? "after" : "before");
            }
            std::string before = event_fields(first_types_, a, i);
            std::string after = event_fields(second_types_, b, i);
            if (before == after) {  // what differs is not shown
                before = event_words(first_types_, a, i);
                after = event_words(second_types_, b, i);
            }
            return fmt::format("{}: event {} is {} and {}", where(a.moment()), i + 1, before,
                               after);
        }
        return std::nullopt;
    }
    bool same_event(const Event& a, const Event& b) const {
        return to_second_[a.type] == b.type && same(a.row, b.row);
    }
    static std::string event_fields(const TypeTable& types, const Frame& frame, std::size_t i) {
        return i < frame.events.size() ? event_text(types, frame.events[i], {}) : "absent";
    }
    static std::string event_words(const TypeTable& types, const Frame& frame, std::size_t i) {
        if (i >= frame.events.size()) return "absent";
        const Event& event = frame.events[i];
        return printable(types[event.type].name) + json_words(event.row);
    }
    static std::string marker_text(std::span<const Marker> markers, std::size_t i) {
        if (i >= markers.size()) return "absent";
        return fmt::format("'{}' at tick {}", printable(markers[i].text), markers[i].moment.tick);
    }

    const ReelReader& first_;
    const ReelReader& second_;
    TypeTable first_types_;
    TypeTable second_types_;
    TypeMap to_second_;
    TypeMap to_first_;
    bool any_type_in_both_ = true;
    LoneTypes lone_first_;
    LoneTypes lone_second_;
};

// The gaps of a recording, to be asked for moments.
class KnownGaps {
public:
    Result<void> read(const ReelReader& reel) {
        auto counts = reel.statistics();
        if (!counts) return counts.error();
        gaps_ = std::move(counts->gaps);
        return {};
    }
    const Gap* at(Moment moment) const {
        const auto holds = [&](const Gap& gap) {
            return gap.segment == moment.segment && gap.from <= moment.tick && moment.tick < gap.to;
        };
        const auto found = std::find_if(gaps_.begin(), gaps_.end(), holds);
        return found == gaps_.end() ? nullptr : &*found;
    }

private:
    std::vector<Gap> gaps_;
};

// Walks both files in step.
class Walk {
public:
    Walk(const ReelReader& first, const ReelReader& second, const CompareOptions& options)
        : second_(second), options_(options), comparer_(first, second) {
        if (!options.common_ticks) return;
        pairs_.resize(first.segments().size());
        back_.resize(second.segments().size());
        for (const SegmentPair& pair : pair_segments(first, second)) {
            pairs_[pair.first] = pair.second;
            back_[pair.second] = pair.first;
        }
    }

    // Before all frames.
    Result<void> learn_gaps(const ReelReader& first) {
        if (const auto read = gaps_of_first_.read(first); !read) return read;
        return gaps_of_second_.read(second_);
    }

    // Before all frames.
    Result<void> leave_out_lone_types() {
        auto left = comparer_.leave_out_lone_types();
        if (!left) return left.error();
        result_.left_out = *std::move(left);
        result_.any_type_in_both = comparer_.any_type_in_both();
        return {};
    }

    // False: a difference or an error was found.
    bool take(const Frame& a) {
        if (!started_ && !advance_to_start()) return false;
        const auto place = in_second(a.moment());
        if (!place) {
            ++result_.only_first;
            return true;
        }
        while (b_ && b_->moment() < *place) {
            if (!only_second()) return false;
            if (!advance()) return false;
        }
        if (!b_ || *place < b_->moment()) return only_first(a.moment(), *place);
        auto found = comparer_.frames(a, *b_, !options_.common_ticks);
        if (found && options_.common_ticks)
            if (auto players = comparer_.different_players(a, *b_)) {
                if (result_.other_player++ == 0) {
                    result_.first_other_player = *std::move(players);
                    other_difference_ = *std::move(found);
                }
                return advance();
            }
        ++result_.snapshots;
        return found ? differs(*std::move(found)) : advance();
    }

    void rest() {
        if (!started_ && !advance_to_start()) return;
        while (b_ && !error_ && !result_.difference)
            if (only_second()) advance();
        if (!options_.common_ticks && !result_.difference) result_.difference = comparer_.markers();
    }

    Result<Comparison> result() const {
        if (error_) return *error_;
        if (result_.snapshots > 0 || result_.other_player == 0) return result_;
        // Two players throughout, no client with a dummy: what they were sent is to be compared.
        Comparison result = result_;
        result.snapshots = 1;
        result.other_player = 0;
        result.difference = other_difference_;
        return result;
    }

private:
    // Nothing: its segment has no partner.
    std::optional<Moment> in_second(Moment moment) const {
        if (!options_.common_ticks) return moment;
        if (moment.segment >= pairs_.size() || !pairs_[moment.segment]) return std::nullopt;
        return Moment{*pairs_[moment.segment], moment.tick};
    }
    std::optional<Moment> in_first(Moment moment) const {
        if (!options_.common_ticks) return moment;
        if (moment.segment >= back_.size() || !back_[moment.segment]) return std::nullopt;
        return Moment{*back_[moment.segment], moment.tick};
    }
    // False: that is a difference.
    bool only_first(Moment moment, Moment place) {
        ++result_.only_first;
        const Gap* const gap = gaps_of_second_.at(place);
        result_.gaps_of_second += gap != nullptr ? 1 : 0;
        return options_.common_ticks ||
               differs(comparer_.where(moment) + " is only in the first" + why(gap, "second"));
    }
    bool only_second() {
        ++result_.only_second;
        const auto place = in_first(b_->moment());
        const Gap* const gap = place ? gaps_of_first_.at(*place) : nullptr;
        result_.gaps_of_first += gap != nullptr ? 1 : 0;
        return options_.common_ticks || differs(comparer_.where(b_->moment()) +
                                                " is only in the second" + why(gap, "first"));
    }
    static std::string why(const Gap* gap, std::string_view whose) {
        if (gap == nullptr) return {};
        return fmt::format("; the {} has a gap there: {}", whose, printable(gap->why()));
    }
    bool differs(std::string what) {
        result_.difference = std::move(what);
        return false;
    }
    bool advance_to_start() {
        started_ = true;
        if (second_.timeline().empty()) return true;
        auto frame = second_.at(second_.timeline().first());
        if (!frame) return fails(frame.error());
        b_ = std::move(*frame);
        return true;
    }
    bool advance() {
        auto frame = second_.next(b_->moment());
        if (!frame) return fails(frame.error());
        b_ = std::move(*frame);
        return true;
    }
    bool fails(const Error& error) {
        error_ = fail("the second file: ", error.message);
        return false;
    }

    const ReelReader& second_;
    CompareOptions options_;
    std::vector<std::optional<std::uint32_t>> pairs_{};  // of the first's segments
    std::vector<std::optional<std::uint32_t>> back_{};   // of the second's
    KnownGaps gaps_of_first_{};
    KnownGaps gaps_of_second_{};
    Comparer comparer_;
    std::string other_difference_{};  // the first at a tick of different players
    Comparison result_;
    std::optional<Frame> b_{};
    std::optional<Error> error_{};
    bool started_ = false;
};

Error damaged(const ReelReader& reel, bool first) {
    return fail("the ", first ? "first" : "second", " file is damaged: ", reel.damage()[0].what);
}

}  // namespace

Result<Comparison> compare_reels(const ReelReader& first, const ReelReader& second,
                                 const CompareOptions& options) {
    for (const ReelReader* reel : {&first, &second})
        if (!reel->damage().empty()) return damaged(*reel, reel == &first);
    Walk walk(first, second, options);
    if (const auto learned = walk.learn_gaps(first); !learned) return learned.error();
    if (options.common_ticks)
        if (const auto left = walk.leave_out_lone_types(); !left) return left.error();
    std::optional<Problem> problem;
    bool going = true;
    bool stopped = false;
    const auto scanned = first.scan(
        first.everything(), [&](const Problem& found) { problem = problem.value_or(found); },
        [&](const Frame& frame) {
            stopped = options.stopped && options.stopped();
            return going = !stopped && walk.take(frame);
        });
    if (stopped) return fail(kInterrupted);
    if (!scanned) return fail("the first file: ", scanned.error().message);
    if (problem) return fail("the first file: ", problem->message);
    if (going) walk.rest();
    // next() passes over damage without a word.
    if (!second.damage().empty()) return damaged(second, false);
    return walk.result();
}

}  // namespace tickreel
