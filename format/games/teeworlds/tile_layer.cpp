#include "tickreel/games/teeworlds/tile_layer.h"

#include <algorithm>
#include <array>

namespace tickreel::teeworlds {

namespace {

int chunks_across(int tiles) {
    return (tiles + kChunkSide - 1) / kChunkSide;
}

constexpr int kMaxSide = 20000;

// How a kind of tile layer is stored in the file.
struct KindFacts {
    int flag = 0;
    TileKind kind = TileKind::Design;
    int blob_slot = -1;  // index after the common words; -1: common data
    std::size_t tile_bytes = 4;
    int index_at = 0;  // offset within a tile; flags and number likewise, -1: none
    int flags_at = 1;
    int number_at = -1;
};

constexpr std::array<KindFacts, 7> kKinds{{
    {0, TileKind::Design, -1, 4, 0, 1, -1},
    {1, TileKind::Game, -1, 4, 0, 1, -1},
    {2, TileKind::Tele, 0, 2, 1, -1, 0},
    {4, TileKind::Speedup, 1, 6, 2, -1, 0},
    {8, TileKind::Front, 2, 4, 0, 1, -1},
    {16, TileKind::Switch, 3, 4, 1, 2, 0},
    {32, TileKind::Tune, 4, 2, 1, -1, 0},
}};

const KindFacts& facts_of(int flags) {
    for (const KindFacts& facts : kKinds)
        if (facts.flag != 0 && (flags & facts.flag) != 0) return facts;
    return kKinds[0];
}

Tile tile_at(const Byte* bytes, const KindFacts& facts) {
    const auto part = [bytes](int at) { return at < 0 ? Byte{0} : bytes[at]; };
    return {part(facts.index_at), part(facts.flags_at), part(facts.number_at)};
}

// 0.7: every tile is followed by its repeat count.
Result<void> unpack(const Bytes& bytes, const KindFacts& facts, TileLayer& layer) {
    std::size_t at = 0;
    for (std::size_t i = 0; i + 4 <= bytes.size() && at < layer.tiles.size(); i += 4) {
        const Tile tile = tile_at(bytes.data() + i, facts);
        for (int repeat = bytes[i + 2]; repeat >= 0 && at < layer.tiles.size(); --repeat)
            layer.tiles[at++] = tile;
    }
    if (at != layer.tiles.size())
        return fail("its packed tiles end after ", at, " of ", layer.tiles.size());
    return {};
}

Result<void> read_tile_bytes(const Bytes& bytes, const KindFacts& facts, bool packed,
                             TileLayer& layer) {
    if (packed) return unpack(bytes, facts, layer);
    if (bytes.size() < layer.tiles.size() * facts.tile_bytes) {
        return fail("it has ", bytes.size(), " bytes for ", layer.width, " x ", layer.height,
                    " tiles");
    }
    for (std::size_t i = 0; i < layer.tiles.size(); ++i)
        layer.tiles[i] = tile_at(bytes.data() + i * facts.tile_bytes, facts);
    return {};
}

}  // namespace

void TileLayer::pack() {
    std::vector<Tile> packed(std::size_t{kChunkSide} * kChunkSide);  // the shared chunk of air
    std::vector<std::uint32_t> starts;
    for (int y = 0; y < height; y += kChunkSide) {
        for (int x = 0; x < width; x += kChunkSide) {
            std::array<Tile, std::size_t{kChunkSide} * kChunkSide> chunk{};
            bool air = true;
            for (int i = 0; i < kChunkSide * kChunkSide; ++i) {
                const Tile& tile = at(x + i % kChunkSide, y + i / kChunkSide);
                chunk[static_cast<std::size_t>(i)] = tile;
                air = air && tile.index == 0;
            }
            starts.push_back(air ? 0 : static_cast<std::uint32_t>(packed.size()));
            if (!air) packed.insert(packed.end(), chunk.begin(), chunk.end());
            if (packed.size() >= tiles.size()) return;
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
        const int chunk = y / kChunkSide * chunks_across(width) + x / kChunkSide;
        return tiles[chunks[static_cast<std::size_t>(chunk)] +
                     static_cast<std::size_t>(y % kChunkSide * kChunkSide + x % kChunkSide)];
    }
    return tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
}

TileKind tile_kind(Words words) {
    return facts_of(word(words, 6, 0)).kind;
}

Result<TileLayer> read_tile_layer(const DataFile& file, Words words, Budget& budget,
                                  bool& packed_tiles) {
    const int version = word(words, 3, 0);
    TileLayer layer;
    layer.width = word(words, 4, 0);
    layer.height = word(words, 5, 0);
    if (words.size() < 15 || layer.width <= 0 || layer.height <= 0 || layer.width > kMaxSide ||
        layer.height > kMaxSide)
        return fail("its size is ", layer.width, " x ", layer.height);
    const KindFacts& facts = facts_of(words[6]);
    layer.kind = facts.kind;
    for (std::size_t i = 0; i < layer.color.size(); ++i)
        layer.color[i] = static_cast<std::uint8_t>(std::clamp(words[7 + i], 0, 255));
    layer.color_envelope = words[11];
    layer.color_offset = words[12];
    layer.image = words[13];
    const bool packed = version >= 4 && facts.blob_slot < 0;
    packed_tiles = packed_tiles || packed;
    const std::size_t tail = version >= 3 ? 18 : 15;  // index of the extra data numbers
    const int blob = facts.blob_slot < 0
                         ? words[14]
                         : word(words, tail + static_cast<std::size_t>(facts.blob_slot), -1);
    const auto count =
        static_cast<std::size_t>(layer.width) * static_cast<std::size_t>(layer.height);
    const Result<Bytes> bytes = file.blob(blob, budget.left);
    if (!bytes) return bytes.error();
    if (bytes->size() * 256 < count || !budget.take(count * sizeof(Tile))) {
        return fail("it has ", bytes->size(), " bytes for ", layer.width, " x ", layer.height,
                    " tiles");
    }
    layer.tiles.resize(count);
    if (Result<void> read = read_tile_bytes(*bytes, facts, packed, layer); !read)
        return read.error();
    if (layer.kind == TileKind::Design) layer.pack();
    return layer;
}

}  // namespace tickreel::teeworlds
