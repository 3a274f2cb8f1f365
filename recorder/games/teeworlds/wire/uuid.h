#pragma once
// UUIDs of DDNet's extended messages and items: version 3 (RFC 4122, MD5) of a name such as
// "character@netobj.ddnet.tw" in DDNet's namespace e05ddaaa-c4e6-4cfb-b642-5d48e80c0029.

#include <array>
#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

struct Uuid {
    std::array<Byte, 16> bytes{};
    auto operator<=>(const Uuid&) const = default;
};

Uuid uuid_from_name(std::string_view name);
std::optional<Uuid> uuid_from_bytes(ByteView bytes);  // exactly 16
std::string to_string(const Uuid& uuid);              // 8-4-4-4-12 lower case

// The four ints of a type-0 snapshot item (high byte first) and back.
Uuid uuid_from_ints(std::span<const std::int32_t, 4> ints);
std::array<std::int32_t, 4> uuid_to_ints(const Uuid& uuid);

}  // namespace tickreel::teeworlds
