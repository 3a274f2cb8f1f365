#include "format/tables/table_aliases.h"

#include <algorithm>

#include "tickreel/base/ascii.h"

namespace tickreel {

namespace {

// DuckDB asks for names that it does not know; query_table('NAME') is the table of the name.
void find_aliased(duckdb_replacement_scan_info info, const char* name, void* data) {
    const auto& catalog = *static_cast<const TableCatalog*>(data);
    const std::string typed = ascii_lower(std::string_view(name));
    for (const TablePlan& plan : catalog.plans) {
        if (std::none_of(plan.aliases.begin(), plan.aliases.end(),
                         [&](const std::string& alias) { return ascii_lower(alias) == typed; }))
            continue;
        duck().replacement_scan_set_function_name(info, "query_table");
        duckdb_value table = duck().create_varchar(plan.name.c_str());
        duck().replacement_scan_add_parameter(info, table);
        duck().destroy_value(&table);
        return;
    }
}

}  // namespace

void add_table_aliases(duckdb_database database, TableCatalog& catalog) {
    duck().add_replacement_scan(database, find_aliased, &catalog, nullptr);
}

}  // namespace tickreel
