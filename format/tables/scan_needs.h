#pragma once
// Which frames a query can want of each scan, from DuckDB's optimised plan (json_serialize_plan):
// it moves conditions to right above the scan, out of subqueries, WITH, views and macros, and from
// one table of a join to the other. Only ever an optimisation, as tick_bounds.h, which knows forms
// that a plan no longer shows.

#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// By the number of the table, every one that is scanned.
struct ScanNeeds {
    std::map<std::size_t, TickBounds> tables{};
    std::map<std::size_t, TickBounds> steps{};  // with the row before (table_function.h)
};

// Nothing: this is no plan.
std::optional<ScanNeeds> scan_needs(std::string_view plan, std::span<const ReelFile> files);

}  // namespace tickreel
