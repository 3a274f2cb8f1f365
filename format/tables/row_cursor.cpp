#include "tickreel/tables/row_cursor.h"

#include <algorithm>

#include "format/tables/fact_rows.h"
#include "format/tables/item_rows.h"

namespace tickreel {

namespace {

bool is_whole(const ReelFile& file) {
    const MomentRange all = file.reel->everything();
    return file.range.from <= all.from && file.range.to >= all.to && file.reel->finished() &&
           file.reel->damage().empty();
}

}  // namespace

std::optional<Value> frame_value(ColumnUse use, const Frame& frame, const ReelFile& file) {
    switch (use) {
        case ColumnUse::TickNumber:
            return frame.tick;
        case ColumnUse::TimeStamp:
            return microseconds(frame.time);
        case ColumnUse::Checksum:
            return std::string(wire_checksum_name(frame.wire.checksum));
        case ColumnUse::Segment:
            return std::int64_t{frame.segment};
        case ColumnUse::File:
            return file.path;
        default:
            return std::nullopt;
    }
}

std::unique_ptr<RowCursor> open_rows(const TablePlan& plan, std::span<const ReelFile> files,
                                     TickBounds bounds, const ProblemSink& problems) {
    if (plan.kind == TableKind::Snapshots)
        return std::make_unique<SnapshotRows>(plan, files, bounds, problems);
    if (plan.kind == TableKind::Players)
        return std::make_unique<PlayerRows>(plan, files, bounds, problems);
    if (plan.kind == TableKind::Gaps) return std::make_unique<GapRows>(plan, files);
    if (plan.kind == TableKind::Markers) return std::make_unique<MarkerRows>(plan, files);
    return std::make_unique<ItemRows>(plan, files, bounds, problems);
}

bool is_resampled(const TablePlan& plan, std::span<const ReelFile> files) {
    return (plan.kind == TableKind::Items || plan.kind == TableKind::AllItems) &&
           std::any_of(
               files.begin(), files.end(),
               [](const ReelFile& file) { return !file.steps.takes_all(); });
}

std::optional<std::uint64_t> count_rows(const TablePlan& plan, std::span<const ReelFile> files) {
    std::uint64_t rows = 0;
    for (const ReelFile& file : files) {
        if (!is_whole(file) || plan.kind == TableKind::Players || plan.kind == TableKind::Gaps)
            return std::nullopt;
        if (plan.kind == TableKind::Markers) {
            rows += file.reel->markers().size();
            continue;
        }
        const auto counts = file.reel->statistics();
        if (!counts) return std::nullopt;
        if (plan.kind == TableKind::Snapshots) rows += counts->snapshots;
        for (const auto& [type, count] : counts->items) {
            const bool known = file.reel->schema().contains(type);
            std::string_view name;
            if (known) name = file.reel->schema()[type].name;
            if ((plan.kind == TableKind::AllItems && !plan.has_apart(name)) ||
                (plan.kind == TableKind::Items && known && name == plan.type))
                rows += count;
        }
        for (const auto& [type, count] : counts->events)
            if (plan.kind == TableKind::Events && file.reel->schema().contains(type) &&
                file.reel->schema()[type].name == plan.type)
                rows += count;
    }
    return rows;
}

}  // namespace tickreel
