#include "format/tables/parquet_copy.h"

#include <algorithm>
#include <cctype>

#include "format/tables/row_group_size.h"
#include "format/tables/row_groups.h"
#include "tickreel/base/concat.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

bool wants(const TableExport& what, const TablePlan& plan) {
    return what.types.empty() ||
           std::find(what.types.begin(), what.types.end(), plan.type) != what.types.end();
}

Result<void> check_types(const TableDatabase& database, const TableExport& what) {
    for (const std::string& type : what.types) {
        const auto& plans = database.tables();
        if (std::none_of(plans.begin(), plans.end(),
                         [&](const TablePlan& plan) { return plan.type == type; }))
            return fail("has no type '", type, "'; 'tickreel list FILE types' names them all");
    }
    return {};
}

// What writing Parquet may take, of all tables that are written at a time.
constexpr std::uint64_t kWriterBytes = 96U << 20;
constexpr std::size_t kTablesAtOnce = 32;  // each is a thread

std::uint64_t writer_bytes(const TableDatabase& database, const ExportedTable& table) {
    const std::uint64_t group =
        least_row_group(database, *table.plan, table.columns.size()) + kBatchRows;
    const std::uint64_t rows = count_rows(*table.plan, database.files()).value_or(group);
    return table.columns.size() *
           (std::min(rows, group) * kCellBytes + rows / group * kColumnBytes);
}

}  // namespace

std::string parquet_options(std::uint64_t row_group, const std::string& about) {
    return concat(" (FORMAT parquet, COMPRESSION zstd, WRITE_BLOOM_FILTER false, ROW_GROUP_SIZE ",
                  row_group,
                  about.empty() ? "" : ", KV_METADATA {tickreel: " + sql_text(about) + "}", ")");
}

std::string path_word(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.'
                   ? c
                   : '_';
    return out.empty() ? "_" : out;
}

std::vector<const TablePlan*> type_tables(const TableDatabase& database, const TableExport& what) {
    std::vector<const TablePlan*> tables;
    for (const TablePlan& plan : database.tables()) {
        if (plan.type.empty() || !wants(what, plan)) continue;
        if (count_rows(plan, database.files()).value_or(1) != 0) tables.push_back(&plan);
    }
    return tables;
}

std::vector<std::vector<ExportedTable>> at_once(const TableDatabase& database,
                                                const std::vector<ExportedTable>& tables) {
    std::vector<std::vector<ExportedTable>> groups;
    std::uint64_t bytes = 0;
    for (const ExportedTable& table : tables) {
        const std::uint64_t more = writer_bytes(database, table);
        if (groups.empty() || bytes + more > kWriterBytes ||
            groups.back().size() >= kTablesAtOnce) {
            groups.emplace_back();
            bytes = 0;
        }
        groups.back().push_back(table);
        bytes += more;
    }
    return groups;
}

Result<void> prepare_export(TableDatabase& database, const TableExport& what,
                            const std::string& memory) {
    if (const auto checked = check_types(database, what); !checked) return checked;
    // One thread: rows stay in order and row groups wait for no other.
    return database.run("SET memory_limit = " + sql_text(memory) + "; SET threads = 1");
}

}  // namespace tickreel
