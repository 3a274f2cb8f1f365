#include "recorder/games/teeworlds/wire/chunk.h"

#include <cassert>

namespace tickreel::teeworlds {

namespace {

constexpr unsigned kVital = 0x40;
constexpr unsigned kResent = 0x80;

// 0.6 has 4 size bits in the second byte, 0.7 has 6; the sequence has the rest.
constexpr unsigned low_size_bits(Protocol protocol) {
    return protocol == Protocol::V06 ? 4 : 6;
}

}  // namespace

std::size_t max_chunk_data(Protocol protocol) {
    return (std::size_t{1} << (6 + low_size_bits(protocol))) - 1;
}

std::optional<Chunk> ChunkReader::next() {
    if (failed_ || left_ == 0) return std::nullopt;
    --left_;
    const ByteView rest = payload_.subspan(at_);
    const std::size_t header = !rest.empty() && (rest[0] & kVital) != 0 ? 3 : 2;
    if (rest.size() < header) {
        failed_ = true;
        return std::nullopt;
    }
    const unsigned bits = low_size_bits(protocol_);
    const unsigned low_mask = (1U << bits) - 1;
    const std::size_t size = (rest[0] & 0x3fU) << bits | (rest[1] & low_mask);
    if (rest.size() - header < size) {
        failed_ = true;
        return std::nullopt;
    }
    Chunk chunk;
    chunk.vital = header == 3;
    chunk.resent = (rest[0] & kResent) != 0;
    if (chunk.vital) {
        // 0.6 sends bits 7 and 6 in both bytes; OR accepts either.
        const unsigned high = (rest[1] & ~low_mask & 0xffU) << 2;
        chunk.sequence = static_cast<std::uint16_t>((high | rest[2]) % kSequenceCount);
    }
    chunk.data = rest.subspan(header, size);
    at_ += header + size;
    return chunk;
}

void write_chunk(Bytes& out, const Chunk& chunk, Protocol protocol) {
    assert(chunk.data.size() <= max_chunk_data(protocol));
    const unsigned bits = low_size_bits(protocol);
    const unsigned low_mask = (1U << bits) - 1;
    const auto size = static_cast<unsigned>(chunk.data.size());
    const unsigned flags = (chunk.vital ? kVital : 0U) | (chunk.resent ? kResent : 0U);
    const unsigned sequence = chunk.vital ? chunk.sequence : 0U;
    out.push_back(static_cast<Byte>(flags | (size >> bits & 0x3fU)));
    out.push_back(static_cast<Byte>((size & low_mask) | (sequence >> 2 & ~low_mask & 0xffU)));
    if (chunk.vital) out.push_back(static_cast<Byte>(sequence));
    out.insert(out.end(), chunk.data.begin(), chunk.data.end());
}

}  // namespace tickreel::teeworlds
