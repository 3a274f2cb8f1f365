#include "tickreel/games/teeworlds/datafile.h"

#include <algorithm>

#include <zlib.h>

namespace tickreel::teeworlds {

namespace {

constexpr std::size_t kMaxTypes = 1024;
constexpr std::size_t kMaxEntries = 65536;  // items and blobs
constexpr std::size_t kMaxItemBytes = 16U << 20;
constexpr std::size_t kItemHead = 8;            // type and id, size
constexpr std::size_t kMaxDeflateRatio = 1040;  // zlib compresses at most 1032:1

}  // namespace

struct DataFile::Header {
    int version = 0;
    std::size_t types = 0;
    std::size_t items = 0;
    std::size_t blobs = 0;
    std::size_t item_bytes = 0;
    std::size_t data_bytes = 0;

    Result<void> read(ByteReader& reader);
};

Result<void> DataFile::Header::read(ByteReader& reader) {
    const ByteView magic = reader.bytes(4);
    const std::string_view name(reinterpret_cast<const char*>(magic.data()), magic.size());
    if (name != "DATA" && name != "ATAD")
        return fail("not a Teeworlds map: no DATA mark at offset 0");
    version = reader.i32();
    if (version != 3 && version != 4)
        return fail("map datafile version ", version, " at offset 4 is not 3 or 4");
    reader.u32();  // size and
    reader.u32();  // swap length: old writers left the blob sizes out, so neither is used
    types = reader.u32();
    items = reader.u32();
    blobs = reader.u32();
    item_bytes = reader.u32();
    data_bytes = reader.u32();
    if (reader.failed()) return fail("map ends inside its header");
    if (types > kMaxTypes || items > kMaxEntries || blobs > kMaxEntries ||
        item_bytes > kMaxItemBytes || item_bytes % 4 != 0)
        return fail("map header at offset 16 holds impossible counts");
    return {};
}

Result<DataFile> DataFile::open(ByteView bytes) {
    ByteReader reader(bytes);
    Header header;
    if (Result<void> read = header.read(reader); !read) return read.error();
    DataFile file;
    file.packed_ = header.version == 4;
    reader.bytes(header.types * 12);  // which items are of which type: the items repeat it
    if (reader.left() < header.items * 4) return fail("map ends inside its item table");
    std::vector<std::int32_t> offsets(header.items);
    for (std::int32_t& offset : offsets) offset = reader.i32();
    if (Result<void> read = file.read_blobs(reader, header); !read) return read.error();
    if (reader.failed() || reader.left() < header.item_bytes)
        return fail("map ends inside its items");
    file.words_.resize(header.item_bytes / 4);
    for (std::int32_t& word : file.words_) word = reader.i32();
    if (Result<void> read = file.read_items(header, offsets); !read) return read.error();
    file.data_ = reader.bytes(std::min(reader.left(), header.data_bytes));
    return file;
}

Result<void> DataFile::read_blobs(ByteReader& reader, const Header& header) {
    if (reader.left() < header.blobs * (packed_ ? 8U : 4U))
        return fail("map ends inside its data table");
    blobs_.resize(header.blobs);
    for (Blob& blob : blobs_) blob.offset = reader.u32();
    for (std::size_t i = 0; i < blobs_.size(); ++i) {
        const std::size_t end = i + 1 < blobs_.size() ? blobs_[i + 1].offset : header.data_bytes;
        if (blobs_[i].offset > end || end > header.data_bytes)
            return fail("map data ", i, " lies outside the data section");
        blobs_[i].stored = end - blobs_[i].offset;
        blobs_[i].size = packed_ ? reader.u32() : blobs_[i].stored;
    }
    return {};
}

Result<void> DataFile::read_items(const Header& header, std::span<const std::int32_t> offsets) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const auto offset = static_cast<std::size_t>(static_cast<std::uint32_t>(offsets[i]));
        if (offset % 4 != 0 || offset + kItemHead > header.item_bytes)
            return fail("map item ", i, " lies outside the item section");
        const auto head = static_cast<std::uint32_t>(words_[offset / 4]);
        const auto size =
            static_cast<std::size_t>(static_cast<std::uint32_t>(words_[offset / 4 + 1]));
        if (size % 4 != 0 || size > header.item_bytes - offset - kItemHead)
            return fail("map item ", i, " is longer than the item section");
        items_.push_back({static_cast<int>(head >> 16), static_cast<int>(head & 0xFFFFU),
                          std::span(words_).subspan(offset / 4 + 2, size / 4)});
    }
    return {};
}

std::vector<DataItem> DataFile::items_of(int type) const {
    std::vector<DataItem> found;
    for (const DataItem& item : items_)
        if (item.type == type) found.push_back(item);
    return found;
}

Result<Bytes> DataFile::blob(int index, std::size_t limit) const {
    if (index < 0 || static_cast<std::size_t>(index) >= blobs_.size())
        return fail("map data ", index, " does not exist");
    const Blob& blob = blobs_[static_cast<std::size_t>(index)];
    if (blob.offset + blob.stored > data_.size()) return fail("map ends inside data ", index);
    if (blob.size > limit || (packed_ && blob.size / kMaxDeflateRatio > blob.stored))
        return fail("map data ", index, " claims ", blob.size, " bytes, more than it can have");
    const ByteView stored = data_.subspan(blob.offset, blob.stored);
    if (!packed_) return Bytes(stored.begin(), stored.end());
    Bytes out(blob.size);
    uLongf size = static_cast<uLongf>(out.size());
    if (!out.empty() &&
        (uncompress(out.data(), &size, stored.data(), static_cast<uLong>(stored.size())) != Z_OK ||
         size != out.size()))
        return fail("map data ", index, " does not unpack");
    return out;
}

std::string DataFile::text(int index) const {
    constexpr std::size_t kMaxText = 1U << 16;
    const Result<Bytes> bytes = blob(index, kMaxText);
    if (!bytes) return {};
    const auto end = std::find(bytes->begin(), bytes->end(), Byte{0});
    return {bytes->begin(), end};
}

std::string text_of_words(std::span<const std::int32_t> words) {
    std::string out;
    for (const std::int32_t word : words) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            const auto byte = (static_cast<std::uint32_t>(word) >> shift) & 0xFFU;
            const char c = static_cast<char>(byte ^ 0x80U);
            if (c == 0) return out;
            out += c;
        }
    }
    return out;
}

}  // namespace tickreel::teeworlds
