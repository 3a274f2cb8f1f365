#pragma once
// The rows of `snapshots` and `players`; open_rows() makes them.

#include <map>

#include "tickreel/model/roster.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

class SnapshotRows final : public RowCursor {
public:
    SnapshotRows(const TablePlan& plan, std::span<const ReelFile> files, TickBounds bounds,
                 const ProblemSink& problems)
        : plan_(plan), files_(files), frames_(files, bounds, problems, FrameWish{{}, true}) {}
    Result<bool> next() override { return frames_.next(); }
    Value value(std::size_t column) const override;

private:
    Value fact(const std::string& name) const;
    std::int64_t gap_before(const Frame& frame) const;
    // The recording's gaps by (segment, where they end).
    const std::map<Moment, std::int64_t>& gaps() const;

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    FrameCursor frames_;
    mutable std::map<std::size_t, std::map<Moment, std::int64_t>> gaps_;  // by file
};

// Within bounds (a view asks for the names at some ticks) stays begin and end there, and what
// speaks of somebody shortly after they left or before they came is provided for. Reads everything
// at the first row: who was called what from when to when. Names are those of items with a name;
// where events alone tell them (RosterHistory) a name lasts as long as the score board lists its
// bearer.
class PlayerRows final : public RowCursor {
public:
    PlayerRows(const TablePlan& plan, std::span<const ReelFile> files, const TickBounds& bounds,
               const ProblemSink& problems)
        : plan_(plan),
          files_(files),
          frames_(files, names_around(files, bounds), problems, FrameWish{bears_names, false}) {}
    Result<bool> next() override;
    Value value(std::size_t column) const override;

private:
    struct Named {
        std::string name{};
        std::string clan{};
        bool operator==(const Named&) const = default;
    };
    struct Stay {
        std::size_t file = 0;
        std::uint32_t segment = 0;
        ItemKey key{};
        Named named{};
        Tick from = 0, to = 0;
        std::chrono::nanoseconds from_time{}, to_time{};
    };
    struct NameType {
        RowReader reader;
        std::size_t name = 0;
        std::optional<std::size_t> clan{};
        Named read(Row row) const;
    };
    // What bears names in a recording: items, or those of a score board that events name.
    struct NameTypes {
        std::map<TypeId, NameType> items{};
        std::vector<TypeId> boards{};
    };
    using Stays = std::map<ItemKey, Stay>;
    static TickBounds names_around(std::span<const ReelFile> files, TickBounds bounds);
    static bool bears_names(const Schema& schema, TypeId type);
    Result<void> gather();
    void take(const Frame& frame);
    bool hear(const Frame& frame);  // whether that is other than at the frame before
    void seen(const Frame& frame, ItemKey key, Named named, Stays& now);
    void close_file();
    const NameTypes& name_types();

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    FrameCursor frames_;
    std::map<std::size_t, NameTypes> types_;  // by file
    RosterHistory roster_;                    // of this segment
    Roster heard_;                            // with who leaves at this tick
    bool settled_ = true;                     // no player left: it is roster_'s latest
    Stays open_;                              // their ends are not known yet
    std::vector<Stay> stays_;
    struct Last {
        std::size_t file = 0;
        Moment moment{};
        std::chrono::nanoseconds time{};
        Snapshot snapshot{};
    };
    std::optional<Last> last_{};  // frame, of the same file and segment
    bool gathered_ = false;
    std::size_t at_ = 0;
};

}  // namespace tickreel
