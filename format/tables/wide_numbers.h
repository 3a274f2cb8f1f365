#pragma once
// JSON has one kind of number, which most readers round beyond 53 bits: where that matters, nested
// values have their 64-bit numbers as text.

#include <string>

namespace tickreel {

// The name of a type of DuckDB, with VARCHAR in place of each number of 64 bits or more.
std::string with_wide_as_text(const std::string& type);

}  // namespace tickreel
