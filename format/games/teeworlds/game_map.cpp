#include "tickreel/games/teeworlds/game_map.h"

namespace tickreel::teeworlds {

TileMap tile_map_of(const TileLayer& layer) {
    TileMap tiles(layer.width, layer.height);
    for (int y = 0; y < layer.height; ++y)
        for (int x = 0; x < layer.width; ++x) tiles.set(x, y, layer.at(x, y).index);
    return tiles;
}

Result<TileMap> read_game_tiles(ByteView map) {
    const Result<DataFile> file = DataFile::open(map);
    if (!file) return file.error();
    Budget budget;
    bool packed = false;
    for (const DataItem& item : file->items_of(kLayerItemType)) {
        if (word(item.words, 1, 0) != kTilesLayer || tile_kind(item.words) != TileKind::Game)
            continue;
        const Result<TileLayer> layer = read_tile_layer(*file, item.words, budget, packed);
        if (!layer)
            return fail("the game layer of the map cannot be read: ", layer.error().message);
        return tile_map_of(*layer);
    }
    return fail("map has no game layer");
}

}  // namespace tickreel::teeworlds
