#include "player/games/teeworlds/map_file.h"

#include <algorithm>

#include "player/games/teeworlds/map_images.h"
#include "player/games/teeworlds/map_layers.h"
#include "tickreel/base/concat.h"

namespace tickreel::teeworlds_art {

namespace {

enum MapItem { kVersion = 0, kInfo = 1, kEnvelope = 3, kGroup = 4, kLayer = 5, kPoints = 6 };

constexpr std::size_t kMaxEnvelopePoints = 1U << 18;

// Lines, each terminated by a zero byte.
void read_settings(const DataFile& file, int index, MapFile& map) {
    constexpr std::size_t kMaxSettings = 1U << 20;
    const Result<Bytes> bytes = file.blob(index, kMaxSettings);
    if (index < 0 || !bytes) return;
    std::string line;
    for (const Byte byte : *bytes) {
        if (byte != 0) {
            line += static_cast<char>(byte);
        } else if (!line.empty()) {
            map.settings.push_back(std::move(line));
            line.clear();
        }
    }
}

void read_info(const DataFile& file, MapFile& map) {
    for (const DataItem& item : file.items_of(kInfo)) {
        map.author = file.text(word(item.words, 1, -1));
        map.version = file.text(word(item.words, 2, -1));
        map.credits = file.text(word(item.words, 3, -1));
        map.license = file.text(word(item.words, 4, -1));
        read_settings(file, word(item.words, 5, -1), map);
    }
}

EnvelopePoint read_point(Words words) {
    EnvelopePoint point;
    point.time = words[0];
    point.curve = words[1];
    std::copy_n(words.begin() + 2, 4, point.values.begin());
    if (words.size() >= 22) {
        std::copy_n(words.begin() + 6, 4, point.in_time.begin());
        std::copy_n(words.begin() + 10, 4, point.in_value.begin());
        std::copy_n(words.begin() + 14, 4, point.out_time.begin());
        std::copy_n(words.begin() + 18, 4, point.out_value.begin());
    }
    return point;
}

void read_envelopes(const DataFile& file, MapFile& map) {
    const std::vector<DataItem> envelopes = file.items_of(kEnvelope);
    const std::vector<DataItem> points = file.items_of(kPoints);
    // Version 3 envelopes store bezier handles with every point.
    const bool handles = std::any_of(envelopes.begin(), envelopes.end(), [](const DataItem& item) {
        return word(item.words, 0, 1) >= 3;
    });
    const std::size_t stride = handles ? 22 : 6;
    const Words all = points.empty() ? Words{} : points[0].words;
    std::size_t taken = 0;
    for (const DataItem& item : envelopes) {
        Envelope envelope;
        envelope.channels = word(item.words, 1, 0);
        const auto first = static_cast<std::int64_t>(word(item.words, 2, 0));
        const auto count = static_cast<std::int64_t>(word(item.words, 3, 0));
        for (std::int64_t i = std::max<std::int64_t>(first, 0); i < first + count; ++i) {
            const auto at = static_cast<std::size_t>(i) * stride;
            if (at + stride > all.size() || ++taken > kMaxEnvelopePoints) break;
            envelope.points.push_back(read_point(all.subspan(at, stride)));
        }
        map.envelopes.push_back(std::move(envelope));
    }
}

MapGroup read_group(Words words) {
    MapGroup group;
    group.offset = {static_cast<float>(word(words, 1, 0)), static_cast<float>(word(words, 2, 0))};
    group.parallax = {static_cast<float>(word(words, 3, 100)),
                      static_cast<float>(word(words, 4, 100))};
    if (word(words, 0, 1) >= 2 && word(words, 7, 0) != 0) {
        const auto x = static_cast<float>(word(words, 8, 0));
        const auto y = static_cast<float>(word(words, 9, 0));
        group.clip = Box{x, y, x + static_cast<float>(word(words, 10, 0)),
                         y + static_cast<float>(word(words, 11, 0))};
    }
    return group;
}

void find_game_layer(MapFile& map) {
    for (std::size_t g = 0; g < map.groups.size(); ++g) {
        for (std::size_t l = 0; l < map.groups[g].layers.size(); ++l) {
            const MapLayer& layer = map.groups[g].layers[l];
            if (!layer.tiles || layer.tiles->kind != TileKind::Game) continue;
            map.game_group = g;
            map.game_layer = l;
            // The game ignores this group's offset, parallax and clip settings.
            map.groups[g].game = true;
            map.groups[g].offset = {};
            map.groups[g].parallax = {100, 100};
            map.groups[g].clip.reset();
            return;
        }
    }
}

void drop_dangling(MapFile& map) {
    const auto images = static_cast<int>(map.images.size());
    const auto envelopes = static_cast<int>(map.envelopes.size());
    const auto check = [](int& index, int size) {
        index = index >= 0 && index < size ? index : -1;
    };
    for (MapGroup& group : map.groups) {
        for (MapLayer& layer : group.layers) {
            if (layer.tiles) {
                check(layer.tiles->image, images);
                check(layer.tiles->color_envelope, envelopes);
            }
            if (!layer.quads) continue;
            check(layer.quads->image, images);
            for (MapQuad& quad : layer.quads->quads) {
                check(quad.position_envelope, envelopes);
                check(quad.color_envelope, envelopes);
            }
        }
    }
}

void read_groups(const DataFile& file, Budget& budget, MapFile& map, const ProblemSink& problems) {
    const std::vector<DataItem> layers = file.items_of(kLayer);
    std::size_t taken = 0;  // a layer belongs to only one group, so a file cannot multiply them
    for (const DataItem& item : file.items_of(kGroup)) {
        MapGroup group = read_group(item.words);
        const auto first = static_cast<std::int64_t>(word(item.words, 5, 0));
        const auto count = static_cast<std::int64_t>(word(item.words, 6, 0));
        const auto end = std::min(first + count, static_cast<std::int64_t>(layers.size()));
        for (std::int64_t i = std::max<std::int64_t>(first, 0); i < end; ++i) {
            if (++taken > layers.size()) break;
            const DataItem& layer_item = layers[static_cast<std::size_t>(i)];
            Result<MapLayer> layer = read_layer(file, layer_item.words, budget, map.packed_tiles);
            if (layer)
                group.layers.push_back(std::move(*layer));
            else
                problems({concat("map layer ", i, " cannot be read: ", layer.error().message)});
        }
        map.groups.push_back(std::move(group));
    }
}

}  // namespace

Box MapFile::world() const {
    return {0, 0, static_cast<float>(game().width * kTileUnits),
            static_cast<float>(game().height * kTileUnits)};
}

Box MapFile::interior() const {
    constexpr float kAround = 3 * kTileUnits;
    const TileLayer& layer = game();
    Box box{1e9F, 1e9F, -1e9F, -1e9F};
    for (int y = 0; y < layer.height; ++y) {
        for (int x = 0; x < layer.width; ++x) {
            const std::uint8_t index = layer.at(x, y).index;
            if (index == 1 || index == 3) continue;
            box = {std::min(box.x0, static_cast<float>(x * kTileUnits)),
                   std::min(box.y0, static_cast<float>(y * kTileUnits)),
                   std::max(box.x1, static_cast<float>((x + 1) * kTileUnits)),
                   std::max(box.y1, static_cast<float>((y + 1) * kTileUnits))};
        }
    }
    return box.empty() ? world() : intersection(grown(box, kAround), world());
}

Result<MapFile> read_map(ByteView bytes, const ProblemSink& problems, MapPictures pictures) {
    const Result<DataFile> file = DataFile::open(bytes);
    if (!file) return file.error();
    MapFile map;
    Budget budget;
    read_info(*file, map);
    read_images(*file, pictures, budget, map, problems);
    read_envelopes(*file, map);
    read_groups(*file, budget, map, problems);
    find_game_layer(map);
    drop_dangling(map);
    if (map.groups.empty() || !map.groups[map.game_group].game)
        return fail("map has no game layer that can be read");
    return map;
}

}  // namespace tickreel::teeworlds_art
