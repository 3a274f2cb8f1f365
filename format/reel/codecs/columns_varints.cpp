#include "format/reel/codecs/columns_varints.h"

#include <cstring>

namespace tickreel::columns {

namespace {

constexpr Byte kMore = 0x80;

// How many of eight bytes end a varint.
std::size_t ends_in(const Byte* bytes) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes, sizeof eight);
    return static_cast<std::size_t>((~eight >> 7 & 0x0101010101010101) * 0x0101010101010101 >> 56);
}

}  // namespace

void read_varints(ByteReader& in, std::span<std::uint64_t> values) {
    ByteView bytes = peek(in);
    std::size_t at = 0;
    for (std::uint64_t& value : values) {
        if (at < bytes.size() && bytes[at] < kMore) {
            value = bytes[at++];
        } else if (bytes.size() - at >= 2 && bytes[at + 1] < kMore) {
            value = (bytes[at] & 0x7fU) | std::uint64_t{bytes[at + 1]} << 7;
            at += 2;
        } else {
            in.bytes(at);
            value = in.varint();
            bytes = peek(in);
            at = 0;
        }
    }
    in.bytes(at);
}

void skip_varints(ByteReader& in, std::size_t count) {
    const ByteView bytes = peek(in);
    std::size_t at = 0;
    while (count >= 8 && bytes.size() - at >= 8) {
        count -= ends_in(bytes.data() + at);
        at += 8;
    }
    while (count != 0 && at < bytes.size()) count -= (bytes[at++] & kMore) == 0 ? 1U : 0U;
    if (count == 0)
        in.bytes(at);
    else
        in.fail();
}

}  // namespace tickreel::columns
