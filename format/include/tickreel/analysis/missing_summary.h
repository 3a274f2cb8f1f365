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

// Why the recording has no snapshot at this moment although there might have been one; "" if none
// is known to be missing there.
std::string missing_reason(const ReelReader& reel, Moment moment);
// "tick 124 is missing (recorder overloaded); taking 122"
std::string taken_instead(const ReelReader& reel, Moment wanted, Moment taken);

}  // namespace tickreel
