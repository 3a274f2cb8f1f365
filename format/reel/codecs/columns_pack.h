#pragma once
// The streams of a chunk <-> its stored bytes: lengths and one zstd frame, or three (five
// with events in columns) for larger chunks. Within a group, zstd may refer back to the previous
// chunk.

#include <memory>

#include "format/reel/codecs/columns_streams.h"
#include "tickreel/reel/compress.h"

namespace tickreel::columns {

struct PackedChunk {
    Bytes bytes{};
    std::uint32_t raw_length = 0;
    std::shared_ptr<const Bytes> prefix{};  // for the next chunk of the group
};
// `prefix`: of the previous chunk; may be nullptr. `events`: there are streams of events.
Result<PackedChunk> pack(const WrittenStreams& streams, bool events, const Bytes* prefix, int level,
                         Compressor& compressor);

struct Unpacked {
    Bytes raw{};
    StreamViews streams{};  // views into raw
    std::shared_ptr<const Bytes> prefix{};
};
// The parts of a chunk, each a zstd frame where it has several: structure (and what rarely occurs),
// events and their low bytes (both only with events in columns), masks, values.
inline constexpr std::size_t kParts = 5;
inline constexpr std::size_t kFirstEventPart = 1;
inline constexpr std::size_t kFirstItemPart = 3;
// Some of them: bit i for part i.
using PartSet = std::uint32_t;
inline constexpr PartSet kStructurePart = 1;
inline constexpr PartSet kEventParts = 2 + 4;
inline constexpr PartSet kMaskPart = 8;
inline constexpr PartSet kValuePart = 16;
inline constexpr PartSet kAllParts = (1U << kParts) - 1;
// Below this raw size a chunk is one zstd frame: several would cost more than they save.
inline constexpr std::size_t kSplitFrom = 4096;
// `parts`: only these, the other streams being empty; the prefix is good for as much of the next
// chunk then. All of it where there is one zstd frame.
Result<Unpacked> unpack(ByteView stored, std::size_t raw_length, bool events, const Bytes* prefix,
                        Decompressor& decompressor, PartSet parts = kAllParts);
// Of two prefixes for the same chunk, each good for parts for which the other is not: for both.
std::shared_ptr<const Bytes> join_prefixes(const Bytes& a, const Bytes& b);
// Whether the chunk is one zstd frame, which goes on from all of the prefix.
bool is_one_frame(ByteView stored);

}  // namespace tickreel::columns
