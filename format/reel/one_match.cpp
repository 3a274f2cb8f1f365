#include "format/reel/one_match.h"

#include <algorithm>
#include <map>

#include "tickreel/model/names.h"
#include "tickreel/model/row.h"
#include "tickreel/model/same_map.h"

namespace tickreel {

namespace {

// Ticks are compared in runs, because what moves from one to the next is what tells two matches on
// the same map apart.
constexpr int kCommonRuns = 4;
constexpr int kCommonRunLength = 12;
// So many where nothing changes in those.
constexpr int kRunsUntilStill = 64;
// Coordinates of a player that must be compared before they say that it is another player.
constexpr std::uint64_t kCommonPlaces = 16;

struct EqualWords {
    std::uint64_t all = 0;
    std::uint64_t equal = 0;
    void count(bool same) {
        ++all;
        if (same) ++equal;
    }
};

class CommonTicks {
public:
    CommonTicks(const SegmentOf& a, const SegmentOf& b) : a_(a), b_(b) {
        for (const ItemType& type : a.reel->schema().types()) {
            types_.push_back(type.use == TypeUse::Item ? b.reel->schema().find(type.name)
                                                       : std::nullopt);
            places_.emplace_back();
            if (!types_.back() || !shares_names(type)) continue;
            for (std::size_t i = 0; i < type.fields.size(); ++i)
                if (const Roles roles = type.fields[i].roles;
                    roles.has(Role::PositionX) || roles.has(Role::PositionY))
                    places_.back().push_back(i);
        }
    }

    void run(Tick from) {
        before_.reset();
        Moment at{a_.segment, from - 1};
        for (int i = 0; i < kCommonRunLength; ++i) {
            const auto frame = a_.reel->next(at);
            if (!frame || !*frame || (*frame)->segment != a_.segment) return;
            at = (*frame)->moment();
            const auto other = b_.reel->at({b_.segment, at.tick});
            if (!other || other->moment() != Moment{b_.segment, at.tick}) continue;
            compare(**frame, *other);
            before_.emplace(**frame, *other);
        }
    }

    bool still() const { return shared_changes_ == 0; }

    Likeness verdict() {
        Likeness result;
        result.still = still();
        if (clocks_.empty() || words_.all == 0) {
            result.why = clocks_.empty() ? "no tick in common" : "no item in common";
            return result;
        }
        // Servers may number the players of a client their own way: then the match is the same, but
        // joined it would have one player's values under another's number.
        for (const auto& [key, places] : players_) {
            if (places.all < kCommonPlaces || places.equal * 4 >= places.all) continue;
            result.other_numbers = true;
            result.why = concat("player ", key.entity, " is elsewhere in each: of ", places.all,
                                " coordinates ", places.equal, " are equal",
                                renumbered_.equal * 4 >= renumbered_.all
                                    ? "; the server numbers players otherwise for one of them"
                                    : "");
            break;
        }
        const bool same = result.why.empty() && words_.equal * 4 >= words_.all * 3 &&
                          moving_.equal * 2 >= moving_.all;
        result.verdict = same ? Likeness::Verdict::Same : Likeness::Verdict::Other;
        if (!same && result.why.empty())
            result.why = concat("of the words of common items ", words_.equal, " of ", words_.all,
                                " are equal, of those that change ", moving_.equal, " of ",
                                moving_.all, " (from tick ", first_differing_, ")");
        std::nth_element(clocks_.begin(), clocks_.begin() + middle(), clocks_.end());
        result.clock = std::chrono::nanoseconds(*(clocks_.begin() + middle()));
        return result;
    }

private:
    std::ptrdiff_t middle() const { return static_cast<std::ptrdiff_t>(clocks_.size() / 2); }

    void compare(const Frame& a, const Frame& b) {
        clocks_.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(b.time.count()) -
                                                    static_cast<std::uint64_t>(a.time.count())));
        for (const Item item : a.snapshot) {
            if (item.key.type >= types_.size() || !types_[item.key.type]) continue;
            const ItemKey key{*types_[item.key.type], item.key.entity};
            const auto other = b.snapshot.find(key);
            if (!other || other->size() != item.row.size()) continue;
            std::size_t equal_places = 0;
            for (const std::size_t field : places_[item.key.type]) {
                const bool equal = same_place(item, key.type, *other, field);
                players_[item.key].count(equal);
                if (equal) ++equal_places;
            }
            if (!places_[item.key.type].empty() && equal_places == 0)
                renumbered_.count(has_place(b.snapshot, key.type, item));
            // Empty: not there.
            const Row before =
                before_ ? before_->first.snapshot.find(item.key).value_or(Row{}) : Row{};
            const Row other_before =
                before_ ? before_->second.snapshot.find(key).value_or(Row{}) : Row{};
            for (std::size_t w = 0; w < item.row.size(); ++w) {
                const bool equal = item.row[w] == (*other)[w];
                const auto moved = [w](Row then, Row now) {
                    return then.size() == now.size() && then[w] != now[w];
                };
                words_.count(equal);
                if (!equal && words_.all == words_.equal + 1) first_differing_ = a.tick;
                const bool here = moved(before, item.row);
                const bool there = moved(other_before, *other);
                if (here || there) moving_.count(equal);
                // A word that is the tick is equal in any two matches.
                const bool is_tick = item.row[w] == static_cast<Word>(a.tick);
                if (here && there && equal && !is_tick) ++shared_changes_;
            }
        }
    }

    // A field of one of a's players and of one of b's.
    bool same_place(const Item& item, TypeId type, Row row, std::size_t field) const {
        return read_field(a_.reel->schema()[item.key.type], item.row, field) ==
               read_field(b_.reel->schema()[type], row, field);
    }

    // Whether anybody in b's snapshot is where one of a's players is.
    bool has_place(const Snapshot& snapshot, TypeId type, const Item& item) const {
        const std::vector<std::size_t>& places = places_[item.key.type];
        for (std::size_t i = snapshot.lower_bound({type, 0});
             i < snapshot.size() && snapshot[i].key.type == type; ++i)
            if (std::all_of(places.begin(), places.end(), [&](std::size_t field) {
                    return same_place(item, type, snapshot[i].row, field);
                }))
                return true;
        return false;
    }

    SegmentOf a_;
    SegmentOf b_;
    std::vector<std::optional<TypeId>> types_;      // b's, by a's
    std::vector<std::vector<std::size_t>> places_;  // by a's types: the fields of a player's place
    std::map<ItemKey, EqualWords> players_{};       // by a's keys
    EqualWords renumbered_{};  // players that are elsewhere: whether b has another where they are
    std::optional<std::pair<Frame, Frame>> before_{};
    EqualWords words_{};
    EqualWords moving_{};
    std::uint64_t shared_changes_ = 0;  // of a word, at the same tick to the same
    std::vector<std::int64_t> clocks_{};
    Tick first_differing_ = 0;
};

}  // namespace

Likeness compare_segments(const SegmentOf& a, const SegmentOf& b) {
    const Segment& one = a.reel->segments()[a.segment];
    const Segment& two = b.reel->segments()[b.segment];
    Likeness result;
    if (!may_be_same_map(one, two)) {
        result.verdict = Likeness::Verdict::OtherMap;
        result.why =
            concat("the map is '", two.map, "' and not '", one.map, "', or another of its name");
        return result;
    }
    const SegmentSpan span_a = a.reel->timeline().segments()[a.segment];
    const SegmentSpan span_b = b.reel->timeline().segments()[b.segment];
    const Tick from = std::max(span_a.first, span_b.first);
    const Tick to = std::min(span_a.last, span_b.last);
    if (span_a.last < span_a.first || span_b.last < span_b.first || to < from) {
        result.why = "no tick in common";
        return result;
    }
    CommonTicks comparison(a, b);
    for (int run = 0; run < kCommonRuns; ++run)
        comparison.run(from + (to - from) / kCommonRuns * run);
    const Tick step = std::max<Tick>((to - from) / kRunsUntilStill, 1);
    for (Tick at = from; comparison.still() && at <= to; at += step) comparison.run(at);
    return comparison.verdict();
}

}  // namespace tickreel
