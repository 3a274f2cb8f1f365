#pragma once
// 0.08 - 0.07 of binary numbers is not 0.01, nor is 1965 * 0.01 19.65: what rounding can have made
// of a decimal is that decimal. Whole numbers, which may have 64 bits, are exact.

#include <cmath>
#include <concepts>
#include <limits>

namespace tickreel {

// `largest`: of the numbers that it was computed from.
template <std::floating_point Number>
Number as_decimal(Number number, Number largest) {
    constexpr Number kParts = 1e9;
    constexpr Number kRounding = 4 * std::numeric_limits<Number>::epsilon();
    const Number decimal = std::round(number * kParts) / kParts;
    const bool rounded = std::abs(decimal - number) <= kRounding * std::abs(largest);
    return number != std::round(number) && rounded ? decimal : number;
}

}  // namespace tickreel
