#include "format/tables/row_groups.h"

#include <algorithm>

#include "tests/catch.h"

using namespace tickreel;

namespace {

// `count` runs of `rows` each; a chunk starts after every `chunk` of them.
std::vector<RowRun> even_runs(std::size_t count, std::uint64_t rows, std::size_t chunk) {
    std::vector<RowRun> runs;
    for (std::size_t i = 1; i <= count; ++i) runs.push_back({rows, i % chunk == 0});
    return runs;
}

using Lengths = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("row groups end where chunks begin") {
    // Chunks of 5000 rows, two per row group: 10000 is within [9000, 11047].
    CHECK(row_group_lengths(even_runs(60, 500, 10), 0, 9000) == Lengths{10000, 10000, 10000});
    // An open row group is filled first.
    CHECK(row_group_lengths(even_runs(50, 500, 10), 5000, 9000) == Lengths{5000, 10000, 10000});
}

TEST_CASE("the end of a stretch matters more than its chunks, and snapshots stay whole") {
    // 7 chunks: two row groups of 3.5 would be too long, three a bit too short for chunks.
    const auto lengths = row_group_lengths(even_runs(70, 500, 10), 0, 10000);
    REQUIRE(lengths.size() == 3);
    CHECK(lengths[0] + lengths[1] + lengths[2] == 35000);
    for (const std::uint64_t length : lengths) CHECK(length % 500 == 0);
}

TEST_CASE("what cannot end a row group stays open for the next stretch") {
    CHECK(row_group_lengths(even_runs(10, 500, 10), 0, 9000).empty());
    // 15000 rows are too many for one and too few for two.
    const auto lengths = row_group_lengths(even_runs(30, 500, 10), 0, 9000);
    CHECK(lengths == Lengths{10000});
    // Snapshots so large that none ends at the right place.
    CHECK(row_group_lengths(even_runs(4, 5000, 1), 0, 2500).empty());
    CHECK(row_group_lengths({}, 100, 9000).empty());
    // Most ticks are empty.
    CHECK(row_group_lengths(even_runs(100, 0, 10), 0, 9000).empty());
}

// DuckDB ends a row group with the batch that fills it.
TEST_CASE("batches make row groups end between snapshots, across stretches") {
    constexpr std::uint64_t kLeast = 9000;
    RowGroupPace pace(kLeast);
    std::uint64_t at = 0;
    std::uint64_t begun = 0;
    std::size_t groups = 0;
    for (const std::uint64_t rows : {500U, 777U, 331U, 7U, 1999U, 1U, 640U}) {
        const auto runs = even_runs(60, rows, 10);
        const std::uint64_t start = at;
        pace.plan(runs);
        while (at < start + 60 * rows) {
            const std::uint64_t batch = std::min(start + 60 * rows - at, pace.next_batch());
            REQUIRE(batch > 0);
            REQUIRE(batch <= kBatchRows);
            pace.given(batch);
            at += batch;
            if (at - begun < kLeast) continue;
            CHECK((at - start) % rows == 0);
            begun = at;
            ++groups;
        }
    }
    CHECK(groups == 26);
}
