#pragma once
// Draws a map with its pictures: tile layers and quads, animated by envelopes. Layers before the
// game layer in the file are behind the players, the others in front of them.

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "player/draw/scene.h"
#include "player/games/teeworlds/game_files.h"
#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/map_overview.h"
#include "player/games/teeworlds/picture.h"
#include "tickreel/base/problem.h"

namespace tickreel::teeworlds_art {

class MapPainter {
public:
    // Reads the pictures that the layers use and creates all their sizes: slow, so that drawing is
    // fast. Takes the pixels out of the map, which must outlive the painter. `embedded` reloads a
    // picture of the map, from any thread; none: they are kept.
    using ReadEmbedded = std::function<Image(std::size_t)>;
    MapPainter(MapFile& map, const GameFiles& files, const ReadEmbedded& embedded,
               const ProblemSink& problems);
    MapPainter(const MapPainter&) = delete;
    MapPainter& operator=(const MapPainter&) = delete;

    // `milliseconds` since the start of the round: the time of the envelopes.
    void draw_behind(const SceneInput& input, double milliseconds, DrawList& list);
    void draw_front(const SceneInput& input, double milliseconds, DrawList& list);

private:
    struct Step {  // one layer, in painting order
        const MapGroup* group = nullptr;
        const MapLayer* layer = nullptr;
        std::size_t overview = 0;  // of a tile layer; adjacent layers may share one
        FilledChunks chunks{};
    };
    struct Overview {
        std::vector<const TileLayer*> layers{};  // of equal size, in painting order
        Picture picture{};                       // few pixels per tile, for views from far away
        bool is_static = false;                  // never changes; colours are baked in
    };
    struct Pass {
        const SceneInput& input;
        double milliseconds = 0;
        DrawList& list;
        Camera camera{};
    };

    void add_step(std::vector<Step>& steps, const MapGroup& group, const MapLayer& layer);
    void draw_steps(Pass pass, const std::vector<Step>& steps);
    void paint_overviews();
    Image painted(const Overview& overview) const;
    void draw_layer(const Pass& pass, const Step& step);
    void draw_tiles(const Pass& pass, const Step& step, Color tint);
    void draw_overview(const Pass& pass, const Step& step);
    void draw_quads(const Pass& pass, const QuadLayer& quads);
    void draw_quad(const Pass& pass, const MapQuad& quad, Picture* picture);
    std::optional<std::array<Corner, 4>> place_quad(const Pass& pass, const MapQuad& quad) const;
    std::array<float, 4> value_of(const Pass& pass, int envelope, int offset) const;
    Color tint_of(const Pass& pass, Color color, int envelope, int offset) const;

    const MapFile& map_;
    std::vector<Picture> pictures_;  // as map.images
    std::vector<Image> shrunk_;      // likewise: their shrunk tiles, for overviews
    OverviewScale scale_{};
    std::vector<Overview> overviews_;
    std::vector<Step> behind_;
    std::vector<Step> front_;
};

}  // namespace tickreel::teeworlds_art
