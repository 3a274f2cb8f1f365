#pragma once
// Compares a picture with the committed one, pixel by pixel. TICKREEL_UPDATE_GOLDEN=1 writes it
// instead; a picture that differs is left beside the test program, and the failure names it.

#include <string>

#include "player/draw/image.h"

namespace tickreel_test {

// "" when equal, else what is wrong. `share`: of the pixels may differ by more than kNear a channel
// (0: none differs at all). Pictures made from pictures of the installed game pass floating-point
// arithmetic of libpng's and the C library's versions on their way.
inline constexpr int kNear = 8;
std::string golden_difference(const std::string& name, const tickreel::Image& actual,
                              double share = 0);

}  // namespace tickreel_test
