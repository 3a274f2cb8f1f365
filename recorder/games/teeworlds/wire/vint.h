#pragma once
// The variable-length integer of the protocol: sign and 6 bits in the first byte, 7 bits in each
// further one, low end first, at most 5 bytes. The fifth byte ends the number whatever its top bit
// says and contributes 4 bits. Over-long forms are read, never written.

#include <optional>
#include <span>
#include <vector>

#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

inline constexpr std::size_t kMaxVintSize = 5;

void write_vint(Bytes& out, std::int32_t value);
std::size_t vint_size(std::int32_t value);

// Reads at `at` and moves it; nothing (and `at` unmoved) when the number runs over the end.
std::optional<std::int32_t> read_vint(ByteView in, std::size_t& at);

Bytes pack_ints(std::span<const std::int32_t> ints);
// All numbers of `in`; nothing when the last one is cut.
std::optional<std::vector<std::int32_t>> unpack_ints(ByteView in);

}  // namespace tickreel::teeworlds
