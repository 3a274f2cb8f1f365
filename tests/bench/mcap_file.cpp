#include "tests/bench/mcap_file.h"

#include <algorithm>
#include <array>

#include "format/base/crc32.h"

namespace tickreel_bench {

using namespace tickreel;

namespace {

constexpr std::array<Byte, 8> kMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
constexpr std::size_t kChunkSize = 1U << 20;
constexpr std::size_t kFooterRecord = 9 + 20;

enum Opcode : std::uint8_t {
    kHeader = 1,
    kFooter = 2,
    kSchema = 3,
    kChannel = 4,
    kMessage = 5,
    kChunk = 6,
    kMessageIndex = 7,
    kChunkIndex = 8,
    kStatistics = 11,
    kDataEnd = 15,
};

void put_text(ByteWriter& out, std::string_view text) {
    out.u32(static_cast<std::uint32_t>(text.size()));
    out.bytes(as_bytes(text));
}

void put_record(ByteWriter& out, std::uint8_t opcode, const ByteWriter& content) {
    out.u8(opcode);
    out.u64(content.size());
    out.bytes(content.data());
}

ByteWriter schema_record(std::uint16_t id, std::string_view name) {
    ByteWriter schema;
    schema.u16(id);
    put_text(schema, name);
    put_text(schema, "");
    put_text(schema, "");
    return schema;
}

ByteWriter channel_record(std::uint16_t id, std::string_view topic) {
    ByteWriter channel;
    channel.u16(id);
    channel.u16(1);
    put_text(channel, topic);
    put_text(channel, "snapshot");
    channel.u32(0);
    return channel;
}

}  // namespace

McapWriter::McapWriter(std::unique_ptr<ByteSink> out, int level)
    : out_(std::move(out)), level_(level) {
    write(kMagic);
    ByteWriter header;
    put_text(header, "");
    put_text(header, "tickreel bench");
    record(kHeader, header);
    record(kSchema, schema_record(1, "snapshot"));
}

void McapWriter::write(ByteView bytes) {
    if (!status_) return;
    status_ = out_->write(bytes);
    at_ += bytes.size();
}

void McapWriter::record(std::uint8_t opcode, const ByteWriter& content) {
    ByteWriter out;
    put_record(out, opcode, content);
    write(out.data());
}

std::uint16_t McapWriter::add_channel(std::string_view topic) {
    topics_.emplace_back(topic);
    const auto id = static_cast<std::uint16_t>(topics_.size());
    record(kChannel, channel_record(id, topic));
    return id;
}

void McapWriter::add(std::uint16_t channel, std::uint64_t time, ByteView data) {
    if (open_.size() == 0) first_ = time;
    last_ = time;
    index_[channel].emplace_back(time, open_.size());
    ByteWriter message;
    message.u16(channel);
    message.u32(messages_++);
    message.u64(time);
    message.u64(time);
    message.bytes(data);
    put_record(open_, kMessage, message);
    if (open_.size() >= kChunkSize) close_chunk();
}

void McapWriter::close_chunk() {
    if (open_.size() == 0 || !status_) return;
    const Result<Bytes> stored = compressor_.compress(open_.data(), level_);
    if (!stored) {
        status_ = stored.error();
        return;
    }
    ChunkIndex chunk{first_, last_, at_, 0, 0, stored->size(), open_.size(), {}};
    ByteWriter content;
    content.u64(first_);
    content.u64(last_);
    content.u64(open_.size());
    content.u32(crc32_ieee(open_.data()));
    put_text(content, "zstd");
    content.u64(stored->size());
    content.bytes(*stored);
    record(kChunk, content);
    chunk.length = at_ - chunk.offset;
    for (const auto& [channel, entries] : index_) {
        chunk.index_offsets[channel] = at_;
        ByteWriter index;
        index.u16(channel);
        index.u32(static_cast<std::uint32_t>(entries.size() * 16));
        for (const auto& [time, offset] : entries) {
            index.u64(time);
            index.u64(offset);
        }
        record(kMessageIndex, index);
    }
    chunk.index_length = at_ - chunk.offset - chunk.length;
    chunks_.push_back(std::move(chunk));
    open_.clear();
    index_.clear();
}

void McapWriter::write_summary() {
    record(kSchema, schema_record(1, "snapshot"));
    for (std::size_t i = 0; i < topics_.size(); ++i)
        record(kChannel, channel_record(static_cast<std::uint16_t>(i + 1), topics_[i]));
    for (const ChunkIndex& chunk : chunks_) {
        ByteWriter index;
        for (const std::uint64_t value : {chunk.first, chunk.last, chunk.offset, chunk.length})
            index.u64(value);
        index.u32(static_cast<std::uint32_t>(chunk.index_offsets.size() * 10));
        for (const auto& [channel, offset] : chunk.index_offsets) {
            index.u16(channel);
            index.u64(offset);
        }
        index.u64(chunk.index_length);
        put_text(index, "zstd");
        index.u64(chunk.stored);
        index.u64(chunk.raw);
        record(kChunkIndex, index);
    }
    ByteWriter statistics;
    statistics.u64(messages_);
    statistics.u16(1);
    statistics.u32(static_cast<std::uint32_t>(topics_.size()));
    statistics.u32(0);
    statistics.u32(0);
    statistics.u32(static_cast<std::uint32_t>(chunks_.size()));
    statistics.u64(chunks_.empty() ? 0 : chunks_.front().first);
    statistics.u64(chunks_.empty() ? 0 : chunks_.back().last);
    statistics.u32(0);
    record(kStatistics, statistics);
}

Result<void> McapWriter::finish() {
    close_chunk();
    ByteWriter data_end;
    data_end.u32(0);
    record(kDataEnd, data_end);
    const std::uint64_t summary = at_;
    write_summary();
    ByteWriter footer;
    footer.u64(summary);
    footer.u64(0);
    footer.u32(0);
    record(kFooter, footer);
    write(kMagic);
    if (status_) status_ = out_->close();
    return status_;
}

Result<std::unique_ptr<McapReader>> McapReader::open(const std::string& path) {
    auto file = open_file(path);
    if (!file) return file.error();
    const Result<std::uint64_t> size = (*file)->size();
    if (!size) return size.error();
    const std::uint64_t end = *size - kMagic.size() - kFooterRecord;
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
