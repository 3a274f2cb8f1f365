// bench_tables FILE.reel: how fast recordings become tables, as ratios within one run.
//   export: our Parquet export against DuckDB writing the same rows from memory
//   range:  a query over 1 % of the ticks against one over all
//   parquet: SQL over the .reel against DuckDB over our Parquet of it
// All on one thread of DuckDB; the best of three runs.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "format/tables/table_export.h"

namespace {

using namespace tickreel;

double seconds(const std::function<Result<void>()>& work) {
    double best = 1e9;
    for (int run = 0; run < 3; ++run) {
        const auto start = std::chrono::steady_clock::now();
        if (const auto done = work(); !done) {
            fmt::print(stderr, "bench_tables: {}\n", done.error().message);
            std::exit(1);
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count());
    }
    return best;
}

Result<void> ask(TableDatabase& database, const std::string& sql) {
    return database.query(
        sql, [](const auto&) {}, [](const auto&) { return true; });
}

void bench(TableDatabase& database, const ReelReader& reel, const std::string& folder) {
    const std::string own = folder + "/own.parquet";
    const std::string memory = folder + "/memory.parquet";
    const std::string copy = "COPY (SELECT * EXCLUDE (file, segment) FROM held) TO " +
                             sql_text(memory) +
                             " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 65536)";
    const double ours = seconds([&]() -> Result<void> {
        const auto done = export_parquet(database, own, {});
        return done ? Result<void>() : Result<void>(done.error());
    });
    const double load = seconds([&] {
        return database.run(
            "SET memory_limit = '8GB'; CREATE OR REPLACE TEMP TABLE held AS SELECT "
            "* FROM items");
    });
    const double theirs = seconds([&] { return database.run(copy); });
    fmt::print(
        "export   ours {:.3f} s, DuckDB from memory {:.3f} s: {:.0f} % of its speed "
        "(wanted >= 60); scan into memory {:.3f} s\n",
        ours, theirs, 100 * theirs / ours, load);

    const Tick first = reel.timeline().first().tick;
    const Tick length = std::max<Tick>((reel.timeline().last().tick - first) / 100, 1);
    const std::string sum = "SELECT sum(x), count(*) FROM character";
    const double all = seconds([&] { return ask(database, sum); });
    const double part = seconds([&] {
        return ask(database, fmt::format("{} WHERE tick BETWEEN {} AND {}", sum,
                                         first + 50 * length, first + 51 * length - 1));
    });
    fmt::print("range    1 % of the ticks {:.4f} s, all {:.3f} s: {:.1f} % (wanted <= 3)\n", part,
               all, 100 * part / all);
    const double ends = seconds(
        [&] { return ask(database, "SELECT count(*), min(tick), max(tick) FROM snapshots"); });
    fmt::print("ends     count, first and last tick {:.4f} s\n", ends);
    const double parquet = seconds([&] {
        return ask(database,
                   "SELECT sum(x), count(*) FROM " + sql_text(own) + " WHERE type = 'Character'");
    });
    fmt::print(
        "parquet  the same over our Parquet {:.4f} s, over the .reel {:.4f} s: {:.1f} times\n",
        parquet, all, all / parquet);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr, "usage: bench_tables FILE.reel\n");
        return 2;
    }
    auto source = open_file(argv[1]);
    auto reel = source ? ReelReader::open(std::move(*source))
                       : Result<std::unique_ptr<ReelReader>>(source.error());
    if (!reel) {
        fmt::print(stderr, "bench_tables: {}: {}\n", argv[1], reel.error().message);
        return 1;
    }
    auto database =
        TableDatabase::open({{argv[1], reel->get(), (*reel)->everything()}}, ignore_problems);
    if (!database) {
        fmt::print(stderr, "bench_tables: {}\n", database.error().message);
        return 1;
    }
    if (const auto set = (*database)->run("SET threads = 1"); !set) return 1;
    const std::string folder =
        (std::filesystem::temp_directory_path() / fmt::format("bench-tables-{}", ::getpid()))
            .string();
    std::filesystem::create_directories(folder);
    bench(**database, **reel, folder);
    std::filesystem::remove_all(folder);
    return 0;
}
