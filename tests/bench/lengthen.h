#pragma once
// A long recording out of a short one: the frames of its first segment again and again, with ticks
// and times that go on.

#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

Result<void> lengthen(const ReelReader& reel, double hours, const std::string& to);

}  // namespace tickreel
