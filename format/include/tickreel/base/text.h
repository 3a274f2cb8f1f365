#pragma once
// Formats words and numbers for messages. ASCII only: other letters stay unchanged.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "tickreel/base/ascii.h"

namespace tickreel {

bool same_but_case(std::string_view a, std::string_view b);

// A name as words for people: "red_stand" is "red stand".
std::string with_spaces(std::string name);

std::string group_digits(std::string digits);
template <std::integral Number>
std::string grouped(Number number) {  // "2 496 232"
    return group_digits(std::to_string(number));
}
std::string plural(std::uint64_t count, std::string_view word);  // "1 gap", "2 gaps"

}  // namespace tickreel
