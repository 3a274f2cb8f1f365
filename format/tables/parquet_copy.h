#pragma once
// What writes tables of recordings to Parquet, for single files, folders and datasets.

#include "tickreel/tables/table_export.h"

namespace tickreel {

// Behind COPY ... TO 'path'. `about`: stored as the key "tickreel" of the file.
std::string parquet_options(std::uint64_t row_group, const std::string& about = "");
// Names that need no escaping as a part of a path, whoever reads it.
std::string path_word(std::string_view text);
// The tables of single types that have rows, as far as that is known.
std::vector<const TablePlan*> type_tables(const TableDatabase& database, const TableExport& what);
// The tables in the order they come, as many together as may be written at a time.
std::vector<std::vector<ExportedTable>> at_once(const TableDatabase& database,
                                                const std::vector<ExportedTable>& tables);
// Memory and threads for the writing; an error if a type is in no recording.
Result<void> prepare_export(TableDatabase& database, const TableExport& what,
                            const std::string& memory = "192MB");

}  // namespace tickreel
