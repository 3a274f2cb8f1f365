#pragma once
// The tables of one recording, and which one a name means.

#include <string_view>
#include <vector>

#include "format/c/handles.h"
#include "tickreel/export/table_plan.h"

namespace tickreel::c {

Result<std::vector<TablePlan>> plan_reel(const SharedReel& reel);
// A table's name, or its type's as people spell it.
Result<std::size_t> find_table(const std::vector<TablePlan>& plans, const Schema& schema,
                               std::string_view name);

}  // namespace tickreel::c
