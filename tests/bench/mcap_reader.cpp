#include "tests/bench/mcap_reader.h"

#include <algorithm>

#include "tickreel/base/crc32.h"

namespace tickreel_bench {

using namespace tickreel;

namespace {

constexpr std::size_t kMagic = 8;  // at both ends
constexpr std::size_t kFooterRecord = 9 + 20;
constexpr std::uint8_t kMessage = 5;
constexpr std::uint8_t kChunkIndex = 8;

}  // namespace

Result<std::unique_ptr<McapReader>> McapReader::open(const std::string& path) {
    auto file = open_file(path);
    if (!file) return file.error();
    const Result<std::uint64_t> size = (*file)->size();
    if (!size) return size.error();
    const std::uint64_t end = *size - kMagic - kFooterRecord;
    const Result<Bytes> footer = (*file)->read(end + 9, 8);
    if (!footer) return footer.error();
    const std::uint64_t summary = ByteReader(*footer).u64();
    const Result<Bytes> records = (*file)->read(summary, static_cast<std::size_t>(end - summary));
    if (!records) return records.error();
    auto reader = std::make_unique<McapReader>();
    reader->file_ = std::move(*file);
    for (ByteReader in(*records); in.left() > 0;) {
        const std::uint8_t opcode = in.u8();
        ByteReader content(in.bytes(static_cast<std::size_t>(in.u64())));
        if (opcode != kChunkIndex) continue;
        Chunk chunk;
        chunk.first = content.u64();
        chunk.last = content.u64();
        chunk.offset = content.u64();
        chunk.length = content.u64();
        reader->chunks_.push_back(chunk);
    }
    return reader;
}

std::size_t McapReader::chunk_at(std::uint64_t time) const {
    const auto after =
        std::upper_bound(chunks_.begin(), chunks_.end(), time,
                         [](std::uint64_t t, const Chunk& chunk) { return t < chunk.first; });
    return after == chunks_.begin() ? 0 : static_cast<std::size_t>(after - chunks_.begin()) - 1;
}

Result<Bytes> McapReader::read(std::size_t index) {
    const Chunk& chunk = chunks_[index];
    const Result<Bytes> bytes =
        file_->read(chunk.offset + 9, static_cast<std::size_t>(chunk.length - 9));
    if (!bytes) return bytes.error();
    ByteReader in(*bytes);
    in.u64();
    in.u64();
    const std::uint64_t raw = in.u64();
    const std::uint32_t sum = in.u32();
    in.bytes(in.u32());
    const ByteView stored = in.bytes(static_cast<std::size_t>(in.u64()));
    Result<Bytes> records = decompressor_.decompress(stored, static_cast<std::size_t>(raw));
    if (records && crc32_ieee(*records) != sum) return fail("chunk ", index, ": checksum wrong");
    return records;
}

std::vector<McapReader::Message> McapReader::messages(ByteView records) {
    std::vector<Message> messages;
    for (ByteReader in(records); in.left() > 0;) {
        const std::uint8_t opcode = in.u8();
        ByteReader content(in.bytes(static_cast<std::size_t>(in.u64())));
        if (opcode != kMessage) continue;
        Message message;
        message.channel = content.u16();
        content.u32();
        message.time = content.u64();
        content.u64();
        message.data = content.bytes(content.left());
        messages.push_back(message);
    }
    return messages;
}

}  // namespace tickreel_bench
