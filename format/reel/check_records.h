#pragma once
// Verifies every record of a file against its checksums; `verify` also decodes the frames.

#include <functional>

#include "tickreel/base/file.h"
#include "tickreel/reel/contents.h"

namespace tickreel {

using DamageReport = std::function<void(const Damage&)>;

// From offset `start` of the first record up to `end`. Returns the number of sound records.
Result<std::uint64_t> check_all_records(const ByteSource& source, std::uint32_t seed,
                                        std::uint64_t start, std::uint64_t end,
                                        const DamageReport& report);
// Only those in [from, to).
Result<void> check_records_between(const ByteSource& source, std::uint32_t seed, std::uint64_t from,
                                   std::uint64_t to, const DamageReport& report);
Result<void> check_file_header(const ByteSource& source, std::uint64_t end,
                               const DamageReport& report);

}  // namespace tickreel
