#include "format/reel/codecs/columns_pack.h"

#include <algorithm>

#include "tickreel/reel/layout.h"

namespace tickreel::columns {

namespace {

// Below this size a chunk is one zstd frame: three would cost more than they save.
constexpr std::size_t kSplitFrom = 4096;
// Frame i holds the streams from kFrameStart[i] on.
constexpr std::array<std::size_t, kFrames + 1> kFrameStart{kStructure, kMasks, kValues, kStreams};
// Maximum prefix per frame that the next chunk may refer to.
constexpr std::size_t kMostPrefix = 32768;

using Parts = std::array<ByteView, kFrames>;

// A prefix consists of three lengths, then the ends of the three parts.
constexpr std::size_t kPrefixHead = kFrames * 4;

std::shared_ptr<const Bytes> make_prefix(const Parts& parts) {
    ByteWriter out;
    Parts ends;
    for (std::size_t i = 0; i < kFrames; ++i) {
        ends[i] = parts[i].last(std::min(parts[i].size(), kMostPrefix));
        out.u32(static_cast<std::uint32_t>(ends[i].size()));
    }
    for (const ByteView end : ends) out.bytes(end);
    return std::make_shared<const Bytes>(out.take());
}

// The prefix for frame i; the whole prefix if there is one frame.
ByteView prefix_part(const Bytes* prefix, bool split, std::size_t i) {
    if (prefix == nullptr) return {};
    ByteReader in(*prefix);
    if (!split) return ByteView(*prefix).subspan(kPrefixHead);
    std::size_t at = kPrefixHead;
    for (std::size_t part = 0; part < i; ++part) at += in.u32();
    return ByteView(*prefix).subspan(at, in.u32());
}

Parts split_raw(ByteView raw, const std::array<std::size_t, kStreams>& lengths) {
    Parts parts;
    std::size_t at = 0;
    for (std::size_t i = 0; i < kFrames; ++i) {
        std::size_t length = 0;
        for (std::size_t s = kFrameStart[i]; s < kFrameStart[i + 1]; ++s) length += lengths[s];
        parts[i] = raw.subspan(at, length);
        at += length;
    }
    return parts;
}

struct Lengths {
    bool split = false;
    std::array<std::size_t, kStreams> streams{};
};

Result<Lengths> read_lengths(ByteReader& in, std::size_t raw_length) {
    Lengths lengths;
    const std::uint8_t frames = in.u8();
    lengths.split = frames == kFrames;
    if (!lengths.split && frames != 1) return fail("the chunk has ", int{frames}, " zstd frames");
    std::size_t left = raw_length;
    for (std::size_t& length : lengths.streams) {
        const std::uint64_t value = in.varint();
        if (value > left) return fail("the streams are longer than ", raw_length, " bytes");
        length = static_cast<std::size_t>(value);
        left -= length;
    }
    if (in.failed() || left != 0) return fail("the streams are not ", raw_length, " bytes");
    return lengths;
}

// As many as `raw` has room for.
Result<void> unpack_frames(ByteReader& in, const Lengths& lengths, const Bytes* prefix,
                           Decompressor& decompressor, std::size_t frames, Bytes& raw) {
    if (!lengths.split)
        return decompressor.decompress_after(prefix_part(prefix, false, 0), in.bytes(in.left()),
                                             raw);
    std::array<std::size_t, kFrames> stored{};
    for (std::size_t i = 0; i + 1 < kFrames; ++i) stored[i] = static_cast<std::size_t>(in.varint());
    std::size_t at = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        if (i + 1 < kFrames && stored[i] > in.left()) return fail("the zstd frames are cut");
        const ByteView frame = in.bytes(i + 1 < kFrames ? stored[i] : in.left());
        std::size_t size = 0;
        for (std::size_t s = kFrameStart[i]; s < kFrameStart[i + 1]; ++s)
            size += lengths.streams[s];
        if (Result<void> done = decompressor.decompress_after(
                prefix_part(prefix, true, i), frame, std::span<Byte>(raw).subspan(at, size));
            !done)
            return done;
        at += size;
    }
    return {};
}

}  // namespace

Result<PackedChunk> pack(const WrittenStreams& streams, const Bytes* prefix, int level,
                         Compressor& compressor) {
    ByteWriter raw;
    std::array<std::size_t, kStreams> lengths{};
    for (std::size_t i = 0; i < kStreams; ++i) {
        lengths[i] = streams[i].size();
        raw.bytes(streams[i].data());
    }
    if (raw.size() > layout::kMaxRaw)
        return fail("a chunk has ", raw.size(), " bytes, more than a reel can hold");
    const bool split = raw.size() >= kSplitFrom;
    ByteWriter out;
    out.u8(split ? kFrames : 1);
    for (const std::size_t length : lengths) out.varint(length);
    const Parts parts = split_raw(raw.data(), lengths);
    ByteWriter frames;
    for (std::size_t i = 0; i < (split ? kFrames : 1); ++i) {
        const ByteView part = split ? parts[i] : ByteView(raw.data());
        const Result<Bytes> frame =
            compressor.compress_after(prefix_part(prefix, split, i), part, level);
        if (!frame) return frame.error();
        if (split && i + 1 < kFrames) out.varint(frame->size());
        frames.bytes(*frame);
    }
    out.bytes(frames.data());
    PackedChunk packed;
    packed.prefix = make_prefix(parts);
    packed.raw_length = static_cast<std::uint32_t>(raw.size());
    packed.bytes = out.take();
    return packed;
}

bool is_one_frame(ByteView stored) {
    return ByteReader(stored).u8() != kFrames;
}

Result<Unpacked> unpack(ByteView stored, std::size_t raw_length, const Bytes* prefix,
                        Decompressor& decompressor, std::size_t frames) {
    if (raw_length > layout::kMaxRaw)
        return fail("a chunk has ", raw_length, " bytes, more than a reel can hold");
    ByteReader in(stored);
    Result<Lengths> lengths = read_lengths(in, raw_length);
    if (!lengths) return lengths.error();
    if (!lengths->split) frames = kFrames;
    std::size_t size = 0;
    for (std::size_t i = 0; i < kStreams; ++i) {
        if (i >= kFrameStart[frames]) lengths->streams[i] = 0;
        size += lengths->streams[i];
    }
    Unpacked unpacked;
    unpacked.raw.resize(size);
    if (Result<void> done = unpack_frames(in, *lengths, prefix, decompressor, frames, unpacked.raw);
        !done)
        return done.error();
    std::size_t at = 0;
    for (std::size_t i = 0; i < kStreams; ++i) {
        unpacked.streams[i] = ByteView(unpacked.raw).subspan(at, lengths->streams[i]);
        at += lengths->streams[i];
    }
    unpacked.prefix = make_prefix(split_raw(unpacked.raw, lengths->streams));
    return unpacked;
}

}  // namespace tickreel::columns
