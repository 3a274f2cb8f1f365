#include "format/reel/chunk.h"

#include <array>
#include <bit>

#include "tickreel/base/crc32.h"

namespace tickreel {

namespace {

constexpr std::size_t kHead = 14;  // u16 type, u64 entity, u32 words

std::array<Byte, kHead> item_head(const Item& item) {
    std::array<Byte, kHead> head{};
    auto* to = head.data();
    const auto put = [&to](std::uint64_t value, int bytes) {
        for (; bytes > 0; --bytes, value >>= 8) *to++ = static_cast<Byte>(value);
    };
    put(item.key.type, 2);
    put(item.key.entity, 8);
    put(item.row.size(), 4);
    return head;
}

// On a little-endian machine rows in memory already have the canonical byte order.
std::uint32_t row_checksum(Row row, std::uint32_t seed) {
    if constexpr (std::endian::native == std::endian::little)
        return crc32c({reinterpret_cast<const Byte*>(row.data()), row.size_bytes()}, seed);
    ByteWriter words;
    for (const Word word : row) words.i32(word);
    return crc32c(words.data(), seed);
}

struct ChunkHead {
    std::uint32_t base_sum = 0;
    std::uint32_t end_sum = 0;
    ChunkFacts facts{};
};

Result<ChunkHead> read_head(const RecordHeader& header, ByteView payload) {
    ByteReader in(payload);
    ChunkHead head;
    head.base_sum = in.u32();
    head.end_sum = in.u32();
    head.facts = {header.segment, header.first_tick, in.u32(), header.raw_length};
    if (in.failed() || head.facts.frames == 0 || head.facts.frames > layout::kMaxChunkFrames)
        return fail("the chunk says it has ", head.facts.frames, " frames");
    return head;
}

Result<void> check_last_tick(const RecordHeader& header, const std::vector<Frame>& frames) {
    if (frames.back().tick == header.last_tick()) return {};
    return fail("the chunk ends at tick ", frames.back().tick, ", not at ", header.last_tick());
}

}  // namespace

std::uint32_t state_checksum(const Snapshot& snapshot) {
    std::uint32_t sum = 0;
    for (const Item item : snapshot) sum = row_checksum(item.row, crc32c(item_head(item), sum));
    return sum;
}

Result<ChunkRecord> encode_chunk(const Codec& codec, std::span<const Frame> frames,
                                 const GroupState& before, int level, Compressor& compressor) {
    Result<EncodedChunk> encoded = codec.encode(frames, before, level, compressor);
    if (!encoded) return encoded.error();
    ByteWriter payload;
    payload.u32(state_checksum(before.last));
    payload.u32(state_checksum(frames.back().snapshot));
    payload.u32(static_cast<std::uint32_t>(frames.size()));
    payload.bytes(encoded->bytes);
    if (payload.size() > layout::kMaxPayload || encoded->raw_length > layout::kMaxRaw)
        return fail("the chunk from tick ", frames.front().tick, " has ", encoded->raw_length,
                    " bytes, more than a reel can hold");
    ChunkRecord record;
    record.header.type = layout::kChunk;
    record.header.raw_length = encoded->raw_length;
    record.header.segment = frames.front().segment;
    record.header.codec = encoded->codec;
    record.header.first_tick = frames.front().tick;
    record.header.tick_span = static_cast<std::uint32_t>(frames.back().tick - frames.front().tick);
    record.payload = payload.take();
    record.after = std::move(encoded->after);
    return record;
}

std::uint32_t chunk_frames(ByteView payload) {
    ByteReader in(payload);
    in.bytes(8);
    return in.u32();
}

Result<DecodedChunk> decode_chunk(const RecordHeader& header, ByteView payload,
                                  const GroupState& before, Decompressor& decompressor,
                                  DecodeScope scope) {
    const Codec* codec = find_codec(header.codec);
    if (codec == nullptr)
        return fail("codec ", header.codec, " is not known to this version; use a newer tickreel");
    const auto head = read_head(header, payload);
    if (!head) return head.error();
    const auto& [base_sum, end_sum, facts] = *head;
    if (base_sum != state_checksum(before.last))
        return fail("the chunk depends on a snapshot that is not the one before it");
    Result<DecodedChunk> chunk =
        codec->decode(payload.subspan(layout::kChunkPrefix), facts, before, decompressor, scope);
    if (!chunk) return chunk;
    if (Result<void> ends = check_last_tick(header, chunk->frames); !ends) return ends.error();
    if (state_checksum(chunk->after.last) != end_sum)
        return fail("the last snapshot of the chunk does not have the checksum it should have");
    return chunk;
}

Result<std::optional<DecodedPart>> decode_chunk_part(const RecordHeader& header, ByteView payload,
                                                     const PartState& before,
                                                     const PartFilter& filter,
                                                     columns::PartSet least,
                                                     Decompressor& decompressor) {
    const auto head = read_head(header, payload);
    if (!head) return head.error();
    auto part = decode_columns_part(payload.subspan(layout::kChunkPrefix), head->facts,
                                    header.codec == layout::kEventColumns, before, filter, least,
                                    decompressor);
    if (!part || !*part) return part;
    if (Result<void> ends = check_last_tick(header, (*part)->frames); !ends) return ends.error();
    return part;
}

Result<std::shared_ptr<const Bytes>> unpack_chunk_values(const RecordHeader& header,
                                                         ByteView payload, const Bytes* before,
                                                         Decompressor& decompressor) {
    const auto head = read_head(header, payload);
    if (!head) return head.error();
    const ByteView bytes = payload.subspan(layout::kChunkPrefix);
    if (columns::is_one_frame(bytes)) return fail("they are in one zstd frame with all others");
    auto unpacked =
        columns::unpack(bytes, head->facts.raw_length, header.codec == layout::kEventColumns,
                        before, decompressor, columns::kValuePart);
    if (!unpacked) return unpacked.error();
    return std::move(unpacked->prefix);
}

}  // namespace tickreel
