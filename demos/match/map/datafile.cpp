#include "demos/match/map/datafile.h"

#include <cassert>

#include <zlib.h>

namespace tickreel::match {
namespace {

Bytes deflate_all(ByteView bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    Bytes packed(size);
    const int code =
        compress2(packed.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), 9);
    assert(code == Z_OK);
    static_cast<void>(code);
    packed.resize(size);
    return packed;
}

std::uint32_t u32(std::size_t value) {
    return static_cast<std::uint32_t>(value);
}

}  // namespace

int DatafileWriter::add_data(ByteView bytes) {
    blobs_.push_back({bytes.size(), deflate_all(bytes)});
    return static_cast<int>(blobs_.size()) - 1;
}

int DatafileWriter::add_text(std::string_view text) {
    Bytes bytes(text.begin(), text.end());
    bytes.push_back(0);
    return add_data(bytes);
}

int DatafileWriter::add_item(std::uint16_t type, const std::vector<std::int32_t>& words) {
    assert(items_.empty() || items_.back().type <= type);
    const bool same = !items_.empty() && items_.back().type == type;
    const std::uint16_t id = same ? static_cast<std::uint16_t>(items_.back().id + 1) : 0;
    items_.push_back({type, id, words});
    return id;
}

Bytes DatafileWriter::finish() const {
    ByteWriter types;
    ByteWriter offsets;
    ByteWriter items;
    std::size_t type_count = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const Item& item = items_[i];
        if (item.id == 0) {
            std::size_t count = 1;
            while (i + count < items_.size() && items_[i + count].type == item.type) ++count;
            types.u32(item.type);
            types.u32(u32(i));
            types.u32(u32(count));
            ++type_count;
        }
        offsets.u32(u32(items.size()));
        items.u32((std::uint32_t{item.type} << 16U) | item.id);
        items.u32(u32(item.words.size() * 4));
        for (const std::int32_t word : item.words) items.i32(word);
    }
    ByteWriter data_offsets;
    ByteWriter data_sizes;
    ByteWriter data;
    for (const Blob& blob : blobs_) {
        data_offsets.u32(u32(data.size()));
        data_sizes.u32(u32(blob.raw_size));
        data.bytes(blob.packed);
    }
    const std::size_t before_data =
        36 + types.size() + offsets.size() + data_offsets.size() + data_sizes.size() + items.size();
    ByteWriter out;
    out.u32(0x41544144);  // "DATA"
    out.u32(4);
    out.u32(u32(before_data + data.size() - 16));
    out.u32(u32(before_data - 16));
    out.u32(u32(type_count));
    out.u32(u32(items_.size()));
    out.u32(u32(blobs_.size()));
    out.u32(u32(items.size()));
    out.u32(u32(data.size()));
    for (const ByteWriter* part : {&types, &offsets, &data_offsets, &data_sizes, &items, &data})
        out.bytes(part->data());
    return out.take();
}

}  // namespace tickreel::match
