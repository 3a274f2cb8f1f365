#pragma once
// The rows of `snapshots`, `players`, `gaps` and `markers`; open_rows() makes them.

#include <map>
#include <optional>

#include "format/tables/player_stays.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

class SnapshotRows final : public RowCursor {
public:
    SnapshotRows(const TablePlan& plan, std::span<const ReelFile> files, TickBounds bounds,
                 const ProblemSink& problems)
        : plan_(plan), files_(files), frames_(files, bounds, problems, filter_of(plan)) {}
    Result<bool> next() override { return frames_.next(); }
    Value value(std::size_t column) const override;

private:
    // The sizes of snapshots, and the items that are not to be counted.
    static FrameFilter filter_of(const TablePlan& plan);
    Value fact(const std::string& name) const;
    std::int64_t gap_before(const Frame& frame) const;
    struct GapEnd {
        std::int64_t ticks = 0;
        std::optional<Moment> followed{};  // by a snapshot that has been met, not always the first
    };
    // The recording's gaps by (segment, where they end).
    std::map<Moment, GapEnd>& gaps() const;

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    FrameCursor frames_;
    mutable std::map<std::size_t, std::map<Moment, GapEnd>> gaps_;  // by file
};

// Reads a file at its first row.
class PlayerRows final : public RowCursor {
public:
    PlayerRows(const TablePlan& plan, std::span<const ReelFile> files, const TickBounds& bounds,
               const ProblemSink& problems)
        : plan_(plan), files_(files), bounds_(bounds), problems_(problems) {}
    Result<bool> next() override;
    Value value(std::size_t column) const override;

private:
    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    TickBounds bounds_;
    ProblemSink problems_;
    KnownStays stays_;  // of the file
    std::size_t file_ = 0;
    std::size_t at_ = 0;
};

// Verifies the files at the first row: only then is it known what cannot be read.
class GapRows final : public RowCursor {
public:
    GapRows(const TablePlan& plan, std::span<const ReelFile> files) : plan_(plan), files_(files) {}
    Result<bool> next() override;
    Value value(std::size_t column) const override;

private:
    struct Missing {
        std::size_t file = 0;
        bool unreadable = false;
        Gap gap{};
    };
    Result<void> gather(std::size_t file);

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    std::vector<Missing> rows_;
    bool gathered_ = false;
    std::size_t at_ = 0;
};

class MarkerRows final : public RowCursor {
public:
    MarkerRows(const TablePlan& plan, std::span<const ReelFile> files)
        : plan_(plan), files_(files) {}
    Result<bool> next() override;
    Value value(std::size_t column) const override;

private:
    const Marker& marker() const { return files_[file_].reel->markers()[next_ - 1]; }

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    std::size_t file_ = 0;
    std::size_t next_ = 0;  // of the file's markers
};

}  // namespace tickreel
