#include "recorder/games/teeworlds/demo_reader.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/huffman.h"
#include "recorder/games/teeworlds/wire/vint.h"
#include "tickreel/base/sha256.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::size_t kWindow = 256U << 10;

std::uint32_t big_endian(ByteView bytes, std::size_t at) {
    return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 |
           std::uint32_t{bytes[at + 2]} << 8 | std::uint32_t{bytes[at + 3]};
}

std::string padded_string(ByteView bytes) {
    const auto end = std::find(bytes.begin(), bytes.end(), Byte{0});
    return {bytes.begin(), end};
}

void read_markers(ByteView header, DemoHeader& demo) {
    const std::uint32_t count = std::min<std::uint32_t>(big_endian(header, 176), kDemoMaxMarkers);
    for (std::uint32_t i = 0; i < count; ++i)
        demo.markers.push_back(static_cast<std::int32_t>(big_endian(header, 180 + 4 * i)));
}

// Version 6 files without the UUID exist: their map begins where the block would be.
void read_sha256(ByteView header, DemoHeader& demo) {
    if (header.size() < kDemoHashedHeaderSize) return;
    if (!std::equal(kDemoSha256Uuid.begin(), kDemoSha256Uuid.end(),
                    header.begin() + kDemoMarkedHeaderSize))
        return;
    demo.map_sha256 = hex(header.subspan(452, 32));
    demo.map_offset = kDemoHashedHeaderSize;
}

}  // namespace

bool is_demo(ByteView head) {
    return head.size() > kDemoMagic.size() &&
           std::equal(kDemoMagic.begin(), kDemoMagic.end(), head.begin());
}

Result<DemoHeader> read_demo_header(const ByteSource& file) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    const Result<Bytes> bytes = file.read(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(*size, kDemoHashedHeaderSize)));
    if (!bytes) return bytes.error();
    const ByteView header = *bytes;
    if (!is_demo(header)) return fail("not a demo: it does not begin with TWDEMO");
    DemoHeader demo;
    demo.version = header[7];
    if (demo.version < kDemoOldestVersion || demo.version > kDemoNewestVersion)
        return fail("demo version ", demo.version, " is not among 3 to 6");
    demo.map_offset = demo.version == kDemoOldestVersion ? kDemoHeaderSize : kDemoMarkedHeaderSize;
    if (header.size() < demo.map_offset)
        return fail("the demo header is cut at offset ", header.size());
    demo.net_version = padded_string(header.subspan(8, 64));
    demo.map_name = padded_string(header.subspan(72, 64));
    demo.map_size = big_endian(header, 136);
    demo.map_crc = big_endian(header, 140);
    demo.type = padded_string(header.subspan(144, 8));
    demo.length_seconds = big_endian(header, 152);
    demo.timestamp = padded_string(header.subspan(156, 20));
    if (demo.version > kDemoOldestVersion) read_markers(header, demo);
    if (demo.version == kDemoNewestVersion) read_sha256(header, demo);
    return demo;
}

DemoReader::DemoReader(const ByteSource& file, const DemoHeader& header, std::uint64_t file_size)
    : file_(file),
      size_(file_size),
      version_(header.version),
      at_(std::min(header.map_offset + header.map_size, file_size)) {}

Result<bool> DemoReader::need(std::size_t bytes) {
    if (bytes > size_ - at_) return fail("the demo is cut at offset ", at_);
    const std::uint64_t window_end = window_start_ + window_.size();
    if (at_ >= window_start_ && at_ + bytes <= window_end) return true;
    const std::size_t length =
        static_cast<std::size_t>(std::min<std::uint64_t>(std::max(bytes, kWindow), size_ - at_));
    Result<Bytes> read = file_.read(at_, length);
    if (!read) return read.error();
    window_ = *std::move(read);
    window_start_ = at_;
    return true;
}

Result<std::optional<DemoChunk>> DemoReader::next() {
    if (at_ == size_) return std::optional<DemoChunk>();
    const Result<bool> ready = need(1);
    if (!ready) return ready.error();
    const Byte first = byte_at(0);
    inside_tick_ = (first & 0x80) == 0;
    return (first & 0x80) != 0 ? read_tick_marker(first) : read_data(first);
}

Result<std::optional<DemoChunk>> DemoReader::read_tick_marker(Byte first) {
    const bool has_inline_flag = version_ >= 5;
    const int step = first & (has_inline_flag ? 0x1f : 0x3f);
    const bool relative = has_inline_flag ? (first & 0x20) != 0 : step != 0;
    DemoChunk chunk;
    chunk.offset = at_;
    chunk.keyframe = (first & 0x40) != 0;
    if (!relative) {
        const Result<bool> ready = need(5);
        if (!ready) return ready.error();
        const std::uint64_t in_window = at_ - window_start_ + 1;
        tick_ = static_cast<std::int32_t>(big_endian(window_, static_cast<std::size_t>(in_window)));
        at_ += 5;
    } else {
        if (tick_ == kNoTick) return fail("a relative tick comes first, at offset ", at_);
        tick_ += step;
        at_ += 1;
    }
    if (tick_ < 0 || tick_ > INT32_MAX)
        return fail("the tick ", tick_, " at offset ", chunk.offset, " is out of range");
    chunk.tick = tick_;
    return std::optional<DemoChunk>(std::move(chunk));
}

Result<std::optional<DemoChunk>> DemoReader::read_data(Byte first) {
    const int kind = (first >> 5) & 3;
    if (kind == 0) return fail("a chunk of unknown kind at offset ", at_);
    std::size_t length = first & 0x1f;
    std::size_t head = 1;
    if (length >= 30) {
        head = length == 30 ? 2 : 3;
        const Result<bool> ready = need(head);
        if (!ready) return ready.error();
        length = head == 2 ? byte_at(1) : byte_at(1) | std::size_t{byte_at(2)} << 8;
    }
    const Result<bool> ready = need(head + length);
    if (!ready) return ready.error();
    DemoChunk chunk;
    chunk.kind = static_cast<DemoChunkKind>(kind);
    chunk.offset = at_;
    const auto begin = window_.begin() + static_cast<std::ptrdiff_t>(at_ - window_start_ + head);
    chunk.data.assign(begin, begin + static_cast<std::ptrdiff_t>(length));
    at_ += head + length;
    return std::optional<DemoChunk>(std::move(chunk));
}

Result<std::vector<std::int32_t>> demo_chunk_ints(const DemoChunk& chunk) {
    Bytes packed;
    if (!huffman_decode(chunk.data, kDemoMaxPacked, packed))
        return fail("the chunk at offset ", chunk.offset, " is not valid Huffman data");
    std::optional<std::vector<std::int32_t>> ints = unpack_ints(packed);
    if (!ints) return fail("the chunk at offset ", chunk.offset, " ends inside a number");
    return *std::move(ints);
}

}  // namespace tickreel::teeworlds
