#pragma once
// The column codec: stores the frames of a chunk item by item and field by field instead of tick by
// tick. Consists of lifetimes (columns_structure), tables of rows (columns_encode, columns_decode),
// the rest of the frames (columns_frames, event_columns) and zstd around the streams
// (columns_pack). Codecs 2 and 3 of FORMAT.md, "Columns" and "Columns of events".

#include "tickreel/reel/codec.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

Result<EncodedChunk> encode_columns(std::span<const Frame> frames, const GroupState& before,
                                    int level, Compressor& compressor);
Result<DecodedChunk> decode_columns(ByteView bytes, const ChunkFacts& facts,
                                    const GroupState& before, Decompressor& decompressor,
                                    DecodeScope scope = DecodeScope::Frames);
// With events in columns too. Where those would be larger, the chunk is one of the codec above.
Result<EncodedChunk> encode_event_columns(std::span<const Frame> frames, const GroupState& before,
                                          int level, Compressor& compressor);
Result<DecodedChunk> decode_event_columns(ByteView bytes, const ChunkFacts& facts,
                                          const GroupState& before, Decompressor& decompressor,
                                          DecodeScope scope = DecodeScope::Frames);

inline constexpr Codec kColumnsCodec{layout::kColumns, "columns", encode_columns, decode_columns};
inline constexpr Codec kEventColumnsCodec{layout::kEventColumns, "event columns",
                                          encode_event_columns, decode_event_columns};

}  // namespace tickreel
