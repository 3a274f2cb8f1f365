#pragma once
// Compares a picture with the committed one, pixel by pixel. TICKREEL_UPDATE_GOLDEN=1 writes it
// instead; a differing picture is saved next to the test program, and the failure names it.

#include <string>

#include "player/draw/image.h"

namespace tickreel_test {

// "" if equal, else an error. `share`: the share of pixels that may differ by more than kNear in a
// channel (0: none may differ at all). Pictures that use the installed game's artwork depend on
// floating-point arithmetic of libpng and the C library.
inline constexpr int kNear = 8;
std::string golden_difference(const std::string& name, const tickreel::Image& actual,
                              double share = 0);

}  // namespace tickreel_test
