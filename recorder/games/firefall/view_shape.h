#pragma once
// A view as an item type: columns "Checksum" (what the server's last one said), "PlayerId"
// (controllers) and "UnusedBits" (the bits of the
// keyframe's bitfield that belong to no field; kept because they are in the checksum), then the
// fields. A view whose layout is unknown has "Stale" (an update came that could not be applied) and
// "Keyframe", the bytes of the last keyframe.

#include <optional>

#include "recorder/games/firefall/value.h"
#include "tickreel/model/item.h"

namespace tickreel::firefall {

struct ViewShape {
    explicit ViewShape(const ViewLayout& of);

    const ViewLayout* layout;
    std::size_t bitfield_bytes = 0;
    bool has_unused_bits = false;
    std::vector<std::size_t> columns{};  // how many each field has
    ItemType type{};
};

// Rows of any type whose columns are numbers, texts and blobs; one cell a column.
std::vector<Word> pack_row(const ItemType& type, const Cells& cells);
std::optional<Cells> unpack_row(const ItemType& type, Row row);  // nothing when the row is cut

}  // namespace tickreel::firefall
