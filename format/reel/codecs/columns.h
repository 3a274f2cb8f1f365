#pragma once
// The column codec: stores the frames of a chunk item by item and field by field instead of tick by
// tick. Consists of lifetimes (columns_structure), tables of rows (columns_encode, columns_decode),
// the rest of the frames (columns_frames) and zstd around the streams (columns_pack). FORMAT.md,
// "Columns".

#include "tickreel/reel/codec.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

Result<EncodedChunk> encode_columns(std::span<const Frame> frames, const GroupState& before,
                                    int level, Compressor& compressor);
Result<DecodedChunk> decode_columns(ByteView bytes, const ChunkFacts& facts,
                                    const GroupState& before, Decompressor& decompressor,
                                    DecodeScope scope = DecodeScope::Frames);

inline constexpr Codec kColumnsCodec{layout::kColumns, "columns", encode_columns, decode_columns};

}  // namespace tickreel
