// Stands in for DuckDB in a build that has none: says so, and how to get it.

#include "tickreel/tables/table_database.h"

namespace tickreel {

struct TableDatabase::Impl {
    std::vector<TablePlan> plans{};
    std::vector<SqlView> views{};
    std::vector<ReelFile> files{};
};

TableDatabase::TableDatabase() : impl_(std::make_unique<Impl>()) {}
TableDatabase::~TableDatabase() = default;

Result<std::unique_ptr<TableDatabase>> TableDatabase::open(std::vector<ReelFile>, ProblemSink,
                                                           const TableExtras&) {
    return fail(
        "this tickreel was built without DuckDB; './run --build' fetches it and builds with it, or "
        "give CMake -DTICKREEL_DUCKDB_DIR=DIR with duckdb.h and libduckdb.so in it");
}

const std::vector<TablePlan>& TableDatabase::tables() const {
    return impl_->plans;
}

const std::vector<SqlView>& TableDatabase::views() const {
    return impl_->views;
}

const std::vector<ReelFile>& TableDatabase::files() const {
    return impl_->files;
}

Result<void> TableDatabase::query(const std::string&,
                                  const std::function<void(const std::vector<ResultColumn>&)>&,
                                  const std::function<bool(const ResultRow&)>&, WideInNested) {
    return fail("no DuckDB");
}

Result<void> TableDatabase::run(const std::string&, const std::string&) {
    return fail("no DuckDB");
}

Result<void> TableDatabase::run_together(std::size_t, const std::vector<std::string>&) {
    return fail("no DuckDB");
}

void TableDatabase::set_watch(std::function<bool(std::uint64_t)>) {}
void TableDatabase::interrupt() {}

std::uint64_t TableDatabase::rows_expected() const {
    return 0;
}

std::uint64_t TableDatabase::rows_scanned() const {
    return 0;
}

std::uint64_t TableDatabase::dropped_words() const {
    return 0;
}

}  // namespace tickreel
