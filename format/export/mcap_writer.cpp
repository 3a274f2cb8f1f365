#include "tickreel/export/mcap_writer.h"

#include <algorithm>
#include <cassert>

#include "tickreel/base/crc32.h"

namespace tickreel {

namespace {

constexpr std::array<Byte, 8> kMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

// Opcodes of the specification.
constexpr std::uint8_t kHeader = 0x01;
constexpr std::uint8_t kFooter = 0x02;
constexpr std::uint8_t kSchema = 0x03;
constexpr std::uint8_t kChannel = 0x04;
constexpr std::uint8_t kMessage = 0x05;
constexpr std::uint8_t kChunk = 0x06;
constexpr std::uint8_t kMessageIndex = 0x07;
constexpr std::uint8_t kChunkIndex = 0x08;
constexpr std::uint8_t kAttachment = 0x09;
constexpr std::uint8_t kAttachmentIndex = 0x0a;
constexpr std::uint8_t kStatistics = 0x0b;
constexpr std::uint8_t kMetadata = 0x0c;
constexpr std::uint8_t kMetadataIndex = 0x0d;
constexpr std::uint8_t kSummaryOffset = 0x0e;
constexpr std::uint8_t kDataEnd = 0x0f;

constexpr std::size_t kRecordHead = 1 + 8;
constexpr std::size_t kFooterContent = 8 + 8 + 4;

void put_text(ByteWriter& out, std::string_view text) {
    out.u32(static_cast<std::uint32_t>(text.size()));
    out.bytes(as_bytes(text));
}

void put_pairs(ByteWriter& out, const McapWriter::Pairs& pairs) {
    ByteWriter body;
    for (const auto& [key, value] : pairs) {
        put_text(body, key);
        put_text(body, value);
    }
    out.u32(static_cast<std::uint32_t>(body.size()));
    out.bytes(body.data());
}

Bytes record_head(std::uint8_t opcode, std::uint64_t length) {
    ByteWriter head;
    head.u8(opcode);
    head.u64(length);
    return head.take();
}

Bytes record(std::uint8_t opcode, ByteView content) {
    Bytes bytes = record_head(opcode, content.size());
    bytes.insert(bytes.end(), content.begin(), content.end());
    return bytes;
}

}  // namespace

void McapWriter::TimeSpan::take(std::uint64_t time) {
    first = any ? std::min(first, time) : time;
    last = any ? std::max(last, time) : time;
    any = true;
}

McapWriter::McapWriter(ByteSink& out, McapOptions options)
    : out_(out), options_(std::move(options)) {
    assert(options_.compression.empty() == (options_.compress == nullptr));
    put(kMagic);
    ByteWriter header;
    put_text(header, options_.profile);
    put_text(header, options_.library);
    put_record(kHeader, header.data());
}

void McapWriter::put(ByteView bytes) {
    if (!state_) return;
    crc_ = crc32_ieee(bytes, crc_);
    written_ += bytes.size();
    state_ = out_.write(bytes);
}

void McapWriter::put_record(std::uint8_t opcode, ByteView content) {
    put(record_head(opcode, content.size()));
    put(content);
}

std::uint16_t McapWriter::add_schema(std::string_view name, std::string_view encoding,
                                     ByteView data) {
    const auto id = static_cast<std::uint16_t>(schemas_.size() + 1);
    ByteWriter content;
    content.u16(id);
    put_text(content, name);
    put_text(content, encoding);
    content.u32(static_cast<std::uint32_t>(data.size()));
    content.bytes(data);
    schemas_.push_back({record(kSchema, content.data()), false});
    return id;
}

std::uint16_t McapWriter::add_channel(std::uint16_t schema, std::string_view topic,
                                      std::string_view message_encoding, const Pairs& metadata) {
    assert(schema <= schemas_.size());
    const auto id = static_cast<std::uint16_t>(channels_.size());
    ByteWriter content;
    content.u16(id);
    content.u16(schema);
    put_text(content, topic);
    put_text(content, message_encoding);
    put_pairs(content, metadata);
    Channel channel;
    channel.record = record(kChannel, content.data());
    channel.schema = schema;
    channels_.push_back(std::move(channel));
    return id;
}

// Schema and channel are written before the first message that needs them.
void McapWriter::introduce(Channel& channel) {
    if (channel.in_file) return;
    channel.in_file = true;
    if (channel.schema != 0) {
        Schema& schema = schemas_[channel.schema - 1U];
        if (!schema.in_file)
            chunk_.insert(chunk_.end(), schema.record.begin(), schema.record.end());
        schema.in_file = true;
    }
    chunk_.insert(chunk_.end(), channel.record.begin(), channel.record.end());
}

void McapWriter::add_message(const McapMessage& message) {
    assert(message.channel < channels_.size());
    if (!state_) return;
    Channel& channel = channels_[message.channel];
    introduce(channel);
    channel.index.push_back({message.log_time, chunk_.size()});
    ByteWriter head;
    head.u16(message.channel);
    head.u32(message.sequence);
    head.u64(message.log_time);
    head.u64(message.publish_time);
    const Bytes start = record_head(kMessage, head.size() + message.data.size());
    chunk_.insert(chunk_.end(), start.begin(), start.end());
    chunk_.insert(chunk_.end(), head.data().begin(), head.data().end());
    chunk_.insert(chunk_.end(), message.data.begin(), message.data.end());
    chunk_span_.take(message.log_time);
    span_.take(message.log_time);
    ++channel.messages;
    ++messages_;
    if (chunk_.size() >= options_.chunk_bytes) close_chunk();
}

// Writes the indexes of the last chunk; returns their offsets in the chunk index's form.
Bytes McapWriter::write_message_indexes() {
    ByteWriter offsets;
    for (std::size_t id = 0; id < channels_.size(); ++id) {
        Channel& channel = channels_[id];
        if (channel.index.empty()) continue;
        std::stable_sort(channel.index.begin(), channel.index.end());
        offsets.u16(static_cast<std::uint16_t>(id));
        offsets.u64(written_);
        ByteWriter content;
        content.u16(static_cast<std::uint16_t>(id));
        content.u32(static_cast<std::uint32_t>(channel.index.size() * 16));
        for (const auto& [time, offset] : channel.index) {
            content.u64(time);
            content.u64(offset);
        }
        put_record(kMessageIndex, content.data());
        channel.index.clear();
    }
    return offsets.take();
}

void McapWriter::close_chunk() {
    if (chunk_.empty() || !state_) return;
    Result<Bytes> packed = options_.compress ? options_.compress(chunk_) : Result<Bytes>(chunk_);
    if (!packed) {
        state_ = packed.error();
        return;
    }
    ByteWriter head;
    head.u64(chunk_span_.first);
    head.u64(chunk_span_.last);
    head.u64(chunk_.size());
    head.u32(crc32_ieee(chunk_));
    put_text(head, options_.compression);
    head.u64(packed->size());
    const std::uint64_t start = written_;
    put(record_head(kChunk, head.size() + packed->size()));
    put(head.data());
    put(*packed);
    const std::uint64_t end = written_;
    const Bytes offsets = write_message_indexes();
    ByteWriter index;
    index.u64(chunk_span_.first);
    index.u64(chunk_span_.last);
    index.u64(start);
    index.u64(end - start);
    index.u32(static_cast<std::uint32_t>(offsets.size()));
    index.bytes(offsets);
    index.u64(written_ - end);
    put_text(index, options_.compression);
    index.u64(packed->size());
    index.u64(chunk_.size());
    chunk_indexes_.push_back(index.take());
    chunk_.clear();
    chunk_span_ = {};
}

void McapWriter::add_metadata(std::string_view name, const Pairs& pairs) {
    close_chunk();
    ByteWriter content;
    put_text(content, name);
    put_pairs(content, pairs);
    ByteWriter index;
    index.u64(written_);
    index.u64(kRecordHead + content.size());
    put_text(index, name);
    metadata_indexes_.push_back(index.take());
    put_record(kMetadata, content.data());
}

void McapWriter::add_attachment(std::string_view name, std::string_view media, std::uint64_t time,
                                ByteView data) {
    close_chunk();
    ByteWriter content;
    content.u64(time);
    content.u64(time);
    put_text(content, name);
    put_text(content, media);
    content.u64(data.size());
    content.bytes(data);
    content.u32(crc32_ieee(content.data()));
    ByteWriter index;
    index.u64(written_);
    index.u64(kRecordHead + content.size());
    index.u64(time);
    index.u64(time);
    index.u64(data.size());
    put_text(index, name);
    put_text(index, media);
    attachment_indexes_.push_back(index.take());
    put_record(kAttachment, content.data());
}

Bytes McapWriter::statistics() const {
    ByteWriter content;
    content.u64(messages_);
    const auto in_file = [](const auto& all) {
        return std::count_if(all.begin(), all.end(), [](const auto& one) { return one.in_file; });
    };
    content.u16(static_cast<std::uint16_t>(in_file(schemas_)));
    content.u32(static_cast<std::uint32_t>(in_file(channels_)));
    content.u32(static_cast<std::uint32_t>(attachment_indexes_.size()));
    content.u32(static_cast<std::uint32_t>(metadata_indexes_.size()));
    content.u32(static_cast<std::uint32_t>(chunk_indexes_.size()));
    content.u64(span_.first);
    content.u64(span_.last);
    content.u32(static_cast<std::uint32_t>(in_file(channels_) * 10));
    for (std::size_t id = 0; id < channels_.size(); ++id) {
        if (!channels_[id].in_file) continue;
        content.u16(static_cast<std::uint16_t>(id));
        content.u64(channels_[id].messages);
    }
    return content.take();
}

// Records of one kind in the summary, from `start` to here.
void McapWriter::add_group(std::uint8_t opcode, std::uint64_t start) {
    if (written_ == start) return;
    ByteWriter content;
    content.u8(opcode);
    content.u64(start);
    content.u64(written_ - start);
    summary_offsets_.push_back(content.take());
}

void McapWriter::write_summary() {
    std::uint64_t start = written_;
    for (const Schema& schema : schemas_)
        if (schema.in_file) put(schema.record);
    add_group(kSchema, start);
    start = written_;
    for (const Channel& channel : channels_)
        if (channel.in_file) put(channel.record);
    add_group(kChannel, start);
    start = written_;
    put_record(kStatistics, statistics());
    add_group(kStatistics, start);
    const auto indexes = [&](std::uint8_t opcode, const std::vector<Bytes>& contents) {
        const std::uint64_t first = written_;
        for (const Bytes& content : contents) put_record(opcode, content);
        add_group(opcode, first);
    };
    indexes(kChunkIndex, chunk_indexes_);
    indexes(kAttachmentIndex, attachment_indexes_);
    indexes(kMetadataIndex, metadata_indexes_);
}

Result<void> McapWriter::finish() {
    close_chunk();
    ByteWriter end;
    end.u32(crc_);  // of everything before this record
    put_record(kDataEnd, end.data());
    const std::uint64_t summary = written_;
    crc_ = 0;
    write_summary();
    const std::uint64_t offsets = written_;
    for (const Bytes& content : summary_offsets_) put_record(kSummaryOffset, content);
    ByteWriter footer;
    footer.bytes(record_head(kFooter, kFooterContent));
    footer.u64(summary);
    footer.u64(offsets);
    put(footer.data());
    ByteWriter tail;
    tail.u32(crc_);  // of the summary and the footer so far
    tail.bytes(kMagic);
    put(tail.data());
    return state_;
}

}  // namespace tickreel
