#pragma once
// schema.json of an export: the meaning of its columns, for people and programs.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tickreel/tables/table_database.h"

namespace tickreel {

struct ExportedTable {
    const TablePlan* plan = nullptr;
    std::vector<std::size_t> columns{};  // column indices of the plan
};

struct ExportedFolder {
    std::vector<std::string> matches{};  // what it calls each recording
    std::vector<std::string> parts{};    // its files
};

std::string schema_json(std::span<const ReelFile> files, std::span<const ExportedTable> tables,
                        const std::optional<ExportedFolder>& folder = std::nullopt);

}  // namespace tickreel
