#pragma once
// Replaces invalid UTF-8 by U+FFFD, for consumers that require valid text.

#include <string>
#include <string_view>

namespace tickreel {

bool is_ascii(std::string_view text);
std::string valid_utf8(std::string_view text);

}  // namespace tickreel
