#pragma once
// Writes the container of Teeworlds map files ("datafile", version 4): items of 32-bit ints grouped
// by type, and data blobs, each one zlib stream. Facts: the map section of the game's own format.

#include <cstdint>
#include <string_view>
#include <vector>

#include "tickreel/base/bytes.h"

namespace tickreel::match {

class DatafileWriter {
public:
    // Returns the index of the blob.
    int add_data(ByteView bytes);
    int add_text(std::string_view text);  // including the NUL
    // Items of one type must be added consecutively, with increasing types. Returns the item's id.
    int add_item(std::uint16_t type, const std::vector<std::int32_t>& words);
    Bytes finish() const;

private:
    struct Item {
        std::uint16_t type = 0;
        std::uint16_t id = 0;
        std::vector<std::int32_t> words{};
    };
    struct Blob {
        std::size_t raw_size = 0;
        Bytes packed{};
    };
    std::vector<Item> items_;
    std::vector<Blob> blobs_;
};

}  // namespace tickreel::match
