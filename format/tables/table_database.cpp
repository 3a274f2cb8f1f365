#include "format/tables/table_database.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <mutex>
#include <optional>

#include <duckdb.h>
#include <unistd.h>

#include "format/tables/result_reader.h"
#include "format/tables/table_function.h"
#include "format/tables/tick_bounds.h"

namespace tickreel {

struct TableDatabase::Impl {
    TableCatalog catalog{};
    std::mutex problems_mutex{};
    duckdb_database database = nullptr;
    duckdb_connection connection = nullptr;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        if (connection != nullptr) duckdb_disconnect(&connection);
        if (database != nullptr) duckdb_close(&database);
    }
    Result<void> start();
    Result<void> make_views();
    void bound(const std::string& sql);
};

namespace {

std::string spill_folder() {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) folder = ".";
    return (folder / ("tickreel-sql-" + std::to_string(::getpid()))).string();
}

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

}  // namespace

Result<void> TableDatabase::Impl::start() {
    if (duckdb_open(nullptr, &database) != DuckDBSuccess ||
        duckdb_connect(database, &connection) != DuckDBSuccess)
        return fail("DuckDB does not start");
    // Nothing is fetched from the network behind anybody's back; big sorts spill beside no one's
    // files.
    const std::string settings =
        "SET autoinstall_known_extensions = false; SET enable_progress_bar = false; "
        "SET temp_directory = " +
        sql_text(spill_folder());
    if (const auto set = run_statement(connection, settings); !set) return set;
    if (const auto made = register_reel_table(connection, catalog); !made) return made;
    return make_views();
}

Result<void> TableDatabase::Impl::make_views() {
    for (std::size_t i = 0; i < catalog.plans.size(); ++i) {
        const TablePlan& plan = catalog.plans[i];
        std::vector<std::string> names{plan.name};
        names.insert(names.end(), plan.aliases.begin(), plan.aliases.end());
        for (const std::string& name : names) {
            const auto made = run_statement(connection, "CREATE VIEW " + sql_name(name) +
                                                            " AS SELECT * FROM reel_table(" +
                                                            std::to_string(i) + ")");
            if (!made) return made;
        }
    }
    return {};
}

// The ticks that the query wants of each table, for the scans that it will start.
void TableDatabase::Impl::bound(const std::string& sql) {
    catalog.bounds.clear();
    catalog.rows = 0;
    std::string tree;
    const auto parsed = read_result(
        connection, "SELECT json_serialize_sql(" + sql_text(sql) + ")", [](const auto&) {},
        [&](const ResultRow& row) {
            tree = row[0].value_or("");
            return true;
        });
    if (!parsed) return;
    const auto by_name = tick_bounds(tree);
    for (std::size_t i = 0; i < catalog.plans.size(); ++i) {
        const TablePlan& plan = catalog.plans[i];
        std::vector<std::string> names{plan.name};
        names.insert(names.end(), plan.aliases.begin(), plan.aliases.end());
        std::optional<TickBounds> hull;
        for (const std::string& name : names) {
            const auto found = by_name.find(lower(name));
            if (found == by_name.end()) continue;
            if (!hull) hull = found->second;
            hull->from = std::min(hull->from, found->second.from);
            hull->to = std::max(hull->to, found->second.to);
        }
        if (hull && *hull != TickBounds{}) catalog.bounds[i] = *hull;
    }
}

TableDatabase::TableDatabase() : impl_(std::make_unique<Impl>()) {}
TableDatabase::~TableDatabase() = default;

bool have_duckdb() {
    return true;
}

Result<std::unique_ptr<TableDatabase>> TableDatabase::open(std::vector<ReelFile> files,
                                                           ProblemSink problems) {
    std::vector<NamedSchema> schemas;
    for (const ReelFile& file : files) schemas.push_back({file.path, &file.reel->schema()});
    auto plans = plan_tables(schemas);
    if (!plans) return plans.error();
    std::unique_ptr<TableDatabase> database(new TableDatabase);
    Impl& impl = *database->impl_;
    impl.catalog.files = std::move(files);
    impl.catalog.plans = *std::move(plans);
    impl.catalog.problems = [&impl, problems = std::move(problems)](const Problem& problem) {
        const std::lock_guard lock(impl.problems_mutex);
        problems(problem);
    };
    if (const auto started = impl.start(); !started) return started.error();
    return database;
}

const std::vector<TablePlan>& TableDatabase::tables() const {
    return impl_->catalog.plans;
}

const std::vector<ReelFile>& TableDatabase::files() const {
    return impl_->catalog.files;
}

Result<void> TableDatabase::query(
    const std::string& sql, const std::function<void(const std::vector<ResultColumn>&)>& columns,
    const std::function<bool(const ResultRow&)>& row) {
    impl_->bound(sql);
    return read_result(impl_->connection, sql, columns, row);
}

Result<void> TableDatabase::run(const std::string& sql, const std::string& bounded_by) {
    impl_->catalog.bounds.clear();
    if (!bounded_by.empty()) impl_->bound(bounded_by);
    return run_statement(impl_->connection, sql);
}

std::uint64_t TableDatabase::rows_scanned() const {
    return impl_->catalog.rows;
}

std::uint64_t TableDatabase::dropped_words() const {
    return impl_->catalog.dropped_words;
}

}  // namespace tickreel
