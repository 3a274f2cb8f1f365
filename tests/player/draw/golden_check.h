#pragma once
// Compares a picture with the committed one, pixel by pixel. TICKREEL_UPDATE_GOLDEN=1 writes it
// instead; a picture that differs is left beside the test program, and the failure names it.

#include <string>

#include "player/draw/image.h"

namespace tickreel_test {

// "" when equal, else what is wrong.
std::string golden_difference(const std::string& name, const tickreel::Image& actual);

}  // namespace tickreel_test
