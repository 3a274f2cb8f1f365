#pragma once
// The payload of a chunk record <-> frames. Before the codec's bytes are a checksum of the snapshot
// that the chunk depends on and one of its last snapshot: a chunk is applied only to its base, and
// a wrong result is never returned.

#include "format/reel/codecs/columns_part.h"
#include "format/reel/records.h"
#include "tickreel/reel/codec.h"

namespace tickreel {

// CRC-32C over the items in key order: type u16, entity u64, length u32, words; little-endian.
std::uint32_t state_checksum(const Snapshot& snapshot);

// The whole record except sequence number and checksums, and the state for the next chunk.
struct ChunkRecord {
    RecordHeader header{};
    Bytes payload{};
    GroupState after{};
};
Result<ChunkRecord> encode_chunk(const Codec& codec, std::span<const Frame> frames,
                                 const GroupState& before, int level, Compressor& compressor);

Result<DecodedChunk> decode_chunk(const RecordHeader& header, ByteView payload,
                                  const GroupState& before, Decompressor& decompressor,
                                  DecodeScope scope = DecodeScope::Frames);

// Some of it, of a chunk in columns; see decode_columns_part().
Result<std::optional<DecodedPart>> decode_chunk_part(const RecordHeader& header, ByteView payload,
                                                     const PartState& before,
                                                     const PartFilter& filter,
                                                     columns::PartSet least,
                                                     Decompressor& decompressor);

// The values alone: for decode_chunk_part() of the chunk behind it.
Result<std::shared_ptr<const Bytes>> unpack_chunk_values(const RecordHeader& header,
                                                         ByteView payload, const Bytes* before,
                                                         Decompressor& decompressor);

// The number of frames that the payload declares; 0 if it is too short.
std::uint32_t chunk_frames(ByteView payload);

}  // namespace tickreel
