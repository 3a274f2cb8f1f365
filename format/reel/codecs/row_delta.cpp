#include "format/reel/codecs/row_delta.h"

#include "format/model/delta.h"
#include "format/reel/codecs/frame_meta.h"

namespace tickreel {

namespace {

ByteWriter encode_rows(std::span<const Frame> frames, const GroupState& before) {
    ByteWriter out;
    FrameMetaWriter meta(frames.front().tick);
    const Snapshot* base = &before.last;
    for (const Frame& frame : frames) {
        meta.write(frame, out);
        write_delta(*base, frame.snapshot, out);
        base = &frame.snapshot;
    }
    return out;
}

// An empty delta: the snapshot is shared, not copied.
bool skip_empty_delta(ByteReader& in, ByteView raw) {
    const ByteView rest = raw.subspan(in.position());
    if (rest.size() < 2 || rest[0] != 0 || rest[1] != 0) return false;
    in.bytes(2);
    return true;
}

Result<DecodedChunk> decode_rows(ByteView raw, const ChunkFacts& facts, const GroupState& before) {
    ByteReader in(raw);
    FrameMetaReader meta(facts);
    DecodedChunk chunk;
    chunk.after = before;
    for (std::uint32_t i = 0; i < facts.frames; ++i) {
        Frame frame;
        if (const Result<void> read = meta.read(in, frame, chunk.words); !read) return read.error();
        if (!skip_empty_delta(in, raw)) {
            Result<Snapshot> snapshot = apply_delta(chunk.after.last, in);
            if (!snapshot) return fail("tick ", frame.tick, ": ", snapshot.error().message);
            chunk.after.last = std::move(*snapshot);
            chunk.words += snapshot_words(chunk.after.last);
        }
        if (chunk.words > layout::kMaxChunkWords)
            return fail("tick ", frame.tick, ": the chunk holds more than ", layout::kMaxChunkWords,
                        " words");
        frame.snapshot = chunk.after.last;
        chunk.frames.push_back(std::move(frame));
    }
    if (in.left() != 0) return fail(in.left(), " bytes are left after the last frame");
    return chunk;
}

}  // namespace

Result<EncodedChunk> encode_stored(std::span<const Frame> frames, const GroupState& before,
                                   int /*level*/, Compressor& /*compressor*/) {
    EncodedChunk chunk;
    chunk.codec = layout::kStored;
    chunk.bytes = encode_rows(frames, before).take();
    chunk.raw_length = static_cast<std::uint32_t>(chunk.bytes.size());
    chunk.after.last = frames.back().snapshot;
    return chunk;
}

Result<DecodedChunk> decode_stored(ByteView bytes, const ChunkFacts& facts,
                                   const GroupState& before, Decompressor& /*decompressor*/,
                                   DecodeScope /*scope*/) {
    return decode_rows(bytes, facts, before);
}

Result<EncodedChunk> encode_row_delta(std::span<const Frame> frames, const GroupState& before,
                                      int level, Compressor& compressor) {
    Result<EncodedChunk> chunk = encode_stored(frames, before, level, compressor);
    if (!chunk) return chunk;
    Result<Bytes> compressed = compressor.compress(chunk->bytes, level);
    if (!compressed) return compressed.error();
    chunk->codec = layout::kRowDelta;
    chunk->bytes = std::move(*compressed);
    return chunk;
}

Result<DecodedChunk> decode_row_delta(ByteView bytes, const ChunkFacts& facts,
                                      const GroupState& before, Decompressor& decompressor,
                                      DecodeScope /*scope*/) {
    const Result<Bytes> raw = decompressor.decompress(bytes, facts.raw_length);
    if (!raw) return raw.error();
    return decode_rows(*raw, facts, before);
}

}  // namespace tickreel
