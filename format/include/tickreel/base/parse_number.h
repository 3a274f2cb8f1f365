#pragma once
// A whole text as a number: "12", "-3"; with a floating type "0.5" too. Empty if anything else is
// in it or it does not fit.

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace tickreel {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// "" if it is a finite number, else what is wrong. For options: CLI::Range takes "nan".
inline std::string check_finite(const std::string& text) {
    const auto number = parse_number<double>(text);
    return number && std::isfinite(*number) ? "" : text + " is not a number";
}

}  // namespace tickreel
