#include "player/games/teeworlds/map_file.h"

#include <algorithm>

#include "player/games/teeworlds/datafile.h"
#include "player/games/teeworlds/map_layers.h"

namespace tickreel {

namespace {

enum MapItem {
    kVersion = 0,
    kInfo = 1,
    kImage = 2,
    kEnvelope = 3,
    kGroup = 4,
    kLayer = 5,
    kPoints = 6
};

constexpr std::size_t kMaxImages = 256;
constexpr std::size_t kMaxEnvelopePoints = 1U << 18;
constexpr int kMaxImageSide = 8192;

using Words = std::span<const std::int32_t>;

int word(Words words, std::size_t index, int absent) {
    return index < words.size() ? words[index] : absent;
}

// Lines that end with a zero byte each.
void read_settings(const DataFile& file, int index, MapFile& map) {
    constexpr std::size_t kMaxSettings = 1U << 20;
    const Result<Bytes> bytes = file.blob(index, kMaxSettings);
    if (index < 0 || !bytes) {
        return;
    }
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

Result<Image> embedded_image(const DataFile& file, Words words, Budget& budget) {
    const int width = word(words, 1, 0);
    const int height = word(words, 2, 0);
    if (width <= 0 || height <= 0 || width > kMaxImageSide || height > kMaxImageSide) {
        return fail("size ", width, " x ", height);
    }
    const bool alpha = word(words, 0, 1) < 2 || word(words, 6, 1) == 1;
    const std::size_t bytes_per_pixel = alpha ? 4 : 3;
    const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const Result<Bytes> bytes = file.blob(word(words, 5, -1), budget.left);
    if (!bytes) {
        return bytes.error();
    }
    if (bytes->size() < pixels * bytes_per_pixel || !budget.take(pixels * sizeof(Color))) {
        return fail("its data has ", bytes->size(), " bytes for ", width, " x ", height);
    }
    Image image(width, height);
    for (std::size_t i = 0; i < pixels; ++i) {
        const Byte* p = bytes->data() + i * bytes_per_pixel;
        image.pixels[i] = {p[0], p[1], p[2], alpha ? p[3] : Byte{255}};
    }
    return image;
}

void read_images(const DataFile& file, MapPictures pictures, Budget& budget, MapFile& map,
                 const ProblemSink& problems) {
    for (const DataItem& item : file.items_of(kImage)) {
        if (map.images.size() == kMaxImages) {
            return;
        }
        MapImage image;
        image.external = word(item.words, 3, 1) != 0;
        image.name = file.text(word(item.words, 4, -1));
        if (!image.external && pictures == MapPictures::Read) {
            Result<Image> pixels = embedded_image(file, item.words, budget);
            if (pixels) {
                image.pixels = std::move(*pixels);
            } else {
                problems({"map image " + std::to_string(map.images.size()) +
                          " cannot be read: " + pixels.error().message});
            }
        }
        map.images.push_back(std::move(image));
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
    // Version 3 envelopes bring bezier handles with every point.
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
            if (at + stride > all.size() || ++taken > kMaxEnvelopePoints) {
                break;
            }
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
            if (!layer.tiles || layer.tiles->kind != TileKind::Game) {
                continue;
            }
            map.game_group = g;
            map.game_layer = l;
            // The game shows this group as it is, whatever the file says.
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
            if (!layer.quads) {
                continue;
            }
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
    std::size_t taken = 0;  // a layer belongs to one group, so a file cannot multiply them
    for (const DataItem& item : file.items_of(kGroup)) {
        MapGroup group = read_group(item.words);
        const auto first = static_cast<std::int64_t>(word(item.words, 5, 0));
        const auto count = static_cast<std::int64_t>(word(item.words, 6, 0));
        const auto end = std::min(first + count, static_cast<std::int64_t>(layers.size()));
        for (std::int64_t i = std::max<std::int64_t>(first, 0); i < end; ++i) {
            if (++taken > layers.size()) {
                break;
            }
            const DataItem& layer_item = layers[static_cast<std::size_t>(i)];
            Result<MapLayer> layer = read_layer(file, layer_item.words, budget, map.packed_tiles);
            if (layer) {
                group.layers.push_back(std::move(*layer));
            } else {
                problems({"map layer " + std::to_string(i) +
                          " cannot be read: " + layer.error().message});
            }
        }
        map.groups.push_back(std::move(group));
    }
}

constexpr int kPackedSide = 16;

int chunks_across(int tiles) {
    return (tiles + kPackedSide - 1) / kPackedSide;
}

}  // namespace

void TileLayer::pack() {
    std::vector<Tile> packed(std::size_t{kPackedSide} * kPackedSide);  // the chunk of air
    std::vector<std::uint32_t> starts;
    for (int y = 0; y < height; y += kPackedSide) {
        for (int x = 0; x < width; x += kPackedSide) {
            std::array<Tile, std::size_t{kPackedSide} * kPackedSide> chunk{};
            bool air = true;
            for (int i = 0; i < kPackedSide * kPackedSide; ++i) {
                const Tile& tile = at(x + i % kPackedSide, y + i / kPackedSide);
                chunk[static_cast<std::size_t>(i)] = tile;
                air = air && tile.index == 0;
            }
            starts.push_back(air ? 0 : static_cast<std::uint32_t>(packed.size()));
            if (!air) {
                packed.insert(packed.end(), chunk.begin(), chunk.end());
            }
            if (packed.size() >= tiles.size()) {
                return;
            }
        }
    }
    packed.shrink_to_fit();
    tiles = std::move(packed);
    chunks = std::move(starts);
}

const Tile& TileLayer::at(int x, int y) const {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
    if (!chunks.empty()) {
        const int chunk = y / kPackedSide * chunks_across(width) + x / kPackedSide;
        return tiles[chunks[static_cast<std::size_t>(chunk)] +
                     static_cast<std::size_t>(y % kPackedSide * kPackedSide + x % kPackedSide)];
    }
    return tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
}

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
            if (index == 1 || index == 3) {
                continue;
            }
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
    if (!file) {
        return file.error();
    }
    MapFile map;
    Budget budget;
    read_info(*file, map);
    read_images(*file, pictures, budget, map, problems);
    read_envelopes(*file, map);
    read_groups(*file, budget, map, problems);
    find_game_layer(map);
    drop_dangling(map);
    if (map.groups.empty() || !map.groups[map.game_group].game) {
        return fail("map has no game layer that can be read");
    }
    return map;
}

Image read_map_image(ByteView bytes, std::size_t index) {
    const Result<DataFile> file = DataFile::open(bytes);
    if (!file) {
        return {};
    }
    const std::vector<DataItem> items = file->items_of(kImage);
    Budget budget;
    Result<Image> image = index < items.size() ? embedded_image(*file, items[index].words, budget)
                                               : Result<Image>(fail("no picture ", index));
    return image ? std::move(*image) : Image();
}

}  // namespace tickreel
