#include "format/tables/table_function.h"

#include <algorithm>

namespace tickreel {

namespace {

void bind(duckdb_bind_info info) {
    auto& catalog = *static_cast<TableCatalog*>(duck().bind_get_extra_info(info));
    const auto table = take_number(duck().bind_get_parameter(info, 0));
    const auto file = take_number(duck().bind_get_named_parameter(info, "file"));
    const auto within = [](std::optional<std::int64_t> number, std::size_t size) {
        return number && *number >= 0 && static_cast<std::uint64_t>(*number) < size;
    };
    if (!within(table, catalog.plans.size()) || (file && !within(file, catalog.files.size()))) {
        duck().bind_set_error(info, "reel_table: no such table or file");
        return;
    }
    auto binding = std::make_unique<TableBinding>();
    binding->catalog = {std::shared_ptr<void>(), &catalog};  // it outlives the connection
    binding->table = static_cast<std::size_t>(*table);
    if (file) binding->file = static_cast<std::size_t>(*file);
    if (const auto reader = take_number(duck().bind_get_named_parameter(info, "reader")))
        binding->reader = static_cast<std::size_t>(*reader);
    const auto types = take_texts(duck().bind_get_named_parameter(info, "types"));
    binding->types = {types.begin(), types.end()};
    if (const auto least = take_number(duck().bind_get_named_parameter(info, "row_group")))
        binding->row_group = static_cast<std::uint64_t>(std::max<std::int64_t>(*least, 0));
    if (const auto steps = take_number(duck().bind_get_named_parameter(info, "steps")))
        binding->steps = *steps != 0 && catalog.plans[binding->table].kind == TableKind::Items;
    if (const auto names = take_number(duck().bind_get_named_parameter(info, "names")))
        binding->names = *names != 0 && (catalog.plans[binding->table].kind == TableKind::Events ||
                                         catalog.plans[binding->table].kind == TableKind::Items);
    binding->utc = take_number(duck().bind_get_named_parameter(info, "utc")).value_or(0) != 0;
    finish_bind(info, std::move(binding));
}

}  // namespace

Result<void> register_reel_table(duckdb_connection connection, TableCatalog& catalog) {
    duckdb_table_function function = duck().create_table_function();
    duckdb_logical_type number = duck().create_logical_type(DUCKDB_TYPE_BIGINT);
    duck().table_function_add_parameter(function, number);
    duck().table_function_add_named_parameter(function, "file", number);
    duck().table_function_add_named_parameter(function, "reader", number);
    duck().table_function_add_named_parameter(function, "row_group", number);
    duck().table_function_add_named_parameter(function, "steps", number);
    duck().table_function_add_named_parameter(function, "names", number);
    duck().table_function_add_named_parameter(function, "utc", number);
    duck().destroy_logical_type(&number);
    duckdb_logical_type text = duck().create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_logical_type texts = duck().create_list_type(text);
    duck().table_function_add_named_parameter(function, "types", texts);
    duck().destroy_logical_type(&texts);
    duck().destroy_logical_type(&text);
    duck().table_function_set_extra_info(function, &catalog, nullptr);
    return register_scan(connection, function, "reel_table", bind);
}

}  // namespace tickreel
