#pragma once
// The number of rows of a table and its first and last tick, without reading its rows: from the
// recordings' index, and for tables of single types from the first and last rows.

#include "tickreel/tables/row_cursor.h"

namespace tickreel {

struct TableEnds {
    std::uint64_t rows = 0;
    Tick first = 0;  // over all files and segments; undefined if there are no rows
    Tick last = 0;
};

// A group of chunks: what is decoded together.
struct GroupSpan {
    std::uint32_t segment = 0;
    Tick first = 0;
    Tick last = 0;
    std::size_t first_chunk = 0;
};
std::vector<GroupSpan> groups_of(const ReelReader& reel);

// Empty if unknown: unfinished or damaged recordings, parts of one, `players`.
Result<std::optional<TableEnds>> find_ends(const TablePlan& plan, std::span<const ReelFile> files,
                                           const ProblemSink& problems);

// Bounds that have at least as many of the first or last rows as `bounds.few` says, found by
// reading groups from that end; `bounds` where it says nothing, or these rows are many or far.
Result<TickBounds> bounds_of_few(const TablePlan& plan, std::span<const ReelFile> files,
                                 TickBounds bounds, const ProblemSink& problems);

}  // namespace tickreel
