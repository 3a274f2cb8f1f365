#pragma once
// A view as an item type: columns "Checksum" (result of the server's last one), "PlayerId"
// (controllers) and "UnusedBits" (bits of the keyframe's bitfield that belong to no field;
// kept because the checksum covers them), then the fields. A view of unknown layout has
// "Stale" (an update arrived that could not be applied) and "Keyframe", the bytes of the last
// keyframe.

#include <optional>

#include "recorder/games/firefall/value.h"
#include "tickreel/model/item.h"

namespace tickreel::firefall {

struct ViewShape {
    explicit ViewShape(const ViewLayout& of);

    const ViewLayout* layout;
    std::size_t bitfield_bytes = 0;
    bool has_unused_bits = false;
    std::vector<std::size_t> columns{};  // number of columns per field
    ItemType type{};
};

// For rows whose columns are numbers, texts and blobs; one cell per column.
std::vector<Word> pack_row(const ItemType& type, const Cells& cells);
std::optional<Cells> unpack_row(const ItemType& type, Row row);  // empty if the row is cut

}  // namespace tickreel::firefall
