#pragma once
// What is said where an output exists and nobody asked to overwrite it.

#include <string_view>

namespace tickreel {

inline constexpr std::string_view kExistsAlready =
    "exists already; use --force to overwrite it or another name";

}  // namespace tickreel
