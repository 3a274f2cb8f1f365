#pragma once
// The rows of a table over recordings, one by one; a value is computed only when it is requested,
// so unused columns cost nothing. Values have the column's sql_type: integers as int64 or uint64,
// times as int64 microseconds UTC, raw words as Bytes of the 32-bit words in memory.

#include <memory>
#include <optional>
#include <span>

#include "tickreel/export/table_plan.h"
#include "tickreel/model/row.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

class RowCursor {
public:
    virtual ~RowCursor() = default;
    virtual Result<bool> next() = 0;
    virtual Value value(std::size_t column) const = 0;  // column index of the plan
    // Words of rows so far that no column shows.
    virtual std::uint64_t dropped_words() const { return 0; }
    // Of events: the name at the row's tick of the player whose number the column has.
    virtual Value name_in(std::size_t /*column*/) const { return {}; }
};

// The columns that all tables share, from the row's frame; empty for the other uses.
std::optional<Value> frame_value(ColumnUse use, const Frame& frame, const ReelFile& file);

// The plan, the files and whatever the sink uses must outlive the cursor.
std::unique_ptr<RowCursor> open_rows(const TablePlan& plan, std::span<const ReelFile> files,
                                     TickBounds bounds, const ProblemSink& problems);

// Whether only some of the snapshots of these files give rows (ReelFile::steps).
bool is_resampled(const TablePlan& plan, std::span<const ReelFile> files);

// The number of rows without reading any, when none are left out; empty if that is unknown.
std::optional<std::uint64_t> count_rows(const TablePlan& plan, std::span<const ReelFile> files);

// The unit of Timestamp columns.
inline std::int64_t microseconds(std::chrono::nanoseconds time) {
    return std::chrono::floor<std::chrono::microseconds>(time).count();
}

}  // namespace tickreel
