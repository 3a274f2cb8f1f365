#pragma once
// Makes a long recording from a short one: repeats the frames of its first segment with increasing
// ticks and times.

#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

Result<void> lengthen(const ReelReader& reel, double hours, const std::string& to);

}  // namespace tickreel
