#include "format/tables/kept_rows.h"

#include <utility>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

struct Reading {
    const KeptRows* rows = nullptr;
    std::size_t next = 0;
};

void bind(duckdb_bind_info info) {
    const auto& source = *static_cast<KeptRowsSource*>(duck().bind_get_extra_info(info));
    const KeptRows* kept = source.now();
    if (kept == nullptr) return duck().bind_set_error(info, "no rows are kept");
    for (idx_t i = 0; i < duck().column_count(&kept->result()); ++i) {
        duckdb_logical_type type = duck().column_logical_type(&kept->result(), i);
        // Two columns may have one name here, and not in a table.
        duck().bind_add_result_column(info, concat("c", i).c_str(), type);
        duck().destroy_logical_type(&type);
    }
    duck().bind_set_bind_data(info, new Reading{kept, 0},
                              [](void* data) { delete static_cast<Reading*>(data); });
}

void init(duckdb_init_info info) {
    const auto& bound = *static_cast<Reading*>(duck().init_get_bind_data(info));
    duck().init_set_max_threads(info, 1);
    duck().init_set_init_data(info, new Reading(bound),
                              [](void* data) { delete static_cast<Reading*>(data); });
}

void fill(duckdb_function_info info, duckdb_data_chunk output) {
    auto& reading = *static_cast<Reading*>(duck().function_get_init_data(info));
    const auto& chunks = reading.rows->chunks();
    if (reading.next == chunks.size()) return duck().data_chunk_set_size(output, 0);
    duckdb_data_chunk chunk = chunks[reading.next++];
    for (idx_t i = 0; i < duck().column_count(&reading.rows->result()); ++i)
        duck().vector_reference_vector(duck().data_chunk_get_vector(output, i),
                                       duck().data_chunk_get_vector(chunk, i));
    duck().data_chunk_set_size(output, duck().data_chunk_get_size(chunk));
}

}  // namespace

Result<void> KeptRowsSource::add_to(duckdb_connection connection) {
    const std::string name(kCall, std::string_view(kCall).find('('));
    duckdb_table_function function = duck().create_table_function();
    duck().table_function_set_name(function, name.c_str());
    duck().table_function_set_extra_info(function, this, nullptr);
    duck().table_function_set_bind(function, bind);
    duck().table_function_set_init(function, init);
    duck().table_function_set_function(function, fill);
    const duckdb_state state = duck().register_table_function(connection, function);
    duck().destroy_table_function(&function);
    if (state != DuckDBSuccess) return fail("DuckDB refuses the table function ", name);
    return {};
}

KeptRows::KeptRows(KeptRowsSource& source, duckdb_result& result)
    : source_(source), before_(std::exchange(source.now_, this)), result_(result) {
    while (duckdb_data_chunk chunk = duck().fetch_chunk(result)) {
        chunks_.push_back(chunk);
        if (duck().data_chunk_get_size(chunk) == 0) break;  // the end of a stream
    }
}

KeptRows::~KeptRows() {
    source_.now_ = before_;
    for (duckdb_data_chunk& chunk : chunks_) duck().destroy_data_chunk(&chunk);
}

}  // namespace tickreel
