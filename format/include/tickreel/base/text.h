#pragma once
// Formats words and numbers for messages. ASCII only: other letters stay unchanged.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"

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

// "a, b and 3 more": the first `most` of them, each as text_of(item) has it.
template <class Items, class TextOf>
std::string first_of(const Items& items, std::size_t most, TextOf text_of) {
    std::string text;
    std::size_t told = 0;
    for (const auto& item : items) {
        if (told++ == most) return concat(text, " and ", items.size() - most, " more");
        text += concat(told == 1 ? "" : ", ", text_of(item));
    }
    return text;
}

}  // namespace tickreel
