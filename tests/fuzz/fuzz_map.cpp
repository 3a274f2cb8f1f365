// A map file: rejected, or every part of it can be drawn without leaving its bounds.

#include <cstdlib>

#include "player/games/teeworlds/envelope.h"
#include "player/games/teeworlds/map_file.h"
#include "player/games/teeworlds/tuning.h"

namespace {

using namespace tickreel;
using namespace tickreel::teeworlds_art;

void check(bool holds) {
    if (!holds) std::abort();
}

void check_layer(const MapFile& map, const MapLayer& layer) {
    const auto images = static_cast<int>(map.images.size());
    if (layer.tiles) {
        const TileLayer& tiles = *layer.tiles;
        check(tiles.width > 0 && tiles.height > 0);
        const auto all =
            static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height);
        check(tiles.chunks.empty() ? tiles.tiles.size() == all : tiles.tiles.size() < all);
        for (const std::uint32_t chunk : tiles.chunks)
            check(chunk + std::size_t{kChunkSide} * kChunkSide <= tiles.tiles.size());
        check(tiles.image < images);
        check(&tiles.at(-7, 1 << 20) == &tiles.at(0, tiles.height - 1));
    }
    if (layer.quads) {
        check(layer.quads->image < images);
        for (const MapQuad& quad : layer.quads->quads) {
            check(quad.position_envelope < static_cast<int>(map.envelopes.size()));
            check(quad.color_envelope < static_cast<int>(map.envelopes.size()));
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const tickreel::Result<tickreel::teeworlds_art::MapFile> map =
        tickreel::teeworlds_art::read_map({data, size}, tickreel::ignore_problems);
    if (!map) {
        check(!map.error().message.empty());
        return 0;
    }
    for (const MapGroup& group : map->groups)
        for (const MapLayer& layer : group.layers) check_layer(*map, layer);
    for (const Envelope& envelope : map->envelopes) evaluate(envelope, 12345.6);
    for (const auto& zone : zone_tunings(map->settings)) check(zone.first > 0);
    read_map_image({data, size}, 0);
    check(!map->world().empty());
    return 0;
}
