// The one-time preparation of a map painter: pictures, painting order, overviews.
#include "player/games/teeworlds/map_painter.h"

#include <algorithm>
#include <set>

namespace tickreel::teeworlds_art {

namespace {

std::set<int> images_used(const MapFile& map) {
    std::set<int> found;
    for (const MapGroup& group : map.groups) {
        for (const MapLayer& layer : group.layers) {
            if (layer.tiles) found.insert(layer.tiles->image);
            if (layer.quads) found.insert(layer.quads->image);
        }
    }
    return found;
}

Image external_picture(const std::string& name, bool of_07, const GameFiles& files) {
    if (!plain_file_name(name)) return {};
    Image pixels;
    if (of_07)  // DDNet stores the 0.7 pictures under a different name
        pixels = files.picture("mapres/" + name + "_0.7.png");
    return pixels.empty() ? files.picture("mapres/" + name + ".png") : pixels;
}

// `embedded` reloads a picture of the map; without it the map's pixels are kept.
Picture load_picture(MapFile& map, std::size_t at, const GameFiles& files,
                     const MapPainter::ReadEmbedded& embedded) {
    MapImage& image = map.images[at];
    if (image.external) {
        const auto read = [name = image.name, of_07 = map.packed_tiles, files] {
            return external_picture(name, of_07, files);
        };
        return Picture(read(), read);
    }
    if (!embedded) return Picture(std::move(image.pixels));
    const auto read = [embedded, at] { return embedded(at); };
    return Picture(image.pixels.empty() ? read() : std::move(image.pixels), read);
}

bool draws_something(const MapLayer& layer) {
    if (layer.quads) return !layer.quads->quads.empty();
    if (!layer.tiles || layer.tiles->kind != TileKind::Design) return false;
    const std::vector<Tile>& tiles = layer.tiles->tiles;
    return std::any_of(tiles.begin(), tiles.end(), [](const Tile& t) { return t.index != 0; });
}

// Tiles that never change and move with the players.
bool is_static_layer(const MapGroup& group, const MapLayer& layer) {
    return layer.tiles && layer.tiles->color_envelope < 0 && !group.clip &&
           group.offset == Vec2{0, 0} && group.parallax == Vec2{100, 100};
}

}  // namespace

MapPainter::MapPainter(MapFile& map, const GameFiles& files, const ReadEmbedded& embedded,
                       const ProblemSink& problems)
    : map_(map), pictures_(map.images.size()) {
    for (std::size_t g = 0; g < map.groups.size(); ++g) {
        const MapGroup& group = map.groups[g];
        for (std::size_t l = 0; l < group.layers.size(); ++l) {
            const bool behind = g < map.game_group || (g == map.game_group && l < map.game_layer);
            if (draws_something(group.layers[l]))
                add_step(behind ? behind_ : front_, group, group.layers[l]);
        }
    }
    std::int64_t tiles = 1;
    for (const Overview& overview : overviews_)
        tiles += std::int64_t{overview.layers.front()->width} * overview.layers.front()->height;
    scale_ = overview_scale(tiles);
    // One picture at a time: together they would take much memory.
    shrunk_.resize(map.images.size());
    for (const int index : images_used(map)) {
        if (index < 0) continue;
        const auto at = static_cast<std::size_t>(index);
        pictures_[at] = load_picture(map, at, files, embedded);
        if (pictures_[at].empty()) {
            problems({"map picture " + clean_text(map.images[at].name) +
                      " was not found; its layers are drawn in plain colour"});
        }
        shrunk_[at] = shrunk_tiles(pictures_[at].image(), scale_.detail);
        pictures_[at].prepare();
    }
    for (MapImage& image : map.images) image.pixels = Image();
    paint_overviews();
}

// Merges layers whose overviews can be combined: nothing is between them or moves them apart.
void MapPainter::add_step(std::vector<Step>& steps, const MapGroup& group, const MapLayer& layer) {
    Step step{&group, &layer, 0, {}};
    if (layer.tiles) {
        const TileLayer& tiles = *layer.tiles;
        step.chunks = FilledChunks(tiles);
        const bool is_static = is_static_layer(group, layer);
        const bool joins = is_static && !steps.empty() && steps.back().layer->tiles &&
                           overviews_[steps.back().overview].is_static &&
                           overviews_[steps.back().overview].layers.front()->width == tiles.width &&
                           overviews_[steps.back().overview].layers.front()->height == tiles.height;
        if (!joins) {
            overviews_.emplace_back();
            overviews_.back().is_static = is_static;
        }
        step.overview = overviews_.size() - 1;
        overviews_.back().layers.push_back(&tiles);
    }
    steps.push_back(std::move(step));
}

// Rendered again when needed in full size: the tiles' pictures are small by then, and kept.
Image MapPainter::painted(const Overview& overview) const {
    Image whole;
    for (const TileLayer* layer : overview.layers) {
        const Image* tiles_image =
            layer->image >= 0 ? &shrunk_[static_cast<std::size_t>(layer->image)] : nullptr;
        Image image = layer_overview(*layer, tiles_image, scale_);
        if (!overview.is_static) {
            whole = std::move(image);
            continue;
        }
        if (whole.empty())  // the layers' colours are baked in
            whole = Image(image.width, image.height, {255, 255, 255, 0});
        paint_over(whole, image, color_of(*layer));
    }
    return whole;
}

void MapPainter::paint_overviews() {
    for (Overview& overview : overviews_) {
        overview.picture =
            Picture(painted(overview), [this, &overview] { return painted(overview); });
        overview.picture.prepare();
    }
}

}  // namespace tickreel::teeworlds_art
