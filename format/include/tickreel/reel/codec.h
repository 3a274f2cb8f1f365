#pragma once
// A codec turns a run of frames into bytes and back, losslessly. It knows nothing of files. The
// frames of a chunk belong to one segment and their ticks increase. A new codec is one file and one
// line in codecs.cpp; every chunk header stores its codec's id.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/reel/compress.h"

namespace tickreel {

// The state passed from a chunk to the next one of its group; empty at the start of a group.
struct GroupState {
    Snapshot last{};                        // of the previous chunk
    std::shared_ptr<const Bytes> prefix{};  // private to the codec
};

struct EncodedChunk {
    std::uint16_t codec = 0;  // of the bytes: not always the one that was asked for
    Bytes bytes{};
    std::uint32_t raw_length = 0;  // before compression
    GroupState after{};
};

// Values from the record header and the chunk's prefix.
struct ChunkFacts {
    std::uint32_t segment = 0;
    Tick first_tick = 0;
    std::uint32_t frames = 0;
    std::uint32_t raw_length = 0;
};

struct DecodedChunk {
    std::vector<Frame> frames{};
    GroupState after{};
    std::uint64_t words = 0;  // memory: words that the frames hold
};

// What a decoder must produce. EndOnly skips a chunk: only the state after it and the ticks of its
// frames; the codec may leave their snapshots and events out.
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
const Codec* find_codec(std::uint16_t id);  // nullptr if unknown
const Codec& default_codec();

// Memory of a frame in words, however few bytes encode it: the unit of the chunk limits. A snapshot
// shared with the previous frame counts 0.
std::uint64_t snapshot_words(const Snapshot& snapshot);
std::uint64_t event_words(const Event& event);

}  // namespace tickreel
