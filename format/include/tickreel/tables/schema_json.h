#pragma once
// What the columns of an export mean, for people and programs: schema.json beside it.

#include <span>
#include <string>
#include <vector>

#include "tickreel/tables/table_database.h"

namespace tickreel {

struct ExportedTable {
    const TablePlan* plan = nullptr;
    std::vector<std::size_t> columns{};  // of the plan
};

std::string schema_json(std::span<const ReelFile> files, std::span<const ExportedTable> tables);

}  // namespace tickreel
