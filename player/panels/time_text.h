#pragma once
// Formats places and numbers for display.

#include <string>

#include "player/panels/panel.h"
#include "tickreel/base/text.h"

namespace tickreel {

std::string tick_text(const RecordingSession& session, Moment moment);  // "2501042", "s1:1042"
std::string time_text(const PanelContext& context, double seconds);     // in the chosen display
std::string wall_clock_text(std::chrono::nanoseconds utc);  // "2026-08-22 18:04:47.320 UTC"
std::string speed_text(double speed);                       // "0.25x"
std::string bytes_text(std::uint64_t bytes);                // "1.4 MB"

}  // namespace tickreel
