#include "recorder/games/teeworlds/demo_writer.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/huffman.h"
#include "recorder/games/teeworlds/wire/vint.h"

namespace tickreel::teeworlds {

namespace {

void put_big_endian(Bytes& out, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) out[at + i] = static_cast<Byte>(value >> (24 - 8 * i));
}

// Truncated so that a NUL remains.
void put_string(Bytes& out, std::size_t at, std::size_t room, std::string_view text) {
    text = text.substr(0, room - 1);
    std::copy(text.begin(), text.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
}

Byte hex_value(char c) {
    return static_cast<Byte>(c <= '9' ? c - '0' : c - 'a' + 10);
}

void put_sha256(Bytes& out, const std::string& digits) {
    std::copy(kDemoSha256Uuid.begin(), kDemoSha256Uuid.end(), out.begin() + kDemoMarkedHeaderSize);
    for (std::size_t i = 0; i + 1 < digits.size() && i < 64; i += 2)
        out[452 + i / 2] = static_cast<Byte>(hex_value(digits[i]) << 4 | hex_value(digits[i + 1]));
}

std::size_t header_size(int version) {
    if (version == kDemoOldestVersion) return kDemoHeaderSize;
    return version < kDemoNewestVersion ? kDemoMarkedHeaderSize : kDemoHashedHeaderSize;
}

}  // namespace

void DemoWriter::begin_tick(Tick tick, bool keyframe) {
    const bool short_form_has_flag = version_ >= 5;
    const Tick step = tick - tick_;
    const Tick longest = short_form_has_flag ? 0x1f : 0x3f;
    const bool relative = tick_ != kNoTick && !keyframe && step > 0 && step <= longest;
    auto first = static_cast<Byte>(0x80 | (keyframe ? 0x40 : 0));
    if (relative) first = static_cast<Byte>(first | (short_form_has_flag ? 0x20 : 0) | step);
    chunks_.push_back(first);
    if (!relative) {
        chunks_.resize(chunks_.size() + 4);
        put_big_endian(chunks_, chunks_.size() - 4, static_cast<std::uint32_t>(tick));
    }
    tick_ = tick;
    at_marker_ = true;
}

Result<void> DemoWriter::add_snapshot(std::span<const std::int32_t> image) {
    return add_chunk(DemoChunkKind::Snapshot, image);
}

Result<void> DemoWriter::add_delta(std::span<const std::int32_t> delta) {
    return add_chunk(DemoChunkKind::Delta, delta);
}

Result<void> DemoWriter::add_message(ByteView message) {
    std::vector<std::int32_t> ints((message.size() + 3) / 4);
    for (std::size_t i = 0; i < message.size(); ++i)
        ints[i / 4] = static_cast<std::int32_t>(static_cast<std::uint32_t>(ints[i / 4]) |
                                                std::uint32_t{message[i]} << (8 * (i % 4)));
    return add_chunk(DemoChunkKind::Message, ints);
}

Result<void> DemoWriter::add_chunk(DemoChunkKind kind, std::span<const std::int32_t> ints) {
    at_marker_ = false;
    const Bytes data = huffman_encode(pack_ints(ints), HuffmanEnd::Ddnet);
    if (data.size() > kDemoMaxChunk)
        return fail("tick ", tick_, " needs ", data.size(), " bytes, a .demo holds at most ",
                    kDemoMaxChunk);
    const auto head = static_cast<unsigned>(kind) << 5;
    if (data.size() < 30) {
        chunks_.push_back(static_cast<Byte>(head | data.size()));
    } else if (data.size() < 256) {
        chunks_.push_back(static_cast<Byte>(head | 30));
        chunks_.push_back(static_cast<Byte>(data.size()));
    } else {
        chunks_.push_back(static_cast<Byte>(head | 31));
        chunks_.push_back(static_cast<Byte>(data.size()));
        chunks_.push_back(static_cast<Byte>(data.size() >> 8));
    }
    chunks_.insert(chunks_.end(), data.begin(), data.end());
    return {};
}

Bytes DemoWriter::head(const DemoHeader& header, std::size_t map_size) const {
    Bytes out(header_size(version_));
    std::copy(kDemoMagic.begin(), kDemoMagic.end(), out.begin());
    out[7] = static_cast<Byte>(version_);
    put_string(out, 8, 64, header.net_version);
    put_string(out, 72, 64, header.map_name);
    put_big_endian(out, 136, static_cast<std::uint32_t>(map_size));
    put_big_endian(out, 140, header.map_crc);
    put_string(out, 144, 8, header.type);
    put_big_endian(out, 152, header.length_seconds);
    put_string(out, 156, 20, header.timestamp);
    if (version_ > kDemoOldestVersion) {
        const std::size_t count = std::min<std::size_t>(header.markers.size(), kDemoMaxMarkers);
        put_big_endian(out, 176, static_cast<std::uint32_t>(count));
        for (std::size_t i = 0; i < count; ++i)
            put_big_endian(out, 180 + 4 * i, static_cast<std::uint32_t>(header.markers[i]));
    }
    if (version_ == kDemoNewestVersion) put_sha256(out, header.map_sha256);
    return out;
}

Bytes DemoWriter::finish(const DemoHeader& header, ByteView map) const {
    Bytes out = head(header, map.size());
    out.insert(out.end(), map.begin(), map.end());
    out.insert(out.end(), chunks_.begin(), chunks_.end());
    return out;
}

}  // namespace tickreel::teeworlds
