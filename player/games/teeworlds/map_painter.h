#pragma once
// Draws a map with its own pictures: tile layers and quads, moved by envelopes. What lies before
// the game layer in the file is behind the players, the rest in front of them.

#include <vector>

#include "format/base/problem.h"
#include "player/draw/scene.h"
#include "player/games/teeworlds/game_files.h"
#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/picture.h"

namespace tickreel {

class MapPainter {
public:
    // Reads the pictures that the layers use. The map must outlive the painter.
    MapPainter(const MapFile& map, const GameFiles& files, const ProblemSink& problems);

    // `milliseconds` since the start of the round: what drives the envelopes.
    void draw_behind(const SceneInput& input, double milliseconds, DrawList& list);
    void draw_front(const SceneInput& input, double milliseconds, DrawList& list);

private:
    struct Layer {
        const MapLayer* layer = nullptr;
        Picture overview{};  // few pixels a tile, for views from far away
    };
    struct Group {
        const MapGroup* group = nullptr;
        std::vector<Layer> layers{};
    };
    struct Pass {
        const SceneInput& input;
        double milliseconds = 0;
        DrawList& list;
        Camera camera{};
    };

    void draw_group(Pass& pass, Group& group, std::size_t first, std::size_t last);
    void draw_layer(Pass& pass, Layer& layer);
    void draw_tiles(Pass& pass, const TileLayer& tiles, Color tint);
    void draw_overview(Pass& pass, Layer& layer, Color tint);
    void draw_quads(Pass& pass, const QuadLayer& quads);
    void draw_quad(Pass& pass, const MapQuad& quad, Picture* picture);
    Color tint_of(const Pass& pass, Color color, int envelope, int offset) const;
    Picture make_overview(const TileLayer& tiles) const;

    const MapFile& map_;
    std::vector<Picture> pictures_;  // as map.images
    std::vector<Group> groups_;
};

}  // namespace tickreel
