#pragma once
// What a damaged or unfinished recording lacks, in one line without a name of the file: "ticks
// 400..500 are missing: damaged at offset 7131 (checksum wrong)". "" if nothing is known to be
// missing of the range. Opening and reading find damage, so ask after both; what reading does not
// need is checked here.

#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

std::string missing_summary(const ReelReader& reel, MomentRange range);

}  // namespace tickreel
