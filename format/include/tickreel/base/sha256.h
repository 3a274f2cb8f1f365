#pragma once
// SHA-256 (FIPS 180-4): the identity of attachments and maps.

#include <array>
#include <string>

#include "tickreel/base/bytes.h"

namespace tickreel {

using Sha256 = std::array<Byte, 32>;

Sha256 sha256(ByteView data);
std::string hex(ByteView data);  // lower case, two digits per byte

}  // namespace tickreel
