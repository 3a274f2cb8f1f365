#pragma once
// One spelling for texts that people take for the same: without case, without accents (composed or
// not) and signs that show nothing; wide letters are narrow ones, "ß" is "ss", "ø" an o, the
// dotless i an i. By Unicode's case folding and decomposition; what is no UTF-8 stays.

#include <string>
#include <string_view>

namespace tickreel {

std::string folded_spelling(std::string_view text);

}  // namespace tickreel
