#include "recorder/games/firefall/number.h"

namespace tickreel::firefall {

namespace {

constexpr std::uint16_t kHalfSign = 0x8000;
constexpr unsigned kHalfFraction = 10;          // bits
constexpr unsigned kMoreFraction = 23 - 10;     // a float has more bits of fraction
constexpr std::uint32_t kHalfExponents = 0x1f;  // the largest: infinity or NaN
constexpr std::uint32_t kFloatExponents = 0xff;
constexpr std::uint32_t kRebias = 127 - 15;
constexpr std::uint32_t kFractionMask = (1U << kHalfFraction) - 1;

}  // namespace

std::uint32_t float_of(std::uint16_t half) {
    const std::uint32_t sign = (std::uint32_t{half} & kHalfSign) << 16;
    std::uint32_t exponent = half >> kHalfFraction & kHalfExponents;
    std::uint32_t fraction = half & kFractionMask;
    if (exponent == kHalfExponents) return sign | kFloatExponents << 23 | fraction << kMoreFraction;
    if (exponent == 0) {
        if (fraction == 0) return sign;
        exponent = 1;  // a denormal half is a normal float
        for (; (fraction & (kFractionMask + 1)) == 0; fraction <<= 1) --exponent;
        fraction &= kFractionMask;
    }
    return sign | (exponent + kRebias) << 23 | fraction << kMoreFraction;
}

std::uint16_t half_of(std::uint32_t float_bits) {
    const auto sign = static_cast<std::uint16_t>(float_bits >> 16 & kHalfSign);
    const std::uint32_t exponent = float_bits >> 23 & kFloatExponents;
    const std::uint32_t fraction = float_bits >> kMoreFraction & kFractionMask;
    if (exponent == kFloatExponents)
        return static_cast<std::uint16_t>(sign | kHalfExponents << kHalfFraction | fraction);
    if (exponent > kRebias)
        return static_cast<std::uint16_t>(sign | (exponent - kRebias) << kHalfFraction | fraction);
    if (exponent + kHalfFraction <= kRebias) return sign;  // zero
    const std::uint32_t denormal = (fraction | (kFractionMask + 1)) >> (kRebias + 1 - exponent);
    return static_cast<std::uint16_t>(sign | denormal);
}

std::uint64_t signed_of(std::uint16_t quantised) {
    const std::int64_t magnitude = quantised & 0x7fff;
    if ((quantised & kHalfSign) == 0) return static_cast<std::uint64_t>(magnitude);
    return static_cast<std::uint64_t>(magnitude == 0 ? -0x8000 : -magnitude);
}

std::uint16_t sign_and_magnitude(std::uint64_t value) {
    const auto number = static_cast<std::int32_t>(value);
    if (number >= 0) return static_cast<std::uint16_t>(number);
    return static_cast<std::uint16_t>(kHalfSign | (-number & 0x7fff));
}

}  // namespace tickreel::firefall
