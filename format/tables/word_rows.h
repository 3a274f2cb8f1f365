#pragma once
// The quick way from a recording to DuckDB's vectors: rows of one item type of which only numbers
// are shown. No row is ever made: words come as columns, and columns are copied.

#include "format/tables/duckdb.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

class WordRows {
public:
    // Whether all these columns of the plan are numbers in words of their own, in every file.
    static bool can_show(const TablePlan& plan, std::span<const std::size_t> columns,
                         std::span<const ReelFile> files, const TickBounds& bounds);

    // What the arguments refer to must outlive the rows. Columns behind those of the plan are left
    // alone.
    WordRows(const TablePlan& plan, std::span<const std::size_t> columns,
             std::span<const ReelFile> files, TickBounds bounds, const ProblemSink& problems);
    WordRows(const WordRows&) = delete;
    WordRows& operator=(const WordRows&) = delete;

    // The next rows, as many as fit. None: there are no more.
    Result<idx_t> fill(duckdb_data_chunk output);
    std::uint64_t dropped_words() const { return dropped_words_; }

private:
    // A column of the result.
    struct Shown {
        const TableColumn* column = nullptr;  // nullptr: none of the plan
        bool here = false;                    // fields: the file's type has it
        FieldKind kind = FieldKind::Int32;
        FieldPlace place{};
        duckdb_vector vector = nullptr;
    };
    std::vector<std::uint32_t> words_of(const ItemType& type) const;
    void enter_file();
    Result<bool> next_frame();
    const Word* word(std::size_t slot) const;
    void put(const Shown& shown, idx_t to, std::size_t count) const;
    void put_field(const Shown& shown, idx_t to, std::size_t count) const;
    void put_nulls(const Shown& shown, idx_t to, std::size_t count) const;
    void count_dropped(std::size_t count);

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    FrameCursor frames_;
    std::vector<Shown> shown_;
    std::optional<std::size_t> file_{};  // what these are of
    std::vector<std::uint32_t> words_{};
    std::size_t fields_end_ = 0;  // words of a row that fields cover
    bool known_ = false;
    std::size_t at_ = 0;   // the next row of the frame's columns
    std::size_t end_ = 0;  // one past its last
    std::uint64_t dropped_words_ = 0;
};

}  // namespace tickreel
