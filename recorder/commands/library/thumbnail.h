#pragma once
// A small picture of a recording for the catalog: its middle, drawn by tickreel-player.

#include <string>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

// A PNG, empty if this recording cannot be drawn. An error: none can be, here and now.
Result<Bytes> draw_thumbnail(const std::string& path);

}  // namespace tickreel
