#include "format/tables/table_ends.h"

#include <algorithm>

namespace tickreel {

namespace {

constexpr std::size_t kTickColumn = 0;  // in all tables but `players`

class EndFinder {
public:
    EndFinder(const TablePlan& plan, const ReelFile& file, const ProblemSink& problems)
        : plan_(plan), file_(file), problems_(problems) {}

    // The tick of the first row of the group, or of its last.
    Result<std::optional<Tick>> tick_in(const GroupSpan& group, bool last) const {
        if (plan_.kind == TableKind::Snapshots)
            return std::optional<Tick>(last ? group.last : group.first);
        ReelFile part = file_;
        part.range = {{group.segment, group.first}, {group.segment, group.last + 1}};
        const auto rows = open_rows(plan_, {&part, 1}, {}, problems_);
        std::optional<Tick> tick;
        while (last || !tick) {
            const Result<bool> more = rows->next();
            if (!more) return more.error();
            if (!*more) break;
            tick = std::get<std::int64_t>(rows->value(kTickColumn));
        }
        return tick;
    }

    // Ticks rise within a segment: the groups are tried from its end inwards.
    template <class Groups>
    Result<std::optional<Tick>> first_found(const Groups& inwards, bool last) const {
        for (const GroupSpan& group : inwards) {
            auto tick = tick_in(group, last);
            if (!tick || *tick) return tick;
        }
        return std::optional<Tick>();
    }

private:
    const TablePlan& plan_;
    const ReelFile& file_;
    const ProblemSink& problems_;
};

Result<void> widen(TableEnds& ends, bool& any, const EndFinder& finder,
                   std::vector<GroupSpan> segment) {
    const auto first = finder.first_found(segment, false);
    if (!first) return first.error();
    if (!*first) return {};
    std::reverse(segment.begin(), segment.end());
    const auto last = finder.first_found(segment, true);
    if (!last) return last.error();
    ends.first = any ? std::min(ends.first, **first) : **first;
    ends.last = any ? std::max(ends.last, last->value_or(**first)) : last->value_or(**first);
    any = true;
    return {};
}

}  // namespace

std::vector<GroupSpan> groups_of(const ReelReader& reel) {
    std::vector<GroupSpan> found;
    for (const ChunkInfo& chunk : reel.chunks()) {
        const bool same =
            !found.empty() && !chunk.starts_group && found.back().segment == chunk.segment;
        const auto number = static_cast<std::size_t>(&chunk - reel.chunks().data());
        if (same)
            found.back().last = chunk.last_tick;
        else
            found.push_back({chunk.segment, chunk.first_tick, chunk.last_tick, number});
    }
    return found;
}

Result<std::optional<TableEnds>> find_ends(const TablePlan& plan, std::span<const ReelFile> files,
                                           const ProblemSink& problems) {
    // What the footer counts may be damaged by now: the answer must not be told from it alone.
    const bool sound = std::all_of(files.begin(), files.end(),
                                   [](const ReelFile& file) { return file.reel->sound(); });
    const auto rows = count_rows(plan, files);
    if (!rows || !sound || is_resampled(plan, files)) return std::optional<TableEnds>();
    TableEnds ends{*rows, 0, 0};
    bool any = false;
    for (const ReelFile& file : files) {
        if (count_rows(plan, {&file, 1}).value_or(0) == 0) continue;
        const EndFinder finder(plan, file, problems);
        const std::vector<GroupSpan> all = groups_of(*file.reel);
        for (auto from = all.begin(); from != all.end();) {
            const auto to = std::find_if(from, all.end(), [&](const GroupSpan& group) {
                return group.segment != from->segment;
            });
            const auto done = widen(ends, any, finder, std::vector<GroupSpan>(from, to));
            if (!done) return done.error();
            from = to;
        }
    }
    return std::optional<TableEnds>(ends);
}

Result<TickBounds> bounds_of_few(const TablePlan& plan, std::span<const ReelFile> files,
                                 TickBounds bounds, const ProblemSink& problems) {
    if (!bounds.few || files.size() != 1 || !is_of_frames(plan.kind) || is_resampled(plan, files))
        return bounds;
    const FewRows few = *bounds.few;
    const std::vector<GroupSpan> all = groups_of(*files.front().reel);
    const bool one_segment = !all.empty() && all.front().segment == all.back().segment;
    if (!one_segment || !files.front().reel->damage().empty()) return bounds;
    std::uint64_t found = 0;
    // Looking into more of them costs what it saves.
    for (std::size_t i = 0; i < all.size() / 4; ++i) {
        const GroupSpan& group = few.last ? all[all.size() - 1 - i] : all[i];
        ReelFile part = files.front();
        part.range.from = std::max(part.range.from, {group.segment, group.first});
        part.range.to = std::min(part.range.to, {group.segment, group.last + 1});
        const auto rows = open_rows(plan, {&part, 1}, {}, problems);
        for (;;) {
            const Result<bool> more = rows->next();
            if (!more) return more.error();
            if (!*more) break;
            ++found;
        }
        if (found < few.rows) continue;
        if (few.last)
            bounds.from = std::max(bounds.from, group.first);
        else
            bounds.to = std::min(bounds.to, group.last);
        break;
    }
    return bounds;
}

}  // namespace tickreel
