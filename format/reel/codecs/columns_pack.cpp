#include "format/reel/codecs/columns_pack.h"

#include <algorithm>

#include "tickreel/reel/layout.h"

namespace tickreel::columns {

namespace {

// Part i holds the streams from kPartStart[i] on.
constexpr std::array<std::size_t, kParts + 1> kPartStart{kStructure, kEvents, kEventLows,
                                                         kMasks,     kValues, kStreams};
// Maximum prefix per part that the next chunk may refer to.
constexpr std::size_t kMostPrefix = 32768;

using Parts = std::array<ByteView, kParts>;

// A prefix consists of the lengths of all parts, then their ends.
constexpr std::size_t kPrefixHead = kParts * 4;

// Whether such a chunk stores the part, or the stream.
bool has_part(bool events, std::size_t part) {
    return events || part < kFirstEventPart || part >= kFirstItemPart;
}
bool has_stream(bool events, std::size_t stream) {
    return events || stream < kEvents || stream >= kMasks;
}
std::size_t part_count(bool events) {
    return events ? kParts : kParts - (kFirstItemPart - kFirstEventPart);
}

std::shared_ptr<const Bytes> make_prefix(const Parts& parts) {
    ByteWriter out;
    Parts ends;
    for (std::size_t i = 0; i < kParts; ++i) {
        ends[i] = parts[i].last(std::min(parts[i].size(), kMostPrefix));
        out.u32(static_cast<std::uint32_t>(ends[i].size()));
    }
    for (const ByteView end : ends) out.bytes(end);
    return std::make_shared<const Bytes>(out.take());
}

// The prefix for part i; the whole prefix if there is one zstd frame.
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
    for (std::size_t i = 0; i < kParts; ++i) {
        std::size_t length = 0;
        for (std::size_t s = kPartStart[i]; s < kPartStart[i + 1]; ++s) length += lengths[s];
        parts[i] = raw.subspan(at, length);
        at += length;
    }
    return parts;
}

struct Lengths {
    bool split = false;
    std::array<std::size_t, kStreams> streams{};
};

Result<Lengths> read_lengths(ByteReader& in, std::size_t raw_length, bool events) {
    Lengths lengths;
    const std::uint8_t frames = in.u8();
    lengths.split = frames == part_count(events);
    if (!lengths.split && frames != 1) return fail("the chunk has ", int{frames}, " zstd frames");
    std::size_t left = raw_length;
    for (std::size_t s = 0; s < kStreams; ++s) {
        if (!has_stream(events, s)) continue;
        const std::uint64_t value = in.varint();
        if (value > left) return fail("the streams are longer than ", raw_length, " bytes");
        lengths.streams[s] = static_cast<std::size_t>(value);
        left -= lengths.streams[s];
    }
    if (in.failed() || left != 0) return fail("the streams are not ", raw_length, " bytes");
    return lengths;
}

bool has(PartSet parts, std::size_t part) {
    return (parts >> part & 1) != 0;
}

// `raw` has room for just these parts.
Result<void> unpack_parts(ByteReader& in, const Lengths& lengths, bool events, const Bytes* prefix,
                          Decompressor& decompressor, PartSet parts, Bytes& raw) {
    if (!lengths.split)
        return decompressor.decompress_after(prefix_part(prefix, false, 0), in.bytes(in.left()),
                                             raw);
    std::array<std::size_t, kParts> stored{};
    for (std::size_t i = 0; i + 1 < kParts; ++i)
        if (has_part(events, i)) stored[i] = static_cast<std::size_t>(in.varint());
    std::size_t at = 0;
    for (std::size_t i = 0; i < kParts; ++i) {
        if (!has_part(events, i)) continue;
        if (i + 1 < kParts && stored[i] > in.left()) return fail("the zstd frames are cut");
        const ByteView frame = in.bytes(i + 1 < kParts ? stored[i] : in.left());
        if (!has(parts, i)) continue;
        std::size_t size = 0;
        for (std::size_t s = kPartStart[i]; s < kPartStart[i + 1]; ++s) size += lengths.streams[s];
        if (Result<void> done = decompressor.decompress_after(
                prefix_part(prefix, true, i), frame, std::span<Byte>(raw).subspan(at, size));
            !done)
            return done;
        at += size;
    }
    return {};
}

}  // namespace

Result<PackedChunk> pack(const WrittenStreams& streams, bool events, const Bytes* prefix, int level,
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
    out.u8(static_cast<Byte>(split ? part_count(events) : 1));
    for (std::size_t i = 0; i < kStreams; ++i)
        if (has_stream(events, i)) out.varint(lengths[i]);
    const Parts parts = split_raw(raw.data(), lengths);
    ByteWriter frames;
    for (std::size_t i = 0; i < (split ? kParts : 1); ++i) {
        if (!has_part(events, i)) continue;
        const ByteView part = split ? parts[i] : ByteView(raw.data());
        const Result<Bytes> frame =
            compressor.compress_after(prefix_part(prefix, split, i), part, level);
        if (!frame) return frame.error();
        if (split && i + 1 < kParts) out.varint(frame->size());
        frames.bytes(*frame);
    }
    out.bytes(frames.data());
    PackedChunk packed;
    packed.prefix = make_prefix(parts);
    packed.raw_length = static_cast<std::uint32_t>(raw.size());
    packed.bytes = out.take();
    return packed;
}

std::shared_ptr<const Bytes> join_prefixes(const Bytes& a, const Bytes& b) {
    Parts parts;
    for (std::size_t i = 0; i < kParts; ++i) {
        parts[i] = prefix_part(&a, true, i);
        if (parts[i].empty()) parts[i] = prefix_part(&b, true, i);
    }
    return make_prefix(parts);
}

bool is_one_frame(ByteView stored) {
    return ByteReader(stored).u8() == 1;
}

Result<Unpacked> unpack(ByteView stored, std::size_t raw_length, bool events, const Bytes* prefix,
                        Decompressor& decompressor, PartSet parts) {
    if (raw_length > layout::kMaxRaw)
        return fail("a chunk has ", raw_length, " bytes, more than a reel can hold");
    ByteReader in(stored);
    Result<Lengths> lengths = read_lengths(in, raw_length, events);
    if (!lengths) return lengths.error();
    if (!lengths->split) parts = kAllParts;
    std::size_t size = 0;
    for (std::size_t part = 0; part < kParts; ++part)
        for (std::size_t s = kPartStart[part]; s < kPartStart[part + 1]; ++s) {
            if (!has(parts, part)) lengths->streams[s] = 0;
            size += lengths->streams[s];
        }
    Unpacked unpacked;
    unpacked.raw.resize(size);
    if (Result<void> done =
            unpack_parts(in, *lengths, events, prefix, decompressor, parts, unpacked.raw);
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
