#pragma once
// One spelling for texts that people take for the same: without case, without accents (composed or
// not) and signs that show nothing. Latin, Greek, Cyrillic and Armenian letters and the wide forms
// of ASCII; "ß" is "ss", the dotless i an i. What is no UTF-8 stays.

#include <string>
#include <string_view>

namespace tickreel {

std::string folded_spelling(std::string_view text);

}  // namespace tickreel
