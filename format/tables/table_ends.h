#pragma once
// How many rows a table has and at which ticks they begin and end, without reading them: from the
// recordings' index, and for the tables of single types from the first and last rows.

#include "tickreel/tables/row_cursor.h"

namespace tickreel {

struct TableEnds {
    std::uint64_t rows = 0;
    Tick first = 0;  // of all files and segments; without meaning when there are no rows
    Tick last = 0;
};

// Nothing when that is not known: unfinished or damaged recordings, part of one, `players`.
Result<std::optional<TableEnds>> find_ends(const TablePlan& plan, std::span<const ReelFile> files,
                                           const ProblemSink& problems);

}  // namespace tickreel
