#pragma once
// What is said where an output exists and nobody asked to overwrite it, or is a link and nothing is
// written through those.

#include <string_view>

namespace tickreel {

inline constexpr std::string_view kExistsAlready =
    "exists already; use --force to overwrite it or another name";
inline constexpr std::string_view kIsLink = "is a link; remove it or choose another name";

}  // namespace tickreel
