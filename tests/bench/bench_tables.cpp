// bench_tables FILE.reel...: the speed of table exports, as ratios within one run.
//   parquet, folder  our export compared with DuckDB writing the same rows from memory
//   range            a query over 1 % of an hour compared with one over all of it
//   ends             count, first and last tick of that hour
//   sql              SQL on the .reel compared with DuckDB on our Parquet made from it
// DuckDB has one thread; times are processor time of all threads, the best of three runs.
//       bench_tables lengthen FILE.reel HOURS OUT.reel

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "format/tables/row_group_size.h"
#include "tests/bench/lengthen.h"
#include "tickreel/tables/table_export.h"

namespace {

using namespace tickreel;

constexpr double kHours = 1;

template <class T>
T must(Result<T> result) {
    if (!result) {
        fmt::print(stderr, "bench_tables: {}\n", result.error().message);
        std::exit(1);
    }
    return *std::move(result);
}

void must(const Result<void>& result) {
    if (result) return;
    fmt::print(stderr, "bench_tables: {}\n", result.error().message);
    std::exit(1);
}

double now() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double seconds(const std::function<void()>& work) {
    double best = 1e9;
    for (int run = 0; run < 3; ++run) {
        const double start = now();
        work();
        best = std::min(best, now() - start);
    }
    return best;
}

std::unique_ptr<ReelReader> open_reel(const std::string& path) {
    return must(ReelReader::open(must(open_file(path))));
}

std::unique_ptr<TableDatabase> tables_of(const std::string& path, const ReelReader& reel) {
    auto database = must(TableDatabase::open({{path, &reel, reel.everything()}}, ignore_problems));
    must(database->run("SET threads = 1"));
    return database;
}

void ask(TableDatabase& database, const std::string& sql) {
    must(database.query(
        sql, [](const auto&) {}, [](const auto&) { return true; }));
}

void compare(const char* what, const std::string& name, double ours, double theirs) {
    fmt::print("{:<8} {:<16} ours {:8.4f} s, DuckDB alone {:8.4f} s: {:4.0f} % of its speed\n",
               what, name, ours, theirs, 100 * theirs / ours);
}

// Both write the columns of `table` and the same rows.
class Export {
public:
    Export(TableDatabase& database, std::string folder)
        : database_(database), folder_(std::move(folder)) {
        must(database_.run("SET memory_limit = '8GB'"));
    }

    std::string own() const { return folder_ + "/own.parquet"; }

    void bench(const std::string& name) {
        const double one = seconds([&] { must(export_parquet(database_, own(), {})); });
        const double tree = seconds([&] { must(export_folder(database_, folder_ + "/tree", {})); });
        must(database_.run("SET memory_limit = '8GB'"));  // exports set their own limit
        compare("parquet", name, one, from_memory("items"));
        double theirs = 0;
        for (const TablePlan& plan : database_.tables())
            if (!plan.type.empty()) theirs += from_memory(plan.name);
        compare("folder", name, tree, theirs);
    }

private:
    double from_memory(const std::string& table) {
        const auto plan = std::find_if(database_.tables().begin(), database_.tables().end(),
                                       [&](const TablePlan& one) { return one.name == table; });
        std::string times;  // no export has the _time columns
        std::size_t columns = 0;
        for (const TableColumn& column : plan->columns) {
            const bool twin = column.use == ColumnUse::FieldTime;
            if (twin) times += ", " + sql_name(column.name);
            columns +=
                twin || column.use == ColumnUse::File || column.use == ColumnUse::Segment ? 0 : 1;
        }
        const std::string how = fmt::format(
            " (FORMAT parquet, COMPRESSION zstd, WRITE_BLOOM_FILTER false, ROW_GROUP_SIZE {})",
            least_row_group(database_, *plan, columns));  // as an export
        must(database_.run("CREATE OR REPLACE TEMP TABLE held AS SELECT * EXCLUDE (file, segment" +
                           times + ") FROM " + sql_name(table)));
        const std::string path = folder_ + "/memory.parquet";
        return seconds([&] { must(database_.run("COPY held TO " + sql_text(path) + how)); });
    }

    TableDatabase& database_;
    std::string folder_;
};

void bench_hour(const std::string& name, const ReelReader& match, const std::string& folder) {
    const std::string path = folder + "/hour.reel";
    must(lengthen(match, kHours, path));
    const auto reel = open_reel(path);
    const auto database = tables_of(path, *reel);
    const Tick first = reel->timeline().first().tick;
    const Tick part = std::max<Tick>((reel->timeline().last().tick - first) / 100, 1);
    const std::string sum = "SELECT sum(x), count(*) FROM character";
    const double all = seconds([&] { ask(*database, sum); });
    const double some = seconds([&] {
        ask(*database, fmt::format("{} WHERE tick BETWEEN {} AND {}", sum, first + 50 * part,
                                   first + 51 * part - 1));
    });
    fmt::print("range    {:<16} 1 % of an hour {:.4f} s, all of it {:.4f} s: {:.2f} %\n", name,
               some, all, 100 * some / all);
    const double ends =
        seconds([&] { ask(*database, "SELECT count(*), min(tick), max(tick) FROM character"); });
    fmt::print("ends     {:<16} count, first and last tick {:.4f} s: {:.2f} %, {} rows read\n",
               name, ends, 100 * ends / all, database->rows_scanned());
}

void bench(const std::string& path, const std::string& folder) {
    const std::string name = std::filesystem::path(path).stem().string();
    const auto reel = open_reel(path);
    const auto database = tables_of(path, *reel);
    Export exports(*database, folder);
    exports.bench(name);
    const std::string sum = "SELECT id, sum(x), max(y), count(*) FROM ";
    const double over_reel = seconds([&] { ask(*database, sum + "character GROUP BY id"); });
    const double over_parquet = seconds([&] {
        ask(*database, sum + sql_text(exports.own()) + " WHERE type = 'Character' GROUP BY id");
    });
    fmt::print("sql      {:<16} over the .reel {:.4f} s, over our Parquet {:.4f} s: {:.1f} times\n",
               name, over_reel, over_parquet, over_reel / over_parquet);
    bench_hour(name, *reel, folder);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: bench_tables FILE.reel...\n");
        return 2;
    }
    if (argc == 5 && std::string(argv[1]) == "lengthen") {
        must(lengthen(*open_reel(argv[2]), std::atof(argv[3]), argv[4]));  // NOLINT(cert-err34-c)
        return 0;
    }
    const std::string folder =
        (std::filesystem::temp_directory_path() / fmt::format("bench-tables-{}", ::getpid()))
            .string();
    for (int i = 1; i < argc; ++i) {
        std::filesystem::create_directories(folder);
        bench(argv[i], folder);
        std::filesystem::remove_all(folder);
    }
    return 0;
}
