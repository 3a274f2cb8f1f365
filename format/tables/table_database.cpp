#include "tickreel/tables/table_database.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include <unistd.h>

#include "format/tables/column_comments.h"
#include "format/tables/duckdb.h"
#include "format/tables/expression_answers.h"
#include "format/tables/kept_rows.h"
#include "format/tables/player_stays.h"
#include "format/tables/query_needs.h"
#include "format/tables/read_plan.h"
#include "format/tables/result_reader.h"
#include "format/tables/table_aliases.h"
#include "format/tables/table_ends.h"
#include "format/tables/table_function.h"
#include "format/tables/view_columns.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/export/schema_views.h"
#include "tickreel/tables/sql_statements.h"

namespace tickreel {

struct TableDatabase::Impl {
    TableCatalog catalog{};
    std::vector<SqlView> views{};
    QueryNeeds needs{};
    std::mutex problems_mutex{};
    std::mutex watch_mutex{};
    KeptRowsSource kept_rows{};
    duckdb_database database = nullptr;
    duckdb_connection connection = nullptr;
    bool commented = false;
    bool bounded = false;                          // the running query's needs are known
    std::optional<std::uint64_t> rows_expected{};  // of the running query, when asked for
    bool one_core = false;
    bool knows_needs = true;  // no view or macro of the user's may read more than a query shows

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        if (connection != nullptr) duck().disconnect(&connection);
        if (database != nullptr) duck().close(&database);
    }
    Result<void> start();
    Result<void> make_tables();
    void make_views(const std::vector<SqlView>& wanted);
    void bound(std::string_view sql);
    TickBounds few_of(const std::string& table, const TickBounds& asked) const;
    void add_comments();
    Result<void> run_separately(const std::string& sql) const;
};

namespace {

std::string spill_folder() {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) folder = ".";
    return (folder / concat("tickreel-sql-", ::getpid())).string();
}

// Those of the extra types that no recording has.
Schema missing_types(const std::vector<ReelFile>& files, const Schema& extra) {
    Schema missing;
    for (const ItemType& type : extra.types())
        if (std::none_of(files.begin(), files.end(), [&](const ReelFile& file) {
                return file.reel->schema().find(type.name).has_value();
            }))
            missing.add(type);
    return missing;
}

}  // namespace

Result<void> TableDatabase::Impl::start() {
    if (const auto& library = load_duckdb(); !library) return library;
    if (duck().open(nullptr, &database) != DuckDBSuccess ||
        duck().connect(database, &connection) != DuckDBSuccess)
        return fail("DuckDB does not start");
    // Nothing is fetched from the network behind anybody's back; big sorts spill beside no one's
    // files. Our times are UTC without a zone: one that is written with a zone is compared as such.
    const std::string settings =
        "SET autoinstall_known_extensions = false; SET enable_progress_bar = false; "
        "SET TimeZone = 'UTC'; SET temp_directory = " +
        sql_text(spill_folder());
    if (const auto set = run_statement(connection, settings); !set) return set;
    if (const auto made = register_reel_table(connection, catalog); !made) return made;
    if (const auto made = kept_rows.add_to(connection); !made) return made;
    return make_tables();
}

// For views, beside each table of items one with what the row before was (tickreel.NAME_steps),
// and one with names (tickreel.NAME_names): of the item's player, also where it was not named yet,
// while the table itself has the item's fields as they were sent; of events, the players in its
// fields. The one with steps has the name, too.
Result<void> TableDatabase::Impl::make_tables() {
    if (const auto made = run_statement(connection, "CREATE SCHEMA tickreel"); !made) return made;
    for (std::size_t i = 0; i < catalog.plans.size(); ++i) {
        const TablePlan& plan = catalog.plans[i];
        const std::string scan = concat(" FROM reel_table(", i);
        std::string all = "CREATE VIEW " + sql_name(plan.name) + " AS SELECT " +
                          view_columns(plan) + scan + ");\n";
        if (plan.kind == TableKind::Items)
            all += "CREATE VIEW tickreel." + sql_name(plan.name + std::string(kStepsSuffix)) +
                   " AS SELECT *" + scan + ", steps := 1);\n";
        if (plan.kind == TableKind::Items || plan.kind == TableKind::Events)
            all += "CREATE VIEW tickreel." + sql_name(concat(plan.name, kNamesSuffix)) +
                   " AS SELECT *" + scan + ", names := 1)";
        if (const auto made = run_statement(connection, all); !made) return made;
    }
    add_table_aliases(database, catalog);
    return {};
}

// A view may want a table that these recordings do not have, or bear the name of one.
void TableDatabase::Impl::make_views(const std::vector<SqlView>& wanted) {
    for (const SqlView& view : wanted)
        if (run_statement(connection, "CREATE VIEW " + sql_name(view.name) + " AS " + view.sql))
            views.push_back(view);
}

TickBounds TableDatabase::Impl::few_of(const std::string& table, const TickBounds& asked) const {
    for (const TablePlan& plan : catalog.plans) {
        const std::vector<std::string> names = table_names(plan);
        if (std::find(names.begin(), names.end(), table) == names.end()) continue;
        if (auto found = bounds_of_few(plan, catalog.files, asked, catalog.problems)) return *found;
    }
    return asked;
}

// What the query within the statement wants of each table, for the scans that it will start.
void TableDatabase::Impl::bound(std::string_view sql) {
    catalog.rows = 0;
    rows_expected.reset();
    catalog.bounds.clear();
    catalog.step_bounds.clear();
    catalog.ends_only.clear();
    bounded = false;
    if (sql.empty()) return;
    const std::string query(query_within(sql));
    std::string tree = parse_tree_of(connection, query);
    // query('...') and query_table('...') read tables that the tree does not name.
    if (!knows_needs || tree.find(R"("function_name":"query)") != std::string::npos) tree.clear();
    auto scans = scan_needs(plan_of(connection, query), catalog.files);
    bounded = scans || (!tree.empty() && tree.find(R"("error":true)") == std::string::npos);
    needs.ask(
        catalog.plans, tree, expression_answers(connection, catalog.files),
        [this](const std::string& table, const TickBounds& asked) { return few_of(table, asked); },
        std::move(scans));
    catalog.bounds = needs.bounds(catalog.plans);
    catalog.step_bounds = needs.steps(catalog.plans);
    catalog.ends_only = needs.ends_only(catalog.plans);
}

// Most queries do not ask for them, and they take as long as a short query.
void TableDatabase::Impl::add_comments() {
    commented = true;
    std::set<std::string> columns;
    const auto read = read_result(
        connection,
        "SELECT table_name || '.' || column_name FROM duckdb_columns() "
        "WHERE schema_name = 'main' AND NOT internal",
        [](const auto&) {},
        [&](const ResultRow& row) {
            columns.insert(row[0].value_or(""));
            return true;
        });
    if (read) (void)run_statement(connection, comment_statements(catalog.plans, views, columns));
}

// On a new connection.
Result<void> TableDatabase::Impl::run_separately(const std::string& sql) const {
    duckdb_connection own = nullptr;
    if (duck().connect(database, &own) != DuckDBSuccess) return fail("DuckDB does not start");
    auto done = run_statement(own, sql);
    duck().disconnect(&own);
    return done;
}

TableDatabase::TableDatabase() : impl_(std::make_unique<Impl>()) {}
TableDatabase::~TableDatabase() = default;

Result<std::unique_ptr<TableDatabase>> TableDatabase::open(std::vector<ReelFile> files,
                                                           ProblemSink problems,
                                                           const TableExtras& extras) {
    std::vector<NamedSchema> schemas;
    schemas.reserve(files.size() + 1);
    for (const ReelFile& file : files)
        schemas.push_back(
            {file.path, &file.reel->schema(), false, file.reel->info().game, file.evolvers});
    const Schema missing = missing_types(files, extras.types);
    schemas.push_back({"", &missing, true});
    std::set<std::string_view> games;
    for (const ReelFile& file : files)  // their evolved columns, which views name
        if (games.insert(file.reel->info().game).second)
            schemas.push_back({"", &missing, true, file.reel->info().game, file.evolvers});
    auto plans = plan_tables(schemas, extras.raw_enums, extras.apart);
    if (!plans) return plans.error();
    std::unique_ptr<TableDatabase> database(new TableDatabase);
    Impl& impl = *database->impl_;
    impl.catalog.files = std::move(files);
    for (ReelFile& file : impl.catalog.files) file.stays = std::make_shared<StayCache>();
    impl.catalog.plans = *std::move(plans);
    impl.catalog.problems = [&impl, problems = std::move(problems)](const Problem& problem) {
        const std::lock_guard lock(impl.problems_mutex);
        problems(problem);
    };
    if (const auto started = impl.start(); !started) return started.error();
    impl.one_core = extras.one_core;
    impl.make_views(extras.views);
    const ExpressionAnswers answers = expression_answers(impl.connection, impl.catalog.files);
    for (const SqlView& view : impl.views)
        impl.needs.add_view(view, parse_tree_of(impl.connection, view.sql), answers);
    return database;
}

const std::vector<TablePlan>& TableDatabase::tables() const {
    return impl_->catalog.plans;
}

const std::vector<SqlView>& TableDatabase::views() const {
    return impl_->views;
}

const std::vector<ReelFile>& TableDatabase::files() const {
    return impl_->catalog.files;
}

Result<void> TableDatabase::query(
    const std::string& sql, const std::function<void(const std::vector<ResultColumn>&)>& columns,
    const std::function<bool(const ResultRow&)>& row, WideInNested wide) {
    Impl& impl = *impl_;
    impl.bound(sql);
    if (!impl.commented && ascii_lower(sql).find("comment") != std::string::npos)
        impl.add_comments();
    if (first_word(sql) == "create" && query_within(sql).empty()) impl.knows_needs = false;
    auto done = read_result(impl.connection, sql, columns, row, {&impl.kept_rows, wide});
    // A log that cannot be written stays on, and DuckDB throws in the connection's destructor.
    if (!done && ascii_lower(sql).find("enable_logging") != std::string::npos)
        (void)run_statement(impl.connection, "CALL disable_logging()");
    if (done && first_word(sql) == "explain")
        row({"ticks_read", read_plan(impl.catalog, impl.needs, impl.bounded)});
    return done;
}

Result<void> TableDatabase::run(const std::string& sql, const std::string& bounded_by) {
    impl_->bound(bounded_by);
    return run_statement(impl_->connection, sql);
}

Result<void> TableDatabase::run_together(std::size_t file,
                                         const std::vector<std::string>& statements) {
    TableCatalog& catalog = impl_->catalog;
    catalog.bounds.clear();
    catalog.step_bounds.clear();
    catalog.ends_only.clear();
    SharedFrames frames(FrameCursor({&catalog.files[file], 1}, {}, catalog.problems),
                        statements.size(), impl_->one_core);
    catalog.shared = &frames;
    std::mutex mutex;
    Result<void> first;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < statements.size(); ++i)
        threads.emplace_back([&, i] {
            const auto done = impl_->run_separately(statements[i]);
            if (!done) {
                const std::lock_guard lock(mutex);
                if (first) first = done;  // what the others say when they are stopped is no news
                frames.stop();
            }
            frames.leave(i);
        });
    for (std::thread& thread : threads) thread.join();
    catalog.shared = nullptr;
    return first;
}

void TableDatabase::set_watch(std::function<bool(std::uint64_t)> stopped) {
    impl_->catalog.stopped = [&impl = *impl_, stopped = std::move(stopped)] {
        const std::lock_guard lock(impl.watch_mutex);
        return stopped(impl.catalog.rows);
    };
}

void TableDatabase::interrupt() {
    duck().interrupt(impl_->connection);
}

std::uint64_t TableDatabase::rows_expected() const {
    if (!impl_->rows_expected) impl_->rows_expected = expected_rows(impl_->catalog, impl_->needs);
    return *impl_->rows_expected;
}

std::uint64_t TableDatabase::rows_scanned() const {
    return impl_->catalog.rows;
}

std::uint64_t TableDatabase::dropped_words() const {
    return impl_->catalog.dropped_words;
}

}  // namespace tickreel
