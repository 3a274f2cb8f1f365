#pragma once
// CRC-32C (Castagnoli, polynomial 0x1EDC6F41, reflected): the checksum of every reel record.
// crc32c(b, crc32c(a)) == crc32c(a + b); a seed other than 0 distinguishes files.
// CRC-32 (IEEE 802.3, as in zlib) identifies map files and Firefall views.

#include <cstdint>

#include "tickreel/base/bytes.h"

namespace tickreel {

std::uint32_t crc32c(ByteView data, std::uint32_t seed = 0);
std::uint32_t crc32_ieee(ByteView data, std::uint32_t seed = 0);

}  // namespace tickreel
