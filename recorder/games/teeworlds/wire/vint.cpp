#include "recorder/games/teeworlds/wire/vint.h"

namespace tickreel::teeworlds {

void write_vint(Bytes& out, std::int32_t value) {
    // NOT of a negative number is never negative, so the sign takes one bit and no special case.
    std::uint32_t data = static_cast<std::uint32_t>(value < 0 ? ~value : value);
    const unsigned sign = value < 0 ? 0x40U : 0U;
    unsigned byte = sign | (data & 0x3fU);
    data >>= 6;
    while (data != 0) {
        out.push_back(static_cast<Byte>(byte | 0x80U));
        byte = data & 0x7fU;
        data >>= 7;
    }
    out.push_back(static_cast<Byte>(byte));
}

std::size_t vint_size(std::int32_t value) {
    std::uint32_t data = static_cast<std::uint32_t>(value < 0 ? ~value : value) >> 6;
    std::size_t size = 1;
    for (; data != 0; data >>= 7) ++size;
    return size;
}

std::optional<std::int32_t> read_vint(ByteView in, std::size_t& at) {
    if (at >= in.size()) return std::nullopt;
    std::size_t next = at;
    unsigned byte = in[next++];
    const bool negative = (byte & 0x40U) != 0;
    std::uint32_t data = byte & 0x3fU;
    for (unsigned shift = 6; (byte & 0x80U) != 0 && shift <= 27; shift += 7) {
        if (next >= in.size()) return std::nullopt;
        byte = in[next++];
        data |= (byte & (shift == 27 ? 0x0fU : 0x7fU)) << shift;
    }
    at = next;
    return static_cast<std::int32_t>(negative ? ~data : data);
}

Bytes pack_ints(std::span<const std::int32_t> ints) {
    Bytes out;
    out.reserve(ints.size() * 2);
    for (const std::int32_t value : ints) write_vint(out, value);
    return out;
}

std::optional<std::vector<std::int32_t>> unpack_ints(ByteView in) {
    std::vector<std::int32_t> ints;
    ints.reserve(in.size());
    for (std::size_t at = 0; at < in.size();) {
        if (const unsigned byte = in[at]; byte < 0x80U) {  // as most of them
            const auto data = static_cast<std::int32_t>(byte & 0x3fU);
            ints.push_back((byte & 0x40U) != 0 ? ~data : data);
            ++at;
            continue;
        }
        const std::optional<std::int32_t> value = read_vint(in, at);
        if (!value) return std::nullopt;
        ints.push_back(*value);
    }
    return ints;
}

}  // namespace tickreel::teeworlds
