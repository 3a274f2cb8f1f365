#pragma once
// A font's coloured picture in another size.

#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

// `from`: blue, green, red, opacity, the colours already multiplied by it, as FreeType has them.
// Each pixel is the mean of what it covers.
std::vector<Color> scaled_picture(const unsigned char* from, int from_width, int from_height,
                                  int pitch, int width, int height);

}  // namespace tickreel
