#pragma once
// Every record of a file against its checksums: what `verify` does besides decoding.

#include <functional>

#include "tickreel/base/file.h"
#include "tickreel/reel/contents.h"

namespace tickreel {

// From offset `start`, where the first record is, up to `end`. How many records are sound.
Result<std::uint64_t> check_all_records(const ByteSource& source, std::uint32_t seed,
                                        std::uint64_t start, std::uint64_t end,
                                        const std::function<void(const Damage&)>& report);

}  // namespace tickreel
