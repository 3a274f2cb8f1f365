#include "tickreel/tables/table_export.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "format/tables/parquet_copy.h"
#include "format/tables/row_group_size.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

// The columns of the contract, and file only where there are several.
ExportedTable exported(const TablePlan& plan, bool with_file) {
    ExportedTable table{&plan, {}};
    for (std::size_t i = 0; i < plan.columns.size(); ++i) {
        const ColumnUse use = plan.columns[i].use;
        const bool wanted = use != ColumnUse::FieldTime && (use != ColumnUse::File || with_file);
        if (wanted) table.columns.push_back(i);
    }
    return table;
}

std::string select(const TableDatabase& database, const ExportedTable& table,
                   const std::string& parameters = "") {
    std::string columns;
    for (const std::size_t column : table.columns)
        columns += (columns.empty() ? "" : ", ") + sql_name(table.plan->columns[column].name);
    const auto number = table.plan - database.tables().data();
    return concat("SELECT ", columns, " FROM reel_table(", number, parameters, ")");
}

// What writes the table, or of all items those of `types`, to the file.
std::string copy(const TableDatabase& database, const ExportedTable& table, const std::string& path,
                 const std::string& scan_parameters) {
    const std::uint64_t least = least_row_group(database, *table.plan, table.columns.size());
    return "COPY (" +
           select(database, table, scan_parameters + ", row_group := " + std::to_string(least)) +
           ") TO " + sql_text(path) + parquet_options(least);
}

// What it packs a table's columns with is not counted: 8 hours took 150 MB more than 80 MB. A
// column being written has a block of 256 KiB, and its null bits another: a view of Firefall has 1
// 080.
std::string duckdb_memory(const std::vector<const TablePlan*>& plans) {
    constexpr std::size_t kLeast = 80'000'000;
    constexpr std::size_t kColumn = 512UL * 1024;
    std::size_t widest = 0;
    for (const TablePlan* plan : plans) widest = std::max(widest, plan->columns.size());
    return concat(std::max(kLeast, widest * kColumn), "B");
}

std::string stem_of(const ReelFile& file) {
    return path_word(std::filesystem::path(file.path).stem().string());
}

}  // namespace

std::vector<std::string> match_names(std::span<const ReelFile> files) {
    std::set<std::string> stems;
    for (const ReelFile& file : files) stems.insert(stem_of(file));
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const ReelFile& file : files) {
        const std::string stem = stem_of(file);
        std::string name = stem;
        for (int n = 2; taken.contains(name) || (name != stem && stems.contains(name)); ++n)
            name = concat(stem, '-', n);
        taken.insert(name);
        names.push_back(name);
    }
    return names;
}

Result<std::vector<ExportedTable>> export_parquet(TableDatabase& database, const std::string& path,
                                                  const TableExport& what) {
    if (const auto ready = prepare_export(database, what); !ready) return ready.error();
    const bool single = what.types.size() == 1;
    const auto& plans = database.tables();
    const auto plan = std::find_if(plans.begin(), plans.end(), [&](const TablePlan& table) {
        return single ? table.type == what.types[0] : table.kind == TableKind::AllItems;
    });
    const ExportedTable table = exported(*plan, database.files().size() > 1);
    std::string types;
    for (const std::string& type : what.types)
        types += (types.empty() ? ", types := [" : ", ") + sql_text(type);
    if (!types.empty()) types += "]";
    if (const auto done = database.run(copy(database, table, path, types)); !done)
        return done.error();
    return std::vector<ExportedTable>{table};
}

namespace {

// The file of a table's rows of one recording; its folder is made.
Result<std::string> part_file(const std::filesystem::path& path, const TablePlan& plan,
                              const std::string& match) {
    const std::string& type = plan.type.empty() ? plan.name : plan.type;
    const std::filesystem::path folder = path / ("type=" + path_word(type)) / ("match=" + match);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return fail("cannot create ", folder.string(), ": ", errno_text(error.value()));
    return (folder / "part-0.parquet").string();
}

// One recording: a file for each of the tables, of one reading.
Result<void> export_match(TableDatabase& database, std::size_t file, const std::string& match,
                          const std::filesystem::path& path,
                          const std::vector<ExportedTable>& tables) {
    std::vector<std::string> statements;
    for (const ExportedTable& table : tables) {
        const auto part = part_file(path, *table.plan, match);
        if (!part) return part.error();
        statements.push_back(copy(database, table, *part,
                                  ", file := " + std::to_string(file) +
                                      ", reader := " + std::to_string(statements.size())));
    }
    return database.run_together(file, statements);
}

// Markers are no part of reading snapshots: they are written alone.
Result<bool> export_markers(TableDatabase& database, const TablePlan& plan,
                            const std::vector<std::string>& matches, const std::string& path) {
    bool any = false;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (database.files()[i].reel->markers().empty()) continue;
        const auto part = part_file(path, plan, matches[i]);
        if (!part) return part.error();
        const auto done = database.run(
            copy(database, exported(plan, false), *part, ", file := " + std::to_string(i)));
        if (!done) return done.error();
        any = true;
    }
    return any;
}

}  // namespace

Result<std::vector<ExportedTable>> export_folder(TableDatabase& database, const std::string& path,
                                                 const TableExport& what) {
    if (const auto ready = prepare_export(database, what); !ready) return ready.error();
    std::vector<ExportedTable> tables;
    for (const TablePlan* plan : type_tables(database, what))
        tables.push_back(exported(*plan, false));
    const auto names = match_names(database.files());
    for (const auto& together : at_once(database, tables))
        for (std::size_t i = 0; i < names.size(); ++i)
            if (const auto done = export_match(database, i, names[i], path, together); !done)
                return done.error();
    for (const TablePlan& plan : database.tables()) {
        if (plan.kind != TableKind::Markers || !what.types.empty()) continue;
        const auto any = export_markers(database, plan, names, path);
        if (!any) return any.error();
        if (*any) tables.push_back(exported(plan, false));
    }
    return tables;
}

namespace {

// Waiting for the disk after each table took a third of the time: small ones are committed
// together, as many as may stay in memory until then.
Result<void> create_tables(TableDatabase& database, const std::vector<ExportedTable>& tables) {
    constexpr std::uint64_t kRowsAtOnce = 1U << 18;
    constexpr std::size_t kColumnsAtOnce = 512;
    std::multimap<std::uint64_t, const ExportedTable*> by_size;  // unknown: not small
    for (const ExportedTable& table : tables)
        by_size.emplace(count_rows(*table.plan, database.files()).value_or(kRowsAtOnce), &table);
    std::uint64_t rows = 0;
    std::size_t columns = 0;
    std::string begin = "BEGIN; ";
    for (const auto& [more, table] : by_size) {
        if (columns != 0 &&
            (rows + more > kRowsAtOnce || columns + table->columns.size() > kColumnsAtOnce)) {
            rows = columns = 0;
            begin = "COMMIT; BEGIN; ";
        }
        rows += more;
        columns += table->columns.size();
        const auto made =
            database.run(begin + "CREATE TABLE exported." + sql_name(table->plan->name) + " AS " +
                         select(database, *table));
        if (!made) return made;
        begin.clear();
    }
    return by_size.empty() ? Result<void>() : database.run("COMMIT");
}

}  // namespace

Result<std::vector<ExportedTable>> export_duckdb(TableDatabase& database, const std::string& path,
                                                 const TableExport& what) {
    auto plans = type_tables(database, what);
    if (const auto ready = prepare_export(database, what, duckdb_memory(plans)); !ready)
        return ready.error();
    if (const auto made = database.run("ATTACH " + sql_text(path) + " AS exported"); !made)
        return made.error();
    for (const TablePlan& plan : database.tables())
        if (plan.kind == TableKind::Snapshots || !is_of_frames(plan.kind)) plans.push_back(&plan);
    std::vector<ExportedTable> tables;
    for (const TablePlan* plan : plans)
        tables.push_back(exported(*plan, database.files().size() > 1));
    if (const auto made = create_tables(database, tables); !made) return made.error();
    if (const auto done = database.run("DETACH exported"); !done) return done.error();
    return tables;
}

}  // namespace tickreel
