#pragma once
// Converts values on the wire to cells, one per column of the row, and back to the same bytes. A
// struct is flattened member by member ("Movement.Position.x"); text is a column; a value without a
// fixed shape (an array with a count, a nullable or conditional value of varying length) is one
// column with its wire bytes. Small fixed arrays are flattened too.

#include "recorder/games/firefall/layout.h"
#include "tickreel/base/bytes.h"

namespace tickreel::firefall {

struct Cell {
    bool null = false;
    std::uint64_t bits = 0;  // numbers, sign-extended
    Bytes bytes{};           // text without its NUL, blobs
};
using Cells = std::vector<Cell>;

// `optional`: the value may be missing (nullable field, member with a condition).
void add_columns(const Type& type, const std::string& name, bool optional,
                 std::vector<Field>& columns);

// The bytes of the next value; `in` fails if there are too few.
ByteView take_value(const Type& type, ByteReader& in);
// The same, appending its cells.
void read_cells(const Type& type, bool optional, ByteReader& in, Cells& cells);
// Takes the value's cells from the front of `cells`.
void write_cells(const Type& type, bool optional, std::span<const Cell>& cells, ByteWriter& out);

}  // namespace tickreel::firefall
