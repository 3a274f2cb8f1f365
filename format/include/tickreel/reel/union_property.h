#pragma once
// How a recording says that it is the union of views (see MatchReader::copy_world).

#include <string_view>

namespace tickreel {

// The property's value is the number of views. What each client sent is not in such a recording:
// that there are no rows of it says nothing.
inline constexpr std::string_view kUnionOf = "union_of";

}  // namespace tickreel
