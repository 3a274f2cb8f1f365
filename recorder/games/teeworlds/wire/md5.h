#pragma once
// MD5 (RFC 1321). Only for name-based UUIDs (version 3), which identify DDNet's messages and items;
// never for security.

#include <array>

#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

std::array<Byte, 16> md5(ByteView data);

}  // namespace tickreel::teeworlds
