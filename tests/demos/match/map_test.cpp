#include <zlib.h>

#include "demos/match/map/arena.h"
#include "demos/match/map/map_file.h"
#include "demos/match/map/tileset.h"
#include "tests/catch.h"
#include "tickreel/base/crc32.h"

using namespace tickreel;
using namespace tickreel::match;

namespace {

struct Datafile {
    std::vector<std::pair<std::uint32_t, std::vector<std::int32_t>>> items{};  // type << 16 | id
    std::vector<Bytes> blobs{};
};

// Parses the writer's output using only the container's sizes.
Datafile read_datafile(const Bytes& file) {
    ByteReader in(file);
    Datafile out;
    REQUIRE(in.u32() == 0x41544144);
    REQUIRE(in.u32() == 4);
    REQUIRE(in.u32() == file.size() - 16);
    const std::uint32_t before_data = in.u32();
    const std::uint32_t types = in.u32();
    const std::uint32_t items = in.u32();
    const std::uint32_t blobs = in.u32();
    const std::uint32_t item_size = in.u32();
    const std::uint32_t data_size = in.u32();
    REQUIRE(before_data + 16 + data_size == file.size());
    std::uint32_t counted = 0;
    for (std::uint32_t i = 0; i < types; ++i) {
        in.u32();
        CHECK(in.u32() == counted);
        counted += in.u32();
    }
    REQUIRE(counted == items);
    in.bytes(items * 4);
    std::vector<std::uint32_t> offsets;
    for (std::uint32_t i = 0; i < blobs; ++i) offsets.push_back(in.u32());
    offsets.push_back(data_size);
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t i = 0; i < blobs; ++i) sizes.push_back(in.u32());
    ByteReader item_reader(in.bytes(item_size));
    for (std::uint32_t i = 0; i < items; ++i) {
        const std::uint32_t key = item_reader.u32();
        std::vector<std::int32_t> words(item_reader.u32() / 4);
        for (auto& word : words) word = item_reader.i32();
        out.items.emplace_back(key, words);
    }
    REQUIRE(item_reader.left() == 0);
    const ByteView data = in.bytes(data_size);
    for (std::uint32_t i = 0; i < blobs; ++i) {
        Bytes raw(sizes[i]);
        uLongf size = sizes[i];
        const ByteView packed = data.subspan(offsets[i], offsets[i + 1] - offsets[i]);
        REQUIRE(uncompress(raw.data(), &size, packed.data(), packed.size()) == Z_OK);
        REQUIRE(size == sizes[i]);
        out.blobs.push_back(raw);
    }
    REQUIRE_FALSE(in.failed());
    REQUIRE(in.left() == 0);
    return out;
}

}  // namespace

TEST_CASE("the map file holds the game layer of the arena, tile by tile") {
    const TileMap arena = make_arena();
    const MapFile map = write_map(arena, "arena");
    CHECK(map.crc == crc32_ieee(map.bytes));
    const Datafile file = read_datafile(map.bytes);

    int game_layers = 0;
    for (const auto& [key, words] : file.items) {
        const bool tile_layer = key >> 16 == 5 && words[1] == 2;
        if (!tile_layer) continue;
        const Bytes& cells = file.blobs[static_cast<std::size_t>(words[14])];
        REQUIRE(words[4] == arena.width());
        REQUIRE(words[5] == arena.height());
        REQUIRE(cells.size() == static_cast<std::size_t>(arena.width() * arena.height() * 4));
        if (words[6] != 1) continue;
        ++game_layers;
        for (int y = 0; y < arena.height(); ++y) {
            for (int x = 0; x < arena.width(); ++x) {
                const auto cell = static_cast<std::size_t>(y * arena.width() + x) * 4;
                REQUIRE(cells[cell] == arena.at(x, y));
            }
        }
    }
    CHECK(game_layers == 1);
}

TEST_CASE("groups name exactly the layers that exist, images have all their pixels") {
    const Datafile file = read_datafile(write_map(make_arena(), "arena").bytes);
    int next_layer = 0;
    int layers = 0;
    for (const auto& [key, words] : file.items) {
        if (key >> 16 == 4) {
            CHECK(words[5] == next_layer);
            next_layer += words[6];
        }
        layers += key >> 16 == 5 ? 1 : 0;
        if (key >> 16 == 2) {
            CHECK(words[1] == kTilesetPixels);
            CHECK(file.blobs[static_cast<std::size_t>(words[5])].size() ==
                  static_cast<std::size_t>(words[1]) * static_cast<std::size_t>(words[2]) * 4);
        }
    }
    CHECK(next_layer == layers);
}

TEST_CASE("the arena is fair: both halves alike, every spawn and flag in the open") {
    const TileMap arena = make_arena();
    CHECK(entity_positions(arena, kFlagRed).size() == 1);
    CHECK(entity_positions(arena, kFlagBlue).size() == 1);
    CHECK(entity_positions(arena, kSpawnRed).size() == entity_positions(arena, kSpawnBlue).size());
    for (const std::uint8_t kind : {kSpawnRed, kSpawnBlue, kSpawn, kFlagRed, kFlagBlue})
        for (const Vec place : entity_positions(arena, kind))
            CHECK_FALSE(arena.box_in_wall(place, 28.0F));
    for (int y = 0; y < arena.height(); ++y) {
        for (int x = 0; x < arena.width() / 2; ++x) {
            const auto left = arena.at(x, y);
            const auto right = arena.at(arena.width() - 1 - x, y);
            CHECK((left < 192 ? left == right : right >= 192));
        }
    }
}
