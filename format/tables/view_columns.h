#pragma once
// The columns of a table as SQL shows them: field names with dots, as flattened by schemas
// ("Position.x", "Position.y"), become structs again: Position.x without quotes.

#include <string>

#include "tickreel/export/table_plan.h"

namespace tickreel {

std::string view_columns(const TablePlan& plan);  // the column list after SELECT

}  // namespace tickreel
