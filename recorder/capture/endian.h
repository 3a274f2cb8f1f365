#pragma once
// Reads numbers of either byte order from a view. The caller must have checked the length.

#include "tickreel/base/bytes.h"

namespace tickreel {

inline std::uint16_t big16(ByteView bytes, std::size_t at) {
    return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

inline std::uint32_t big32(ByteView bytes, std::size_t at) {
    return std::uint32_t{big16(bytes, at)} << 16 | big16(bytes, at + 2);
}

// In the byte order of a capture file.
struct FileOrder {
    bool big = false;

    std::uint16_t u16(ByteView bytes, std::size_t at) const {
        const std::uint16_t value = big16(bytes, at);
        return big ? value : static_cast<std::uint16_t>(value << 8 | value >> 8);
    }
    std::uint32_t u32(ByteView bytes, std::size_t at) const {
        const std::uint32_t first = u16(bytes, at);
        const std::uint32_t second = u16(bytes, at + 2);
        return big ? first << 16 | second : second << 16 | first;
    }
};

}  // namespace tickreel
