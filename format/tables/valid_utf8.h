#pragma once
// Text of strangers for who insists on UTF-8: U+FFFD where it is broken.

#include <string>
#include <string_view>

namespace tickreel {

bool is_ascii(std::string_view text);
std::string valid_utf8(std::string_view text);

}  // namespace tickreel
