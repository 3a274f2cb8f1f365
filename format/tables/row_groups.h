#pragma once
// Where Parquet's row groups end, so that they follow the recording: between two snapshots, where
// it can be at a chunk's start, and at every group (what a jump decodes) that is large enough.
// DuckDB closes a row group with the batch of rows that fills it to its least size, and a batch has
// 2048 rows at most. So each length from `least` to `least` + 2047 can be had by the sizes of the
// batches, and nothing else can.

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace tickreel {

inline constexpr std::uint64_t kBatchRows = 2048;  // DuckDB's vector size

// What lies between two places where a row group may end: a snapshot's rows.
struct RowRun {
    std::uint64_t rows = 0;
    bool chunk_follows = false;
};

// Row counts at which to end row groups, each counted from the one before, the first from where the
// stretch begins; `open` rows before it are not in a finished group yet. What is left after the
// last one is less than `least`. Empty: it cannot be done between runs.
std::vector<std::uint64_t> row_group_lengths(std::span<const RowRun> stretch, std::uint64_t open,
                                             std::uint64_t least);

// Sizes of batches, one after another.
class RowGroupPace {
public:
    explicit RowGroupPace(std::uint64_t least) : least_(least) {}

    void plan(std::span<const RowRun> stretch);  // as a stretch begins
    std::uint64_t next_batch() const;            // how many rows it may have
    void given(std::uint64_t rows);

private:
    std::uint64_t least_;
    std::uint64_t open_ = 0;             // rows in the group that is not closed yet
    std::deque<std::uint64_t> lengths_;  // of the next groups, the first less what was given of it
};

}  // namespace tickreel
