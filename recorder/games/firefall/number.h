#pragma once
// Converts short numbers of the wire to numbers of a row and back without loss: IEEE halves become
// floats (exactly, including the bits of a NaN), sign and magnitude become two's complement (minus
// zero becomes -32768).

#include <cstdint>

namespace tickreel::firefall {

inline constexpr double kQuantum = 1.0 / 32767;  // of a q16

std::uint32_t float_of(std::uint16_t half);        // IEEE bits of both
std::uint16_t half_of(std::uint32_t float_bits);   // of a value that float_of() gave
std::uint64_t signed_of(std::uint16_t quantised);  // sign-extended
std::uint16_t sign_and_magnitude(std::uint64_t value);

}  // namespace tickreel::firefall
