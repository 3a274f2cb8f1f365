#pragma once
// Draws a map without pictures: the function of its tiles, in plain colours with clear edges. The
// built-in look, and the entities view.

#include <map>

#include "player/draw/scene.h"
#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/picture.h"
#include "player/games/teeworlds/tile_grid.h"
#include "player/games/teeworlds/tile_looks.h"

namespace tickreel::teeworlds_art {

class PlainMapPainter {
public:
    explicit PlainMapPainter(const MapFile& map) : map_(map) {}

    void draw(const SceneInput& input, DrawList& list);

private:
    void draw_layer(const SceneInput& input, DrawList& list, const TileLayer& layer);
    void draw_fills(DrawList& list, const TileGrid& grid, const TileLayer& layer);
    Color fill_at(const TileLayer& layer, int x, int y, const TileLook& look);
    const std::vector<std::uint8_t>& depths_of(const TileLayer& layer);
    void draw_edges(DrawList& list, const TileGrid& grid, const TileLayer& layer, float width);
    void draw_hatches(DrawList& list, const TileGrid& grid, const TileLayer& layer, float width);
    void draw_marks(const SceneInput& input, DrawList& list, const TileGrid& grid,
                    const TileLayer& layer);

    const MapFile& map_;
    std::map<const TileLayer*, Picture> overviews_;
    // The depth of each tile in the ground, at most kMaxDepth: deeper tiles are darker.
    std::map<const TileLayer*, std::vector<std::uint8_t>> depths_;
};

}  // namespace tickreel::teeworlds_art
