#pragma once
// The protocol's variable-length integer: sign and 6 bits in the first byte, 7 bits in each further
// one, low end first, at most 5 bytes. The fifth byte ends the number regardless of its top bit and
// contributes 4 bits. Over-long forms are accepted, never written.

#include <optional>
#include <span>
#include <vector>

#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

inline constexpr std::size_t kMaxVintSize = 5;

void write_vint(Bytes& out, std::int32_t value);
std::size_t vint_size(std::int32_t value);

// Reads at `at` and advances it; empty (and `at` unchanged) if the number is cut.
std::optional<std::int32_t> read_vint(ByteView in, std::size_t& at);

Bytes pack_ints(std::span<const std::int32_t> ints);
// All numbers of `in`; empty if the last one is cut.
std::optional<std::vector<std::int32_t>> unpack_ints(ByteView in);

}  // namespace tickreel::teeworlds
