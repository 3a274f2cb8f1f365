#pragma once
// Scales a font's coloured glyph.

#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

// `from`: blue, green, red, alpha, premultiplied, as in FreeType. Each pixel is the mean of the
// area that it covers.
std::vector<Color> scaled_picture(const unsigned char* from, int from_width, int from_height,
                                  int pitch, int width, int height);

}  // namespace tickreel
