#pragma once
// Equal except for rounding.

#include <cmath>

namespace tickreel_test {

inline bool near(double a, double b, double margin = 1e-4) {
    return std::abs(a - b) <= margin;
}

}  // namespace tickreel_test
