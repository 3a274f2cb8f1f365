#pragma once
// The pictures of a map, as far as they lie in its file.

#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/map_layers.h"

namespace tickreel {

void read_images(const DataFile& file, MapPictures pictures, Budget& budget, MapFile& map,
                 const ProblemSink& problems);

}  // namespace tickreel
