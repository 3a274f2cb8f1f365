#pragma once
// Short numbers of the wire as numbers of a row, and back to the same bits: IEEE halves become
// floats (every half is one exactly; the bits of a NaN move along), sign and magnitude become two's
// complement (minus zero becomes -32768).

#include <cstdint>

namespace tickreel::firefall {

inline constexpr double kQuantum = 1.0 / 32767;  // of a q16

std::uint32_t float_of(std::uint16_t half);        // IEEE bits of both
std::uint16_t half_of(std::uint32_t float_bits);   // of a value that float_of() gave
std::uint64_t signed_of(std::uint16_t quantised);  // sign-extended
std::uint16_t sign_and_magnitude(std::uint64_t value);

}  // namespace tickreel::firefall
