#pragma once
// Replaces invalid UTF-8 by U+FFFD, for consumers that require valid text: SQL, Arrow, terminals,
// and queries, which compare with what those show.

#include <cstddef>
#include <string>
#include <string_view>

namespace tickreel {

bool is_ascii(std::string_view text);
// Length of the sequence at the front of a text that is not empty; 0 when it is cut, overlong or a
// surrogate.
std::size_t utf8_length(std::string_view text);
std::string valid_utf8(std::string_view text);

}  // namespace tickreel
