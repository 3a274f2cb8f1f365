#pragma once
// A codec turns a run of frames into bytes and back, exactly. It knows nothing of files. Frames of
// one chunk belong to one segment and their ticks rise. A new codec is one file and one line in
// codecs.cpp; its id is in the header of every chunk.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/reel/compress.h"

namespace tickreel {

// What a chunk hands to the next one of its group. At the start of a group it is empty.
struct GroupState {
    Snapshot last{};                        // of the chunk before
    std::shared_ptr<const Bytes> prefix{};  // the codec's own; only it looks inside
};

struct EncodedChunk {
    Bytes bytes{};
    std::uint32_t raw_length = 0;  // before compression
    GroupState after{};
};

// What the record header and the chunk's prefix say.
struct ChunkFacts {
    std::uint32_t segment = 0;
    Tick first_tick = 0;
    std::uint32_t frames = 0;
    std::uint32_t raw_length = 0;
};

struct DecodedChunk {
    std::vector<Frame> frames{};
    GroupState after{};
    std::uint64_t words = 0;  // memory: words that the frames hold, see frame_words()
};

// What a decoder must fill in. EndOnly is for getting past a chunk: what is after it, and the ticks
// of its frames; a codec may leave their snapshots out.
enum class DecodeScope { Frames, EndOnly };

struct Codec {
    std::uint16_t id = 0;
    std::string_view name{};
    Result<EncodedChunk> (*encode)(std::span<const Frame> frames, const GroupState& before,
                                   int level, Compressor& compressor) = nullptr;
    Result<DecodedChunk> (*decode)(ByteView bytes, const ChunkFacts& facts,
                                   const GroupState& before, Decompressor& decompressor,
                                   DecodeScope scope) = nullptr;
};

std::span<const Codec> all_codecs();
const Codec* find_codec(std::uint16_t id);  // nullptr when there is none
const Codec& default_codec();

// Memory of a frame in words, however small its bytes are: what the chunk limits count. A snapshot
// that is shared with the frame before costs nothing.
std::uint64_t snapshot_words(const Snapshot& snapshot);
std::uint64_t event_words(const Event& event);

}  // namespace tickreel
