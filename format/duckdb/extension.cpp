// tickreel.duckdb_extension: what DuckDB calls when it loads it.

#include "format/duckdb/read_reel.h"

// Behind the header above: from here on duckdb_open is a call of the DuckDB that loads us.
#define DUCKDB_EXTENSION_NAME tickreel
#include <duckdb_extension.h>

// Its table of functions begins empty, which clang calls incomplete.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

static tickreel::DuckDbCalls calls_of_host();

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access* access) {
    static const tickreel::DuckDbCalls calls = calls_of_host();
    tickreel::use_duckdb(calls);
    const auto registered = tickreel::register_read_reel(connection);
    if (!registered) {
        access->set_error(info, registered.error().message.c_str());
        return false;
    }
    tickreel::add_reel_names(*access->get_database(info));
    return true;
}

static tickreel::DuckDbCalls calls_of_host() {
    tickreel::DuckDbCalls calls;
#define TICKREEL_DUCKDB_TAKE(name) calls.name = duckdb_##name;
    TICKREEL_DUCKDB_CALLS(TICKREEL_DUCKDB_TAKE)
#undef TICKREEL_DUCKDB_TAKE
    return calls;
}
