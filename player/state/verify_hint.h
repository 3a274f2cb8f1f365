#pragma once
// What to try next, behind a sentence about a recording that cannot be read in full.

#include <string_view>

namespace tickreel {

inline constexpr std::string_view kVerifyHint = "; 'tickreel verify' says more";

}  // namespace tickreel
