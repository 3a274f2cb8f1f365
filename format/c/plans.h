#pragma once
// The tables of one recording, and finding one by name.

#include <string_view>
#include <vector>

#include "format/c/handles.h"
#include "tickreel/export/table_plan.h"

namespace tickreel::c {

Result<std::vector<TablePlan>> plan_reel(const SharedReel& reel);
// Finds a table by its name, or by its type's name in any usual spelling.
Result<std::size_t> find_table(const std::vector<TablePlan>& plans, const Schema& schema,
                               std::string_view name);

}  // namespace tickreel::c
