#pragma once
// Renders a draw list on the CPU: no window, no GPU, and the same pixels on every run. Positions
// are rounded to 1/16 pixel, edges follow the top-left rule, colours blend over the target.

#include "player/draw/draw_list.h"
#include "player/draw/image.h"
#include "player/draw/textures.h"

namespace tickreel {

// Renders `threads` bands of rows in parallel; the pixels do not depend on the number.
void rasterise(const DrawList& list, const TextureStore& textures, Image& target, int threads = 1);

}  // namespace tickreel
