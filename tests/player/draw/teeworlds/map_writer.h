#pragma once
// Writes small map files for the tests: enough of the format for every kind of layer, and for
// intentionally damaged ones.

#include <cstdint>
#include <string>
#include <vector>

#include "tickreel/base/bytes.h"

namespace tickreel_test {

class MapWriter {
public:
    // Returns the index of the data.
    int add_data(const tickreel::Bytes& bytes);
    int add_text(const std::string& text);
    void add_item(int type, int id, const std::vector<std::int32_t>& words);
    tickreel::Bytes build(int version = 4) const;

private:
    struct Item {
        int type = 0;
        int id = 0;
        std::vector<std::int32_t> words{};
    };
    std::vector<Item> items_;
    std::vector<tickreel::Bytes> data_;
};

// Words of a tile layer item of version 3, without the extra data numbers.
std::vector<std::int32_t> tile_layer(int width, int height, int kind_flags, int image, int data);
std::vector<std::int32_t> group(int first_layer, int layers, int parallax = 100);
// Four bytes per tile from rows of characters: ' ' air, '#' solid, '%' unhookable, 'x' death, '~'
// freeze, '-' hook-through.
tickreel::Bytes tiles(const std::vector<std::string>& rows);
// A map with only this game layer.
tickreel::Bytes plain_map(const std::vector<std::string>& rows, int version = 4);

}  // namespace tickreel_test
