#pragma once
// A table that a command prints in all three formats: aligned text, one JSON object per row, CSV
// with a header. A cell has separate forms for people and programs.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"

namespace tickreel {

struct Cell {
    std::string human{};  // printable text
    std::string json{};   // a JSON value
    std::string csv{};    // before quoting
};

Cell text_cell(std::string_view text);
Cell number_cell(std::int64_t number);  // fits 53 bits: counts and sizes
Cell wide_cell(std::int64_t number);    // 64 bits: a string in JSON (ticks, ids)
Cell yes_no_cell(bool yes);             // "yes" or "", true or false

struct Column {
    std::string name{};
    bool right = false;  // align numbers to the right
    // For programs: what a cell of another column says to people. Only the last ones.
    bool hidden = false;
};

class Table {
public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    void add(std::vector<Cell> row);  // one cell per column
    void append(const Table& other);  // with the same columns
    bool empty() const { return rows_.empty(); }

    std::string print(TableFormat format) const;
    // Columns beyond `width` go to further blocks, which repeat the first column. 0: no
    // limit.
    std::string text(std::size_t width = 0, std::string_view indent = "") const;
    std::string ndjson() const;
    std::string csv() const;

private:
    std::string block(std::size_t first, std::size_t last, std::string_view indent) const;
    std::size_t width_of(std::size_t column) const;
    std::size_t for_people() const;  // columns

    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
};

}  // namespace tickreel
