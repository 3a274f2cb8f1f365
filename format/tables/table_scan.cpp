#include "format/tables/table_scan.h"

#include <algorithm>

#include "format/tables/column_writer.h"
#include "format/tables/step_seed.h"
#include "format/tables/table_ends.h"
#include "format/tables/vector_writer.h"
#include "format/tables/word_rows.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/export/schema_views.h"

namespace tickreel {

namespace {

// Behind the columns of the plan when steps are asked for: three ticks, then a column each of
// these.
constexpr std::size_t kStepTicks = 3;
std::vector<std::size_t> step_fields(const TablePlan& plan) {
    std::vector<std::size_t> fields;
    for (std::size_t i = 0; i < plan.columns.size(); ++i)
        if (plan.columns[i].use == ColumnUse::Field || plan.columns[i].use == ColumnUse::Evolved)
            fields.push_back(i);
    return fields;
}

// Behind them when names are asked for: a column for each field, unless there is one so called.
std::string name_column(const TableColumn& field) {
    return concat(field.name, kFieldNameSuffix);
}
bool is_taken(const TablePlan& plan, std::string_view name) {
    const auto has_it = [lower = ascii_lower(name)](const TableColumn& column) {
        return ascii_lower(column.name) == lower;
    };
    return std::any_of(plan.columns.begin(), plan.columns.end(), has_it);
}
std::vector<std::size_t> named_fields(const TablePlan& plan) {
    std::vector<std::size_t> fields;
    for (std::size_t i = 0; i < plan.columns.size(); ++i)
        if (plan.columns[i].use == ColumnUse::Field &&
            !is_taken(plan, name_column(plan.columns[i])))
            fields.push_back(i);
    return fields;
}

// The columns behind those of the plan: of steps, names of fields, and the player's name.
struct MoreColumns {
    std::vector<std::size_t> steps{};  // of the plan, each with the value before
    std::vector<std::size_t> names{};  // of the plan, each with a player's name
    std::size_t step_ticks = 0;
    bool player = false;

    MoreColumns() = default;
    MoreColumns(const TableBinding& binding, const TablePlan& plan) {
        const bool items = plan.kind == TableKind::Items;
        if (binding.steps) {
            step_ticks = kStepTicks;
            steps = step_fields(plan);
        }
        if (binding.names && !items) names = named_fields(plan);
        player = items && (binding.steps || binding.names) && !is_taken(plan, kPlayerName);
    }
    std::size_t before_player() const { return step_ticks + steps.size() + names.size(); }
    std::size_t size() const { return before_player() + (player ? 1 : 0); }
};

struct Scan {
    TableCatalog* catalog = nullptr;
    const TablePlan* plan = nullptr;
    std::unique_ptr<RowCursor> rows{};   // or
    std::unique_ptr<WordRows> words{};   // where nothing but numbers is shown
    std::vector<std::size_t> columns{};  // of the plan, by column of the result
    std::optional<TableEnds> ends{};     // rows that need no reading: those still to hand out
    bool first_given = false;            // ... and the first of them was
    std::uint64_t dropped_before = 0;
    MoreColumns more{};

    bool shows_player() const {
        return more.player &&
               std::find(columns.begin(), columns.end(),
                         plan->columns.size() + more.before_player()) != columns.end();
    }
};

template <class T>
void destroy(void* data) {
    delete static_cast<T*>(data);
}

duckdb_logical_type logical_type(SqlType type, bool utc) {
    constexpr duckdb_type kTypes[] = {
        DUCKDB_TYPE_BOOLEAN, DUCKDB_TYPE_INTEGER,  DUCKDB_TYPE_UINTEGER, DUCKDB_TYPE_BIGINT,
        DUCKDB_TYPE_UBIGINT, DUCKDB_TYPE_FLOAT,    DUCKDB_TYPE_DOUBLE,   DUCKDB_TYPE_VARCHAR,
        DUCKDB_TYPE_BLOB,    DUCKDB_TYPE_TIMESTAMP};
    if (type == SqlType::Timestamp && utc)
        return duck().create_logical_type(DUCKDB_TYPE_TIMESTAMP_TZ);
    if (type != SqlType::Integers)
        return duck().create_logical_type(kTypes[static_cast<std::size_t>(type)]);
    duckdb_logical_type word = duck().create_logical_type(DUCKDB_TYPE_INTEGER);
    duckdb_logical_type list = duck().create_list_type(word);
    duck().destroy_logical_type(&word);
    return list;
}

std::span<const ReelFile> files_of(const TableBinding& binding) {
    const std::span<const ReelFile> all(binding.catalog->files);
    return binding.file ? all.subspan(*binding.file, 1) : all;
}

void add_column(duckdb_bind_info info, const std::string& name, SqlType type, bool utc = false) {
    duckdb_logical_type logical = logical_type(type, utc);
    duck().bind_add_result_column(info, name.c_str(), logical);
    duck().destroy_logical_type(&logical);
}

void bind_more(duckdb_bind_info info, const TableBinding& binding, const TablePlan& plan) {
    const MoreColumns more(binding, plan);
    if (binding.steps)
        for (const char* tick : {"previous_tick", "killed_tick", "restarted_tick"})
            add_column(info, tick, SqlType::BigInt);
    for (const std::size_t field : more.steps)
        add_column(info, "previous_" + plan.columns[field].name, plan.columns[field].type);
    for (const std::size_t field : more.names)
        add_column(info, name_column(plan.columns[field]), SqlType::Varchar);
    if (more.player) add_column(info, std::string(kPlayerName), SqlType::Varchar);
}

void init(duckdb_init_info info) {
    const auto& binding = *static_cast<TableBinding*>(duck().init_get_bind_data(info));
    TableCatalog& catalog = *binding.catalog;
    auto scan = std::make_unique<Scan>();
    scan->catalog = &catalog;
    scan->plan = &catalog.plans[binding.table];
    bool any_column = false;
    bool ticks_only = true;
    scan->more = MoreColumns(binding, *scan->plan);
    const auto& columns = scan->plan->columns;
    for (idx_t i = 0; i < duck().init_get_column_count(info); ++i) {
        const auto column = static_cast<std::size_t>(duck().init_get_column_index(info, i));
        scan->columns.push_back(column);
        if (column >= columns.size() + scan->more.size()) continue;
        any_column = true;
        ticks_only =
            ticks_only && column < columns.size() && columns[column].use == ColumnUse::TickNumber;
    }
    const auto files = files_of(binding);
    StepSeed seed;
    // The tick of a marker is a column like others: its ends are not known before it is read.
    const bool by_ends = !any_column || (ticks_only && catalog.ends_only.contains(binding.table));
    if (by_ends && !binding.steps) {
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
    } else if (binding.steps) {
        const auto asked = catalog.step_bounds.find(binding.table);
        auto part = part_of_steps(*scan->plan, files,
                                  asked == catalog.step_bounds.end() ? TickBounds{} : asked->second,
                                  catalog.problems);
        if (!part) return duck().init_set_error(info, part.error().message.c_str());
        scan->rows = open_rows(*scan->plan, files, part->bounds, catalog.problems);
        seed = std::move(part->seed);
    } else if (!scan->ends) {
        const auto wanted = bounds_of_few(
            *scan->plan, files, bounds == catalog.bounds.end() ? TickBounds{} : bounds->second,
            catalog.problems);
        if (!wanted) return duck().init_set_error(info, wanted.error().message.c_str());
        if (binding.types.empty() && binding.row_group == 0 && !scan->shows_player() &&
            WordRows::can_show(*scan->plan, scan->columns, files, *wanted))
            scan->words = std::make_unique<WordRows>(*scan->plan, scan->columns, files, *wanted,
                                                     catalog.problems);
        else
            scan->rows =
                open_rows(*scan->plan, files,
                          is_resampled(*scan->plan, files) ? whole_steps(*wanted, files) : *wanted,
                          catalog.problems);
    }
    if (auto* items = dynamic_cast<ItemRows*>(scan->rows.get())) {
        items->keep_types(binding.types);
        if (binding.row_group != 0) items->follow_groups(binding.row_group);
        if (binding.steps) items->follow_steps(std::move(seed));
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
    for (ItemRow& row : before) {
        row.row = items.before(row);
        row.moment.tick = row.step.tick.value_or(row.moment.tick);
    }
    for (std::size_t i = 0; i < scan.columns.size(); ++i) {
        if (scan.columns[i] < scan.plan->columns.size()) continue;
        const std::size_t column = scan.columns[i] - scan.plan->columns.size();
        const duckdb_vector vector = duck().data_chunk_get_vector(output, i);
        if (column >= kStepTicks + scan.more.steps.size()) continue;
        if (column >= kStepTicks) {
            put_column(vector, *scan.plan, scan.more.steps[column - kStepTicks], items, before);
            continue;
        }
        for (idx_t row = 0; row < rows.size(); ++row) {
            const ItemStep& step = rows[row].step;
            put_tick(vector, row,
                     column == 0   ? step.tick
                     : column == 1 ? step.killed
                                   : step.restarted);
        }
    }
}

void fill_names(const Scan& scan, const ItemRows& items, std::span<const ItemRow> rows,
                duckdb_data_chunk output) {
    const std::size_t first =
        scan.plan->columns.size() + scan.more.step_ticks + scan.more.steps.size();
    for (std::size_t i = 0; i < scan.columns.size(); ++i) {
        const std::size_t column = scan.columns[i];
        // Behind them is the number of the row.
        if (column < first || column >= scan.plan->columns.size() + scan.more.size()) continue;
        const duckdb_vector vector = duck().data_chunk_get_vector(output, i);
        for (idx_t row = 0; row < rows.size(); ++row)
            put_value(vector, row, SqlType::Varchar,
                      column - first < scan.more.names.size()
                          ? items.player_name(rows[row], scan.more.names[column - first])
                          : items.player_name(rows[row]));
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
    if (scan.more.step_ticks != 0) fill_steps(scan, items, *rows, output);
    if (scan.more.player || !scan.more.names.empty()) fill_names(scan, items, *rows, output);
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
        auto* const ticks = static_cast<std::int64_t*>(duck().vector_get_data(vector));
        std::fill_n(ticks, rows, scan.ends->last);
        if (!scan.first_given && rows != 0) ticks[0] = scan.ends->first;
    }
    scan.first_given = true;
    duck().data_chunk_set_size(output, rows);
}

void fill(duckdb_function_info info, duckdb_data_chunk output) {
    auto& scan = *static_cast<Scan*>(duck().function_get_init_data(info));
    TableCatalog& catalog = *scan.catalog;
    if (catalog.stopped && catalog.stopped()) {
        duck().function_set_error(info, kInterrupted);
        return;
    }
    if (scan.ends) return fill_with_ends(scan, output);
    auto* items = dynamic_cast<ItemRows*>(scan.rows.get());
    const Result<idx_t> rows = scan.words         ? scan.words->fill(output)
                               : items != nullptr ? fill_columns(scan, *items, output)
                                                  : fill_rows(scan, output);
    if (!rows) return duck().function_set_error(info, rows.error().message.c_str());
    if (*rows == 0 && catalog.losses)
        if (const std::string losses = catalog.losses(); !losses.empty())
            return duck().function_set_error(info, losses.c_str());
    catalog.rows += *rows;
    const std::uint64_t dropped =
        scan.words ? scan.words->dropped_words() : scan.rows->dropped_words();
    catalog.dropped_words += dropped - scan.dropped_before;
    scan.dropped_before = dropped;
    duck().data_chunk_set_size(output, *rows);
}

}  // namespace

void finish_bind(duckdb_bind_info info, std::unique_ptr<TableBinding> binding) {
    const TablePlan& plan = binding->catalog->plans[binding->table];
    for (const TableColumn& column : plan.columns)
        add_column(info, column.name, column.type, binding->utc);
    bind_more(info, *binding, plan);
    if (const auto rows = count_rows(plan, files_of(*binding)))
        duck().bind_set_cardinality(info, *rows, false);
    duck().bind_set_bind_data(info, binding.release(), destroy<TableBinding>);
}

Result<void> register_scan(duckdb_connection connection, duckdb_table_function function,
                           const char* name, duckdb_table_function_bind_t bind) {
    duck().table_function_set_name(function, name);
    duck().table_function_set_bind(function, bind);
    duck().table_function_set_init(function, init);
    duck().table_function_set_function(function, fill);
    duck().table_function_supports_projection_pushdown(function, true);
    const duckdb_state state = duck().register_table_function(connection, function);
    duck().destroy_table_function(&function);
    if (state != DuckDBSuccess) return fail("DuckDB refuses the table function ", name);
    return {};
}

std::optional<std::int64_t> take_number(duckdb_value value) {
    if (value == nullptr) return std::nullopt;
    const std::int64_t number = duck().get_int64(value);
    duck().destroy_value(&value);
    return number;
}

std::vector<std::string> take_texts(duckdb_value list) {
    std::vector<std::string> texts;
    if (list == nullptr) return texts;
    for (idx_t i = 0; i < duck().get_list_size(list); ++i) {
        duckdb_value one = duck().get_list_child(list, i);
        char* const text = duck().get_varchar(one);
        if (text != nullptr) texts.emplace_back(text);
        duck().free(text);
        duck().destroy_value(&one);
    }
    duck().destroy_value(&list);
    return texts;
}

}  // namespace tickreel
