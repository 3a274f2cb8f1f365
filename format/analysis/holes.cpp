#include "tickreel/analysis/holes.h"

#include <algorithm>

#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {
namespace {

void add_holes(const ReelReader& reel, std::span<const Gap> gaps, Integrity kind,
               std::vector<Hole>& holes) {
    const Timeline& timeline = reel.timeline();
    for (const Gap& gap : gaps) {
        if (gap.segment >= timeline.segments().size()) continue;
        const SegmentSpan& span = timeline.segments()[gap.segment];  // `last` is inclusive
        constexpr std::uint64_t kLongest = std::uint64_t{1} << 40;
        const auto ticks = static_cast<std::int64_t>(std::min(
            static_cast<std::uint64_t>(gap.to) - static_cast<std::uint64_t>(gap.from), kLongest));
        Hole hole{0, 0, kind, gap.reason, ticks, 0};
        const Tick from = std::max(gap.from, span.first);
        const Tick to = std::min(gap.to, span.last + 1);
        if (from < to) {
            hole.from = timeline.position({gap.segment, from});
            hole.to = timeline.position({gap.segment, to - 1}) + 1;
        } else if (Moment{gap.segment, gap.from} > timeline.last()) {
            hole.from = timeline.length() + 1;
            hole.to = hole.from + ticks;
        } else {
            const bool behind = gap.from > span.last && span.first <= span.last;
            hole.from = hole.to =
                timeline.position({gap.segment, behind ? span.last : span.first}) +
                (behind ? 1 : 0);
        }
        const Tick last = last_lost_tick(reel.chunks(), gap);
        hole.last = kind == Integrity::Unreadable && gap.from <= last && span.first <= last &&
                            last <= span.last
                        ? timeline.position({gap.segment, last})
                        : hole.to - 1;
        holes.push_back(std::move(hole));
    }
}

// If not even the record's header is left, the ticks that were cut off are unknown.
void add_cut_end(const ReelReader& reel, std::vector<Hole>& holes) {
    for (const Damage& damage : reel.damage()) {
        const bool at_end = damage.offset + damage.length >= reel.file_bytes();
        if (!reel.finished() && at_end && damage.length > 0 && !damage.ticks) {
            const std::int64_t behind = reel.timeline().length() + 1;
            holes.push_back({behind, behind + 1, Integrity::Unreadable, damage.what, 1, behind});
        }
    }
}

}  // namespace

std::vector<Hole> holes_of(const ReelReader& reel, std::span<const Gap> gaps,
                           std::span<const Gap> lost) {
    std::vector<Hole> holes;
    add_holes(reel, gaps, Integrity::Gap, holes);
    add_holes(reel, lost, Integrity::Unreadable, holes);
    add_cut_end(reel, holes);
    std::stable_sort(holes.begin(), holes.end(), [](const Hole& a, const Hole& b) {
        return a.from != b.from ? a.from < b.from : a.to < b.to;
    });
    return holes;
}

std::vector<Hole> find_holes(const ReelReader& reel) {
    const Result<Statistics> counts = reel.statistics();
    const std::vector<Gap> lost = unreadable_ticks(reel);
    return holes_of(reel, gaps_without(counts ? counts->gaps : std::vector<Gap>(), lost), lost);
}

const Hole* hole_at(std::span<const Hole> holes, std::int64_t position) {
    const auto hole = std::partition_point(holes.begin(), holes.end(),
                                           [&](const Hole& h) { return h.to <= position; });
    return hole != holes.end() && hole->from <= position ? &*hole : nullptr;
}

std::span<const Hole> holes_behind(std::span<const Hole> holes, std::int64_t last) {
    const auto first = std::partition_point(holes.begin(), holes.end(),
                                            [&](const Hole& h) { return h.from <= last; });
    return holes.subspan(static_cast<std::size_t>(first - holes.begin()));
}

std::span<const Hole> holes_from(std::span<const Hole> holes, std::int64_t position) {
    const std::span<const Hole> rest = holes_behind(holes, position - 1);
    return rest.first(rest.size() - holes_behind(rest, position).size());
}

std::string hole_title(const Hole& hole) {
    const bool told = hole.kind == Integrity::Gap && !hole.reason.empty();
    return told ? "gap: " + hole.reason : std::string(integrity_text(hole.kind));
}

std::int64_t readable_since(std::span<const Hole> holes, std::int64_t position) {
    std::int64_t since = 0;
    for (const Hole& hole : holes) {
        if (hole.from > position) break;
        if (hole.kind == Integrity::Unreadable) since = hole.to;
    }
    return since;
}

bool hole_between(std::span<const Hole> holes, std::int64_t from, std::int64_t to) {
    const auto hole = std::partition_point(holes.begin(), holes.end(),
                                           [&](const Hole& h) { return h.to <= from; });
    return hole != holes.end() && hole->from < to;
}

}  // namespace tickreel
