#include "tests/player/draw/teeworlds/map_writer.h"

#include <algorithm>

#include <zlib.h>

namespace tickreel_test {

using tickreel::Byte;
using tickreel::Bytes;
using tickreel::ByteWriter;

int MapWriter::add_data(const Bytes& bytes) {
    data_.push_back(bytes);
    return static_cast<int>(data_.size() - 1);
}

int MapWriter::add_text(const std::string& text) {
    ByteWriter bytes;
    for (const char c : text) bytes.u8(static_cast<Byte>(c));
    bytes.u8(0);
    return add_data(bytes.data());
}

void MapWriter::add_item(int type, int id, const std::vector<std::int32_t>& words) {
    items_.push_back({type, id, words});
    std::stable_sort(items_.begin(), items_.end(),
                     [](const Item& a, const Item& b) { return a.type < b.type; });
}

Bytes MapWriter::build(int version) const {
    ByteWriter types;
    ByteWriter offsets;
    ByteWriter items;
    std::uint32_t type_count = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (i == 0 || items_[i].type != items_[i - 1].type) {
            const auto same = [&](const Item& item) { return item.type == items_[i].type; };
            types.i32(items_[i].type);
            types.u32(static_cast<std::uint32_t>(i));
            types.u32(
                static_cast<std::uint32_t>(std::count_if(items_.begin(), items_.end(), same)));
            ++type_count;
        }
        offsets.u32(static_cast<std::uint32_t>(items.size()));
        items.u32(static_cast<std::uint32_t>(items_[i].type) << 16 |
                  static_cast<std::uint32_t>(items_[i].id));
        items.u32(static_cast<std::uint32_t>(items_[i].words.size() * 4));
        for (const std::int32_t word : items_[i].words) items.i32(word);
    }
    ByteWriter data_offsets;
    ByteWriter data_sizes;
    ByteWriter data;
    for (const Bytes& bytes : data_) {
        data_offsets.u32(static_cast<std::uint32_t>(data.size()));
        data_sizes.u32(static_cast<std::uint32_t>(bytes.size()));
        if (version == 4) {
            uLongf size = compressBound(static_cast<uLong>(bytes.size()));
            Bytes packed(size);
            compress(packed.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()));
            packed.resize(size);
            data.bytes(packed);
        } else {
            data.bytes(bytes);
        }
    }
    ByteWriter out;
    out.u32(0x41544144);  // "DATA"
    out.i32(version);
    const std::size_t tables = types.size() + offsets.size() + data_offsets.size() +
                               (version == 4 ? data_sizes.size() : 0) + items.size();
    out.u32(static_cast<std::uint32_t>(20 + tables + data.size()));
    out.u32(static_cast<std::uint32_t>(20 + tables));
    out.u32(type_count);
    out.u32(static_cast<std::uint32_t>(items_.size()));
    out.u32(static_cast<std::uint32_t>(data_.size()));
    out.u32(static_cast<std::uint32_t>(items.size()));
    out.u32(static_cast<std::uint32_t>(data.size()));
    out.bytes(types.data());
    out.bytes(offsets.data());
    out.bytes(data_offsets.data());
    if (version == 4) out.bytes(data_sizes.data());
    out.bytes(items.data());
    out.bytes(data.data());
    return out.take();
}

std::vector<std::int32_t> tile_layer(int width, int height, int kind_flags, int image, int data) {
    constexpr int kTiles = 2;
    return {0,   kTiles, 0,  3, width, height, kind_flags, 255, 255,
            255, 255,    -1, 0, image, data,   0,          0,   0};
}

std::vector<std::int32_t> group(int first_layer, int layers, int parallax) {
    return {2, 0, 0, parallax, parallax, first_layer, layers, 0, 0, 0, 0, 0};
}

Bytes tiles(const std::vector<std::string>& rows) {
    Bytes out;
    for (const std::string& row : rows) {
        for (const char c : row) {
            const Byte index = c == '#'   ? Byte{1}
                               : c == 'x' ? Byte{2}
                               : c == '%' ? Byte{3}
                               : c == '-' ? Byte{6}
                               : c == '~' ? Byte{9}
                                          : Byte{0};
            out.push_back(index);
            out.resize(out.size() + 3);
        }
    }
    return out;
}

Bytes plain_map(const std::vector<std::string>& rows, int version) {
    MapWriter map;
    map.add_item(0, 0, {1});
    map.add_item(4, 0, group(0, 1));
    const int data = map.add_data(tiles(rows));
    map.add_item(
        5, 0,
        tile_layer(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), 1, -1, data));
    return map.build(version);
}

}  // namespace tickreel_test
