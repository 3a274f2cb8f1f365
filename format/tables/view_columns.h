#pragma once
// The columns of a table as SQL shows them: fields with dots in their names, which schemas flatten
// ("Position.x", "Position.y"), are structs again: Position.x without quotes.

#include <string>

#include "tickreel/export/table_plan.h"

namespace tickreel {

std::string view_columns(const TablePlan& plan);  // what stands behind SELECT

}  // namespace tickreel
