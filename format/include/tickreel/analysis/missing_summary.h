#pragma once
// What a damaged or unfinished recording lacks, in one line without a name of the file: "ticks
// 400..500 are missing: damaged at offset 7131 (checksum wrong)". "" if nothing is known to be
// missing of the range. Opening and reading find damage, so ask after both; what reading does not
// need is checked here.

#include <string>
#include <string_view>

#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What to try next where a recording cannot be read in full.
inline constexpr std::string_view kVerifyHint = "run 'tickreel verify' for details";

std::string missing_summary(const ReelReader& reel, MomentRange range);
// Of a match file, whose segments are counted in the order of the file.
std::string missing_summary(const MatchReader& match);

}  // namespace tickreel
