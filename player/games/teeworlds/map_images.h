#pragma once
// The pictures embedded in a map.

#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/map_layers.h"

namespace tickreel::teeworlds_art {

void read_images(const DataFile& file, MapPictures pictures, Budget& budget, MapFile& map,
                 const ProblemSink& problems);

}  // namespace tickreel::teeworlds_art
