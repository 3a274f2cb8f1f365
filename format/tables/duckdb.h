#pragma once
// DuckDB's C API, loaded from libduckdb.so on first use: loading the library takes longer (10 ms)
// than most commands and doubles the memory of a recorder, and only SQL and Parquet need it.
// duck().open(...) is duckdb_open(...). New calls are added to the list.

#include <duckdb.h>

#include "tickreel/base/result.h"

// clang-format breaks this list anew each time.
// clang-format off
#define TICKREEL_DUCKDB_CALLS(CALL) \
    CALL(add_replacement_scan) CALL(bind_add_result_column) CALL(bind_get_extra_info) CALL(bind_get_named_parameter) \
    CALL(bind_get_parameter) CALL(bind_set_bind_data) CALL(bind_set_cardinality) \
    CALL(bind_set_error) CALL(close) CALL(connect) CALL(create_list_type) \
    CALL(create_logical_type) CALL(create_table_function) CALL(create_varchar) CALL(data_chunk_get_size) \
    CALL(data_chunk_get_vector) CALL(data_chunk_set_size) CALL(destroy_data_chunk) CALL(destroy_extracted) \
    CALL(destroy_logical_type) CALL(destroy_prepare) CALL(destroy_result) \
    CALL(destroy_table_function) CALL(destroy_value) CALL(disconnect) \
    CALL(extract_statements) CALL(fetch_chunk) CALL(free) \
    CALL(function_get_init_data) CALL(function_set_error) CALL(get_int64) CALL(get_list_child) CALL(get_list_size) \
    CALL(get_bool) CALL(get_varchar) CALL(init_get_bind_data) \
    CALL(init_get_column_count) CALL(init_get_column_index) \
    CALL(init_set_error) CALL(init_set_init_data) CALL(init_set_max_threads) CALL(interrupt) CALL(is_null_value) \
    CALL(list_vector_get_child) CALL(list_vector_get_size) CALL(list_vector_reserve) \
    CALL(list_vector_set_size) CALL(open) CALL(prepare) CALL(prepare_error) CALL(prepared_statement_type) CALL(query) \
    CALL(register_table_function) CALL(replacement_scan_add_parameter) \
    CALL(replacement_scan_set_function_name) CALL(result_error) CALL(string_t_data) CALL(string_t_length) \
    CALL(table_function_add_named_parameter) CALL(table_function_add_parameter) \
    CALL(table_function_set_bind) CALL(table_function_set_extra_info) \
    CALL(table_function_set_function) CALL(table_function_set_init) CALL(table_function_set_name) \
    CALL(table_function_supports_projection_pushdown) CALL(validity_row_is_valid) \
    CALL(validity_set_row_invalid) CALL(vector_assign_string_element_len) \
    CALL(vector_ensure_validity_writable) CALL(vector_get_data) CALL(vector_get_validity) \
    CALL(vector_size)
// Those that only the DuckDB has that we load: extensions of any other (format/duckdb) go without.
#define TICKREEL_DUCKDB_OWN_CALLS(CALL) \
    CALL(column_count) CALL(column_logical_type) CALL(column_name) CALL(column_type) \
    CALL(execute_prepared_streaming) CALL(prepared_statement_column_count) CALL(prepared_statement_column_name) \
    CALL(prepared_statement_column_type) CALL(result_return_type) CALL(vector_reference_vector)
// clang-format on

namespace tickreel {

struct DuckDbCalls {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration cannot stand in them
#define TICKREEL_DUCKDB_MEMBER(name) decltype(&::duckdb_##name) name = nullptr;
    TICKREEL_DUCKDB_CALLS(TICKREEL_DUCKDB_MEMBER)
    TICKREEL_DUCKDB_OWN_CALLS(TICKREEL_DUCKDB_MEMBER)
#undef TICKREEL_DUCKDB_MEMBER
};

// Loads the library, once per process. The error says where it was searched for.
const Result<void>& load_duckdb();
// Instead of that, before anything else: within a DuckDB that runs already. `calls` must stay.
void use_duckdb(const DuckDbCalls& calls);
// Its functions; only after load_duckdb() succeeded.
const DuckDbCalls& duck();

}  // namespace tickreel
