#include "format/tables/step_seed.h"

#include <algorithm>
#include <set>

#include "format/tables/group_times.h"
#include "format/tables/table_ends.h"
#include "tickreel/reel/part_scan.h"

namespace tickreel {

namespace {

class SeedFinder {
public:
    SeedFinder(const ReelReader& reel, TypeId type, std::uint32_t segment,
               const ProblemSink& problems)
        : reel_(reel),
          starts_(match_start_fields(reel.schema())),
          filter_{{type}, false},
          type_(type),
          segment_(segment),
          problems_(problems) {
        seed_.segment = segment;
        for (const auto& [start, field] : starts_) filter_.types.push_back(start);
        std::sort(filter_.types.begin(), filter_.types.end());
        const auto end = std::unique(filter_.types.begin(), filter_.types.end());
        filter_.types.erase(end, filter_.types.end());
    }

    // The items of the part, in ticks [from, to].
    Result<void> want(Tick from, Tick to) {
        return scan(
            from, to,
            [this](const Frame& frame) {
                for (const Item item : frame.snapshot)
                    if (item.key.type == type_) missing_.insert(item.key);
            });
    }
    // A stretch before the part and before those looked into already.
    Result<void> look_into(Tick from, Tick to) {
        Seen seen;
        std::map<EntityId, Tick> killed;
        MatchClock clock;
        std::optional<Tick> restarted;
        std::optional<MatchClock> first;
        const auto done = scan(from, to, [&](const Frame& frame) {
            see(frame, seen);
            note_killed(reel_.schema(), frame, KillsOf::WholeFrame, killed);
            const auto start = match_start_in(reel_.schema(), starts_, frame.snapshot);
            if (const auto began = clock.see(frame.tick, start)) restarted = began;
            if (!first && start) first = clock;
        });
        if (!done) return done;
        keep_restart(clock, restarted, first);
        for (auto& [key, before] : seen) {
            missing_.erase(key);
            const auto row = before.snapshot.find(key);
            seed_.last[key] = {before.tick, {row->begin(), row->end()}};
        }
        seed_.killed.merge(killed);  // the later ones stay
        return {};
    }
    bool knows_all() const { return missing_.empty(); }
    StepSeed take() { return std::move(seed_); }

private:
    struct Before {
        Tick tick = 0;
        Snapshot snapshot{};
    };
    using Seen = std::map<ItemKey, Before>;

    template <class Visit>
    Result<void> scan(Tick from, Tick to, const Visit& visit) const {
        return scan_parts(
            reel_, {{segment_, from}, {segment_, to + 1}}, filter_, problems_,
            [&](PartFrame part) {
                visit(part.frame);
                return true;
            });
    }

    // The latest one: of the stretches looked into already, between them and this one, in this one.
    void keep_restart(const MatchClock& clock, std::optional<Tick> restarted,
                      const std::optional<MatchClock>& first) {
        if (!first) return;
        if (!later_) seed_.clock = clock;
        MatchClock across = clock;
        const auto between = later_ ? across.see(later_->tick(), later_->start()) : std::nullopt;
        if (!seed_.restarted) seed_.restarted = between ? between : restarted;
        later_ = first;
    }

    void see(const Frame& frame, Seen& seen) const {
        for (const Item item : frame.snapshot)
            if (missing_.contains(item.key)) seen[item.key] = {frame.tick, frame.snapshot};
    }

    const ReelReader& reel_;
    std::vector<TypeField> starts_;
    PartFilter filter_;
    TypeId type_;
    std::uint32_t segment_;
    const ProblemSink& problems_;
    std::set<ItemKey> missing_;
    std::optional<MatchClock> later_;  // at the first snapshot of what was looked into
    StepSeed seed_;
};

// The groups that ticks and times touch: all between the first and the last of them.
std::optional<std::pair<std::size_t, std::size_t>> touched(const ReelReader& reel,
                                                           const std::vector<GroupSpan>& groups,
                                                           const TickBounds& wanted) {
    std::optional<GroupTimes> times;
    if (wanted.has_times()) times.emplace(reel, wanted.time_from, wanted.time_to);
    std::optional<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].last < wanted.from || groups[i].first > wanted.to) continue;
        if (times && !times->touches(groups[i].first_chunk)) continue;
        found = {found ? found->first : i, i};
    }
    return found;
}

}  // namespace

Result<PartOfSteps> part_of_steps(const TablePlan& plan, std::span<const ReelFile> files,
                                  const TickBounds& wanted, const ProblemSink& problems) {
    PartOfSteps part;
    part.bounds.places = wanted.places;
    part.bounds.ids = wanted.ids;
    TickBounds anything = part.bounds;
    anything.few = wanted.few;
    if (files.size() != 1 || wanted == anything) return part;
    const ReelFile& file = files.front();
    const std::vector<GroupSpan> groups = groups_of(*file.reel);
    const auto type = file.reel->schema().find(plan.type);
    const MomentRange all = file.reel->everything();
    if (groups.empty() || !type || groups.front().segment != groups.back().segment ||
        file.range.from > all.from || file.range.to < all.to)
        return part;
    const auto range = touched(*file.reel, groups, wanted);
    if (!range) {
        part.bounds.to = part.bounds.from;
        return part;
    }
    const std::uint32_t segment = groups.front().segment;
    std::size_t at = range->first;
    const Tick from = std::max(wanted.from, groups[at].first);
    part.bounds.from = from;
    part.bounds.to = std::min(wanted.to, groups[range->second].last);
    SeedFinder finder(*file.reel, *type, segment, problems);
    if (auto done = finder.want(from, part.bounds.to); !done) return done.error();
    if (from > groups[at].first)
        if (auto done = finder.look_into(groups[at].first, from - 1); !done) return done.error();
    for (std::size_t stretch = 1; at > 0 && !finder.knows_all(); stretch *= 2) {
        const std::size_t first = at - std::min(at, stretch);
        const auto done = finder.look_into(groups[first].first, groups[at - 1].last);
        if (!done) return done.error();
        at = first;
    }
    part.seed = finder.take();
    return part;
}

}  // namespace tickreel
