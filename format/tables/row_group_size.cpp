#include "format/tables/row_group_size.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "format/tables/row_groups.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

// Larger ones make readers skip less, and few chunks fit them: what row_group_lengths() can play
// with is 2048 rows whatever the size. The cells are a matter of memory.
constexpr double kRowGroup = 16384;
constexpr double kRowGroupCells = 4U << 20;
// In a long table the row group that is filled and what is kept of those before it take the same,
// so that their sum is the least.
constexpr double kCellsKept = static_cast<double>(kColumnBytes) / kCellBytes;

// Of a usual chunk: the last one of a recording, or of a segment, is shorter. Nothing: not known.
std::optional<double> rows_in_chunk(const TableDatabase& database,
                                    std::optional<std::uint64_t> rows) {
    std::vector<std::uint32_t> snapshots;
    for (const ReelFile& file : database.files())
        for (const ChunkInfo& chunk : file.reel->chunks()) snapshots.push_back(chunk.snapshots);
    const double all = std::accumulate(snapshots.begin(), snapshots.end(), 0.0);
    if (!rows || *rows == 0 || all == 0) return std::nullopt;
    const auto middle = snapshots.begin() + static_cast<std::ptrdiff_t>(snapshots.size() / 2);
    std::nth_element(snapshots.begin(), middle, snapshots.end());
    return std::max(1.0, static_cast<double>(*rows) * *middle / all);
}

}  // namespace

// The rows of as many whole chunks as come near kRowGroup, or of an even part of one; less half of
// what row_group_lengths() can play with, because no two chunks are alike.
std::uint64_t least_row_group(const TableDatabase& database, const TablePlan& table,
                              std::size_t columns) {
    const auto rows = count_rows(table, database.files());
    const double usual = std::min(
        kRowGroup, kRowGroupCells / static_cast<double>(std::max<std::size_t>(columns, 1)));
    const double most =
        std::max(usual, std::sqrt(kCellsKept * static_cast<double>(rows.value_or(0))));
    const double chunk = rows_in_chunk(database, rows).value_or(most);
    const double length =
        chunk <= most ? chunk * std::floor(most / chunk) : chunk / std::ceil(chunk / most);
    const double least = length - static_cast<double>(kBatchRows) / 2;
    return std::max(kBatchRows, static_cast<std::uint64_t>(std::max(least, 0.0)));
}

}  // namespace tickreel
