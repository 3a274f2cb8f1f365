#pragma once
// A whole text as a number: "12", "-3"; with a floating type "0.5" too. Empty if anything else is
// in it or it does not fit.

#include <charconv>
#include <optional>
#include <string_view>

namespace tickreel {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace tickreel
