#include "format/tables/table_function.h"

#include <algorithm>

#include "format/tables/column_writer.h"
#include "format/tables/table_ends.h"
#include "format/tables/vector_writer.h"

namespace tickreel {

namespace {

struct Binding {
    std::size_t table = 0;
    std::optional<std::size_t> file{};
    std::optional<std::size_t> reader{};  // of the catalog's shared frames
    std::set<std::string> types{};
    std::uint64_t row_group = 0;
    bool steps = false;
};

// Behind the columns of the plan when steps are asked for: two ticks, then a column each of these.
constexpr std::size_t kStepTicks = 2;
std::vector<std::size_t> step_fields(const TablePlan& plan) {
    std::vector<std::size_t> fields;
    for (std::size_t i = 0; i < plan.columns.size(); ++i)
        if (plan.columns[i].use == ColumnUse::Field) fields.push_back(i);
    return fields;
}

struct Scan {
    const TablePlan* plan = nullptr;
    std::unique_ptr<RowCursor> rows{};
    std::vector<std::size_t> columns{};  // of the plan, by column of the result
    std::optional<TableEnds> ends{};     // rows that need no reading: those still to hand out
    bool first_given = false;            // ... and the first of them was
    std::uint64_t dropped_before = 0;
    std::vector<std::size_t> step_fields{};  // of the plan
};

template <class T>
void destroy(void* data) {
    delete static_cast<T*>(data);
}

duckdb_logical_type logical_type(SqlType type) {
    constexpr duckdb_type kTypes[] = {
        DUCKDB_TYPE_BOOLEAN, DUCKDB_TYPE_INTEGER,  DUCKDB_TYPE_UINTEGER, DUCKDB_TYPE_BIGINT,
        DUCKDB_TYPE_UBIGINT, DUCKDB_TYPE_FLOAT,    DUCKDB_TYPE_DOUBLE,   DUCKDB_TYPE_VARCHAR,
        DUCKDB_TYPE_BLOB,    DUCKDB_TYPE_TIMESTAMP};
    if (type != SqlType::Integers)
        return duck().create_logical_type(kTypes[static_cast<std::size_t>(type)]);
    duckdb_logical_type word = duck().create_logical_type(DUCKDB_TYPE_INTEGER);
    duckdb_logical_type list = duck().create_list_type(word);
    duck().destroy_logical_type(&word);
    return list;
}

std::optional<std::int64_t> take_number(duckdb_value value) {
    if (value == nullptr) return std::nullopt;
    const std::int64_t number = duck().get_int64(value);
    duck().destroy_value(&value);
    return number;
}

std::set<std::string> take_texts(duckdb_value list) {
    std::set<std::string> texts;
    if (list == nullptr) return texts;
    for (idx_t i = 0; i < duck().get_list_size(list); ++i) {
        duckdb_value one = duck().get_list_child(list, i);
        char* const text = duck().get_varchar(one);
        if (text != nullptr) texts.emplace(text);
        duck().free(text);
        duck().destroy_value(&one);
    }
    duck().destroy_value(&list);
    return texts;
}

std::span<const ReelFile> files_of(const TableCatalog& catalog, const Binding& binding) {
    const std::span<const ReelFile> all(catalog.files);
    return binding.file ? all.subspan(*binding.file, 1) : all;
}

void bind_steps(duckdb_bind_info info, const TablePlan& plan) {
    const auto add = [info](const std::string& name, SqlType type) {
        duckdb_logical_type logical = logical_type(type);
        duck().bind_add_result_column(info, name.c_str(), logical);
        duck().destroy_logical_type(&logical);
    };
    add("previous_tick", SqlType::BigInt);
    add("killed_tick", SqlType::BigInt);
    for (const std::size_t field : step_fields(plan))
        add("previous_" + plan.columns[field].name, plan.columns[field].type);
}

void bind(duckdb_bind_info info) {
    const auto& catalog = *static_cast<TableCatalog*>(duck().bind_get_extra_info(info));
    const auto table = take_number(duck().bind_get_parameter(info, 0));
    const auto file = take_number(duck().bind_get_named_parameter(info, "file"));
    const auto within = [](std::optional<std::int64_t> number, std::size_t size) {
        return number && *number >= 0 && static_cast<std::uint64_t>(*number) < size;
    };
    if (!within(table, catalog.plans.size()) || (file && !within(file, catalog.files.size()))) {
        duck().bind_set_error(info, "reel_table: no such table or file");
        return;
    }
    auto binding = std::make_unique<Binding>();
    binding->table = static_cast<std::size_t>(*table);
    if (file) binding->file = static_cast<std::size_t>(*file);
    if (const auto reader = take_number(duck().bind_get_named_parameter(info, "reader")))
        binding->reader = static_cast<std::size_t>(*reader);
    binding->types = take_texts(duck().bind_get_named_parameter(info, "types"));
    if (const auto least = take_number(duck().bind_get_named_parameter(info, "row_group")))
        binding->row_group = static_cast<std::uint64_t>(std::max<std::int64_t>(*least, 0));
    const TablePlan& plan = catalog.plans[binding->table];
    for (const TableColumn& column : plan.columns) {
        duckdb_logical_type type = logical_type(column.type);
        duck().bind_add_result_column(info, column.name.c_str(), type);
        duck().destroy_logical_type(&type);
    }
    if (const auto steps = take_number(duck().bind_get_named_parameter(info, "steps")))
        binding->steps = *steps != 0 && plan.kind == TableKind::Items;
    if (binding->steps) bind_steps(info, plan);
    if (const auto rows = count_rows(plan, files_of(catalog, *binding)))
        duck().bind_set_cardinality(info, *rows, false);
    duck().bind_set_bind_data(info, binding.release(), destroy<Binding>);
}

void init(duckdb_init_info info) {
    auto& catalog = *static_cast<TableCatalog*>(duck().init_get_extra_info(info));
    const auto& binding = *static_cast<Binding*>(duck().init_get_bind_data(info));
    auto scan = std::make_unique<Scan>();
    scan->plan = &catalog.plans[binding.table];
    bool any_column = false;
    for (idx_t i = 0; i < duck().init_get_column_count(info); ++i) {
        scan->columns.push_back(static_cast<std::size_t>(duck().init_get_column_index(info, i)));
        any_column = any_column || scan->columns.back() < scan->plan->columns.size();
    }
    if (binding.steps) scan->step_fields = step_fields(*scan->plan);
    const auto files = files_of(catalog, binding);
    const bool whole = binding.steps;  // a step may begin anywhere before
    if (!whole && (!any_column || catalog.ends_only.contains(binding.table))) {
        auto ends = find_ends(*scan->plan, files, catalog.problems);
        if (!ends) {
            duck().init_set_error(info, ends.error().message.c_str());
            return;
        }
        scan->ends = *ends;
    }
    const auto bounds = catalog.bounds.find(binding.table);
    if (binding.reader && catalog.shared != nullptr) {
        scan->rows =
            std::make_unique<ItemRows>(*scan->plan, files, *catalog.shared, *binding.reader);
    } else if (!scan->ends) {
        const auto wanted =
            bounds_of_few(*scan->plan, files,
                          whole || bounds == catalog.bounds.end() ? TickBounds{} : bounds->second,
                          catalog.problems);
        if (!wanted) return duck().init_set_error(info, wanted.error().message.c_str());
        scan->rows = open_rows(*scan->plan, files, *wanted, catalog.problems);
    }
    if (auto* items = dynamic_cast<ItemRows*>(scan->rows.get())) {
        items->keep_types(binding.types);
        if (binding.row_group != 0) items->follow_groups(binding.row_group);
        if (binding.steps) items->follow_steps();
    }
    duck().init_set_max_threads(info, 1);  // rows stay in tick order
    duck().init_set_init_data(info, scan.release(), destroy<Scan>);
}

void put_tick(duckdb_vector vector, idx_t row, std::optional<Tick> tick) {
    put_value(vector, row, SqlType::BigInt, tick ? Value(std::int64_t{*tick}) : Value());
}

// The columns of the rows before.
void fill_steps(const Scan& scan, ItemRows& items, std::span<const ItemRow> rows,
                duckdb_data_chunk output) {
    std::vector<ItemRow> before(rows.begin(), rows.end());
    for (ItemRow& row : before) row.row = items.before(row);
    for (std::size_t i = 0; i < scan.columns.size(); ++i) {
        if (scan.columns[i] < scan.plan->columns.size()) continue;
        const std::size_t column = scan.columns[i] - scan.plan->columns.size();
        const duckdb_vector vector = duck().data_chunk_get_vector(output, i);
        if (column >= kStepTicks + scan.step_fields.size()) continue;  // the number of the row
        if (column >= kStepTicks) {
            put_column(vector, *scan.plan, scan.step_fields[column - kStepTicks], items, before);
            continue;
        }
        for (idx_t row = 0; row < rows.size(); ++row) {
            const Step& step = rows[row].step;
            put_tick(vector, row, column == 0 ? step.tick : step.killed);
        }
    }
}

// Rows of items and events, column by column. Says how many.
Result<idx_t> fill_columns(const Scan& scan, ItemRows& items, duckdb_data_chunk output) {
    const auto rows = items.batch(duck().vector_size());
    if (!rows) return rows.error();
    for (std::size_t i = 0; i < scan.columns.size(); ++i)
        if (scan.columns[i] < scan.plan->columns.size())
            put_column(duck().data_chunk_get_vector(output, i), *scan.plan, scan.columns[i], items,
                       *rows);
    if (!scan.step_fields.empty()) fill_steps(scan, items, *rows, output);
    return idx_t{rows->size()};
}

void put_row(const Scan& scan, duckdb_data_chunk output, idx_t row) {
    for (std::size_t i = 0; i < scan.columns.size(); ++i) {
        const std::size_t column = scan.columns[i];
        if (column >= scan.plan->columns.size()) continue;
        put_value(duck().data_chunk_get_vector(output, i), row, scan.plan->columns[column].type,
                  scan.rows->value(column));
    }
}

Result<idx_t> fill_rows(const Scan& scan, duckdb_data_chunk output) {
    const idx_t capacity = duck().vector_size();
    for (idx_t row = 0; row < capacity; ++row) {
        const Result<bool> more = scan.rows->next();
        if (!more) return more.error();
        if (!*more) return row;
        put_row(scan, output, row);
    }
    return capacity;
}

// As many rows as there are, the first with the first tick and all others with the last: nobody
// looks at anything else of them.
void fill_with_ends(Scan& scan, duckdb_data_chunk output) {
    const std::uint64_t rows = std::min<std::uint64_t>(scan.ends->rows, duck().vector_size());
    scan.ends->rows -= rows;
    for (std::size_t i = 0; i < scan.columns.size(); ++i) {
        const std::size_t column = scan.columns[i];
        if (column >= scan.plan->columns.size()) continue;
        const duckdb_vector vector = duck().data_chunk_get_vector(output, i);
        if (scan.plan->columns[column].use != ColumnUse::TickNumber) {
            for (idx_t row = 0; row < rows; ++row)
                put_value(vector, row, scan.plan->columns[column].type, {});
            continue;
        }
        auto* const ticks = static_cast<std::int64_t*>(duck().vector_get_data(vector));
        std::fill_n(ticks, rows, scan.ends->last);
        if (!scan.first_given && rows != 0) ticks[0] = scan.ends->first;
    }
    scan.first_given = true;
    duck().data_chunk_set_size(output, rows);
}

void fill(duckdb_function_info info, duckdb_data_chunk output) {
    auto& catalog = *static_cast<TableCatalog*>(duck().function_get_extra_info(info));
    auto& scan = *static_cast<Scan*>(duck().function_get_init_data(info));
    if (catalog.stopped && catalog.stopped()) {
        duck().function_set_error(info, "interrupted; no output written");
        return;
    }
    if (scan.ends) return fill_with_ends(scan, output);
    auto* items = dynamic_cast<ItemRows*>(scan.rows.get());
    const Result<idx_t> rows =
        items != nullptr ? fill_columns(scan, *items, output) : fill_rows(scan, output);
    if (!rows) return duck().function_set_error(info, rows.error().message.c_str());
    catalog.rows += *rows;
    catalog.dropped_words += scan.rows->dropped_words() - scan.dropped_before;
    scan.dropped_before = scan.rows->dropped_words();
    duck().data_chunk_set_size(output, *rows);
}

}  // namespace

Result<void> register_reel_table(duckdb_connection connection, TableCatalog& catalog) {
    duckdb_table_function function = duck().create_table_function();
    duck().table_function_set_name(function, "reel_table");
    duckdb_logical_type number = duck().create_logical_type(DUCKDB_TYPE_BIGINT);
    duck().table_function_add_parameter(function, number);
    duck().table_function_add_named_parameter(function, "file", number);
    duck().table_function_add_named_parameter(function, "reader", number);
    duck().table_function_add_named_parameter(function, "row_group", number);
    duck().table_function_add_named_parameter(function, "steps", number);
    duck().destroy_logical_type(&number);
    duckdb_logical_type text = duck().create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_logical_type texts = duck().create_list_type(text);
    duck().table_function_add_named_parameter(function, "types", texts);
    duck().destroy_logical_type(&texts);
    duck().destroy_logical_type(&text);
    duck().table_function_set_extra_info(function, &catalog, nullptr);
    duck().table_function_set_bind(function, bind);
    duck().table_function_set_init(function, init);
    duck().table_function_set_function(function, fill);
    duck().table_function_supports_projection_pushdown(function, true);
    const duckdb_state state = duck().register_table_function(connection, function);
    duck().destroy_table_function(&function);
    if (state != DuckDBSuccess) return fail("DuckDB refuses the table function");
    return {};
}

}  // namespace tickreel
