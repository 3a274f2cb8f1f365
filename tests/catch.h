#pragma once
// One include for Catch2 v2 (Debian 12) and v3. contains("x") of v2 is tickreel_test::contains
// here.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
namespace tickreel_test {
inline auto contains(const std::string& text) {
    return Catch::Matchers::ContainsSubstring(text);
}
using Catch::Approx;
}  // namespace tickreel_test
#else
#include <catch2/catch.hpp>
namespace tickreel_test {
inline auto contains(const std::string& text) {
    return Catch::Contains(text);
}
using Catch::Detail::Approx;
}  // namespace tickreel_test
#endif
