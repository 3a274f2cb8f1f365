#pragma once
// The time stamp of a .demo, "2026-11-21_03-06-58". It has no time zone; UTC is assumed.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace tickreel::teeworlds {

std::optional<std::chrono::nanoseconds> parse_demo_time(std::string_view text);
std::string format_demo_time(std::chrono::nanoseconds time);

}  // namespace tickreel::teeworlds
