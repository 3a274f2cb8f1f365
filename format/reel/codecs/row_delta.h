#pragma once
// The reference codec: frame by frame, each snapshot as the delta of format/model/delta.h from the
// previous one; simple enough to implement from FORMAT.md in an hour. Registered twice: with zstd,
// and uncompressed for vectors that can be read in a hex dump.

#include "tickreel/reel/codec.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

Result<EncodedChunk> encode_row_delta(std::span<const Frame> frames, const GroupState& before,
                                      int level, Compressor& compressor);
Result<DecodedChunk> decode_row_delta(ByteView bytes, const ChunkFacts& facts,
                                      const GroupState& before, Decompressor& decompressor,
                                      DecodeScope scope = DecodeScope::Frames);
Result<EncodedChunk> encode_stored(std::span<const Frame> frames, const GroupState& before,
                                   int level, Compressor& compressor);
Result<DecodedChunk> decode_stored(ByteView bytes, const ChunkFacts& facts,
                                   const GroupState& before, Decompressor& decompressor,
                                   DecodeScope scope = DecodeScope::Frames);

inline constexpr Codec kRowDeltaCodec{layout::kRowDelta, "row delta", encode_row_delta,
                                      decode_row_delta};
inline constexpr Codec kStoredCodec{layout::kStored, "stored", encode_stored, decode_stored};

}  // namespace tickreel
