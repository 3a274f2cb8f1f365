#pragma once
// The rows of items and of events: a row has a type and words, and belongs to a frame. Read singly
// for values, or in batches of frames in memory to fill whole columns.

#include <set>

#include "format/tables/recorded_player.h"
#include "format/tables/row_groups.h"
#include "format/tables/step_memory.h"
#include "tickreel/reel/evolution.h"
#include "tickreel/tables/name_book.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

// Maps the rows of one item type of one recording to the columns of the plan.
struct TypeMap {
    bool wanted = false;
    TypeId id = 0;
    std::optional<RowReader> reader{};
    NameSource named{};
    std::vector<std::optional<std::size_t>> fields{};  // by column
};

// Points into its cursor: valid until the next batch.
struct ItemRow {
    const TypeMap* type = nullptr;
    const Frame* frame = nullptr;
    Moment moment{};  // of the snapshot that has `row`: of an earlier one in a row before
    EntityId entity = 0;
    Row row{};
    ItemStep step{};        // when steps are followed
    std::size_t place = 0;  // among the frame's items or events
};

class ItemRows final : public RowCursor {
public:
    // What the arguments refer to must outlive the cursor.
    ItemRows(const TablePlan& plan, std::span<const ReelFile> files, TickBounds bounds,
             const ProblemSink& problems)
        : plan_(plan),
          files_(files),
          bounds_(bounds),
          problems_(problems),
          frames_(files, bounds, problems, FrameFilter{[this](const Schema& schema, TypeId type) {
                      return wants(schema[type]) || (steps_ && says_match_start(schema[type]));
                  }}) {}
    ItemRows(const ItemRows&) = delete;
    ItemRows& operator=(const ItemRows&) = delete;
    ItemRows(const TablePlan& plan, std::span<const ReelFile> file, SharedFrames& frames,
             std::size_t reader)
        : plan_(plan), files_(file), frames_(file, frames, reader) {}

    Result<bool> next() override;
    Value value(std::size_t column) const override { return value(current_, column); }
    Value name_in(std::size_t column) const override { return player_name(current_, column); }
    std::uint64_t dropped_words() const override { return dropped_words_; }

    // Both before the first row. Only these types; none = all that the plan has.
    void keep_types(std::set<std::string> types) { keep_ = std::move(types); }
    // Batches are such that row groups of this least size follow the recording.
    void follow_groups(std::uint64_t least_rows) { pace_.emplace(least_rows); }

    // Before the first row: each knows the one before it, whatever snapshots are left out of other
    // tables. Row(before) is good until the next batch.
    void follow_steps(StepSeed seed) { steps_.emplace(std::move(seed)); }
    Row before(const ItemRow& row) const { return steps_->before(row.step); }

    // Up to `limit` rows, all of one file; none at the end. Not to be mixed with next(). As full as
    // can be: DuckDB's own tables remember 16 kB of each batch behind one that was not.
    Result<std::span<const ItemRow>> batch(std::size_t limit);
    Value value(const ItemRow& row, std::size_t column) const;
    // The name at the row's tick of the player whose number the column has.
    Value player_name(const ItemRow& row, std::size_t column) const;
    // What the player is called to whom the item belongs: of who keeps the number for good, also
    // where the item itself was not named yet.
    Value player_name(const ItemRow& row) const;
    const ReelFile& file() const { return files_[frames_.file()]; }

private:
    bool wants(const ItemType& type) const;
    bool next_in_frame();
    Result<bool> next_frame();
    bool take(TypeId type, EntityId entity, Row row);
    void enter_file();
    void begin_stretch();
    std::uint64_t rows_in(const Frame& frame) const;
    std::size_t batch_size(std::size_t limit) const;
    Value moment_of(const ItemRow& row, std::size_t column) const;
    Value evolved(const ItemRow& row, std::size_t column) const;
    Value own_name(const ItemRow& row) const;
    NameBook& names() const;
    Value name_of(const ItemRow& row, EntityId who) const;
    std::optional<EntityId> bearer_of(const ItemRow& row) const;
    bool keeps(EntityId entity) const;
    void choose_frames();
    bool is_chosen(const Frame& frame) const;

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    TickBounds bounds_{};
    ProblemSink problems_ = ignore_problems;
    FrameCursor frames_;
    std::vector<TypeMap> types_;
    mutable std::optional<NameBook> names_{};           // of the same file; made when asked for
    mutable std::optional<RecordedPlayer> recorded_{};  // likewise
    mutable std::optional<Evolution> evolution_{};      // of the same file; made when asked for
    std::optional<std::size_t> types_of_{};             // the file that types_ is of
    std::optional<TypeId> only_{};                      // the only type wanted, in that file
    std::set<std::string> keep_{};
    std::optional<RowGroupPace> pace_{};
    std::optional<StepMemory> steps_{};
    std::optional<TickSteps> taken_{};  // when only some snapshots give rows
    std::vector<bool> chosen_{};        // of the frames in memory
    bool any_frame_ = false;            // frames_ stands on one
    bool in_frame_ = false;
    std::size_t index_ = 0;  // the next item or event to look at
    ItemRow current_{};
    std::vector<ItemRow> batch_;
    FrameBatch held_{};  // where the batch begins, when it goes on behind it
    std::uint64_t dropped_words_ = 0;
};

}  // namespace tickreel
