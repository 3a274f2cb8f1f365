#pragma once
// Chooses where Parquet's row groups end, so that they follow the recording: between two snapshots,
// if possible at the start of a chunk, and at every group (the unit of a seek) that is large
// enough. DuckDB closes a row group with the batch of rows that fills it to its minimum size, and a
// batch has at most 2048 rows. So every length from `least` to `least` + 2047 can be reached
// through the batch sizes, and no other.

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace tickreel {

inline constexpr std::uint64_t kBatchRows = 2048;  // DuckDB's vector size

// The rows of a snapshot; a row group may end before and after them.
struct RowRun {
    std::uint64_t rows = 0;
    bool chunk_follows = false;
};

// Row counts at which to end row groups, each counted from the previous one, the first from the
// start of the stretch; `open` earlier rows are not in a finished group yet. The rest after the
// last one is less than `least`. Empty: impossible between runs.
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
