#include "player/games/teeworlds/map_file.h"

#include <random>

#include "tests/catch.h"
#include "tests/player/draw/teeworlds/map_writer.h"

using namespace tickreel;
using namespace tickreel::teeworlds_art;
using teeworlds::DataFile;
using tickreel_test::MapWriter;

namespace {

struct Problems {
    std::vector<std::string> all{};
    ProblemSink sink() {
        return [this](const Problem& problem) { all.push_back(problem.message); };
    }
};

MapFile read(const Bytes& bytes) {
    Problems problems;
    Result<MapFile> map = read_map(bytes, problems.sink());
    REQUIRE(map.ok());
    CHECK(problems.all.empty());
    return std::move(*map);
}

}  // namespace

TEST_CASE("a map of nothing but a game layer is read, packed or not") {
    for (const int version : {3, 4}) {
        const MapFile map = read(tickreel_test::plain_map({"####", "#  #", "#x%#"}, version));
        CHECK(map.game().width == 4);
        CHECK(map.game().height == 3);
        CHECK(map.game().at(1, 2).index == 2);
        CHECK(map.game().at(2, 2).index == 3);
        CHECK(map.world() == Box{0, 0, 128, 96});
    }
}

TEST_CASE("outside a layer its border repeats") {
    const MapFile map = read(tickreel_test::plain_map({"#x", "  "}));
    CHECK(map.game().at(-50, -3).index == 1);
    CHECK(map.game().at(50, -3).index == 2);
    CHECK(map.game().at(50, 50).index == 0);
}

TEST_CASE("tiles of a 0.7 map are unpacked") {
    MapWriter writer;
    writer.add_item(4, 0, tickreel_test::group(0, 1));
    // index, flags, repeat count, 0
    const int data = writer.add_data({1, 0, 4, 0, 0, 2, 0, 0, 3, 0, 5, 0});
    std::vector<std::int32_t> layer = tickreel_test::tile_layer(4, 3, 1, -1, data);
    layer[3] = 4;
    writer.add_item(5, 0, layer);
    const MapFile map = read(writer.build());
    CHECK(map.packed_tiles);
    CHECK(map.game().at(3, 0).index == 1);
    CHECK(map.game().at(0, 1).index == 1);
    CHECK(map.game().at(1, 1).flags == 2);
    CHECK(map.game().at(3, 2).index == 3);
}

TEST_CASE("info, images, envelopes and quads come out as they were put in") {
    MapWriter writer;
    const int author = writer.add_text("somebody");
    const int credits = writer.add_text("nobody else");
    writer.add_item(1, 0, {1, author, -1, credits, -1});
    const int name = writer.add_text("grass_main");
    const int pixels = writer.add_data({1, 2, 3, 4, 5, 6, 7, 8});
    writer.add_item(2, 0, {1, 2, 1, 0, name, pixels});
    writer.add_item(2, 1, {2, 1, 2, 0, name, writer.add_data({9, 8, 7, 6, 5, 4}), 0});
    writer.add_item(2, 2, {1, 64, 64, 1, name, -1});
    writer.add_item(3, 0, {1, 3, 0, 2});
    writer.add_item(6, 0, {0, 1, 0, 0, 0, 0, 1000, 2, 1024, 2048, 0, 0});
    ByteWriter quad;
    for (int i = 0; i < 10; ++i) quad.i32(i * 1024);
    for (int i = 0; i < 16; ++i) quad.i32(i);
    for (int i = 0; i < 8; ++i) quad.i32(i * 512);
    quad.i32(0);
    quad.i32(250);
    quad.i32(77);  // no such envelope
    quad.i32(0);
    const int quads = writer.add_data(quad.data());
    const int data = writer.add_data(tickreel_test::tiles({"##"}));
    writer.add_item(4, 0, tickreel_test::group(0, 1, 50));
    writer.add_item(4, 1, tickreel_test::group(1, 1));
    writer.add_item(5, 0, {0, 3, 1, 2, 1, quads, 1, 0, 0, 0});
    writer.add_item(5, 1, tickreel_test::tile_layer(2, 1, 1, 5, data));
    const MapFile map = read(writer.build());
    CHECK(map.author == "somebody");
    CHECK(map.version.empty());
    CHECK(map.credits == "nobody else");
    REQUIRE(map.images.size() == 3);
    CHECK(map.images[0].pixels.at(1, 0) == Color{5, 6, 7, 8});
    CHECK(map.images[1].pixels.at(0, 1) == Color{6, 5, 4, 255});
    CHECK(map.images[2].external);
    REQUIRE(map.envelopes.size() == 1);
    CHECK(map.envelopes[0].points[1].values[1] == 2048);
    REQUIRE(map.groups.size() == 2);
    CHECK(map.groups[0].parallax == Vec2{50, 50});
    REQUIRE(map.groups[0].layers[0].quads);
    CHECK(map.groups[0].layers[0].detail);
    const MapQuad& read_back = map.groups[0].layers[0].quads->quads[0];
    CHECK(read_back.points[4] == Vec2{8, 9});
    CHECK(read_back.colors[1] == Color{4, 5, 6, 7});
    CHECK(read_back.uv[1] == Vec2{1, 1.5F});
    CHECK(read_back.position_envelope == 0);
    CHECK(read_back.position_offset == 250);
    CHECK(read_back.color_envelope == -1);
    CHECK(map.game_group == 1);
    CHECK(map.game().image == -1);
}

TEST_CASE("DDNet's extra layers keep their kind and numbers") {
    MapWriter writer;
    writer.add_item(4, 0, tickreel_test::group(0, 3));
    const int dummy = writer.add_data(tickreel_test::tiles({"  "}));
    const int tele = writer.add_data({7, 26, 0, 0});
    const int switches = writer.add_data({5, 24, 2, 0, 0, 0, 0, 0});
    std::vector<std::int32_t> tele_layer = tickreel_test::tile_layer(2, 1, 2, -1, dummy);
    tele_layer.insert(tele_layer.end(), {tele, -1, -1, -1, -1});
    std::vector<std::int32_t> switch_layer = tickreel_test::tile_layer(2, 1, 16, -1, dummy);
    switch_layer.insert(switch_layer.end(), {-1, -1, -1, switches, -1});
    writer.add_item(5, 0, tickreel_test::tile_layer(2, 1, 1, -1, dummy));
    writer.add_item(5, 1, tele_layer);
    writer.add_item(5, 2, switch_layer);
    const MapFile map = read(writer.build());
    const TileLayer& teles = *map.groups[0].layers[1].tiles;
    CHECK(teles.kind == TileKind::Tele);
    CHECK(teles.at(0, 0).index == 26);
    CHECK(teles.at(0, 0).number == 7);
    const TileLayer& doors = *map.groups[0].layers[2].tiles;
    CHECK(doors.kind == TileKind::Switch);
    CHECK(doors.at(0, 0).index == 24);
    CHECK(doors.at(0, 0).flags == 2);
    CHECK(doors.at(0, 0).number == 5);
}

TEST_CASE("a layer that claims more tiles than it has is left out and named") {
    MapWriter writer;
    writer.add_item(4, 0, tickreel_test::group(0, 2));
    const int data = writer.add_data(tickreel_test::tiles({"##"}));
    writer.add_item(5, 0, tickreel_test::tile_layer(2, 1, 1, -1, data));
    writer.add_item(5, 1, tickreel_test::tile_layer(20000, 20000, 0, -1, data));
    Problems problems;
    const Result<MapFile> map = read_map(writer.build(), problems.sink());
    REQUIRE(map.ok());
    CHECK(map->groups[0].layers.size() == 1);
    REQUIRE(problems.all.size() == 1);
    CHECK_THAT(problems.all[0], tickreel_test::contains("layer 1"));
}

TEST_CASE("what is no map is refused with a reason") {
    Problems problems;
    const auto error = [&](const Bytes& bytes) {
        const Result<MapFile> map = read_map(bytes, problems.sink());
        return map.ok() ? std::string("read") : map.error().message;
    };
    CHECK_THAT(error({}), tickreel_test::contains("no DATA mark"));
    CHECK_THAT(error({'P', 'N', 'G', 0, 0, 0, 0, 0}), tickreel_test::contains("no DATA mark"));
    CHECK_THAT(error({'D', 'A', 'T', 'A', 5, 0, 0, 0}), tickreel_test::contains("version 5"));
    MapWriter empty;
    empty.add_item(0, 0, {1});
    CHECK_THAT(error(empty.build()), tickreel_test::contains("no game layer"));
}

TEST_CASE("a zlib bomb is refused before it is unpacked") {
    MapWriter writer;
    const int data = writer.add_data(Bytes(1000, 0));
    Bytes bytes = writer.build();
    // The unpacked size of the only data follows the header and one offset.
    const std::size_t size_at = 36 + 4;
    bytes[size_at + 3] = 0x0F;
    const Result<DataFile> file = DataFile::open(bytes);
    REQUIRE(file.ok());
    const Result<Bytes> blob = file->blob(data, std::size_t{1} << 30);
    REQUIRE_FALSE(blob.ok());
    CHECK_THAT(blob.error().message, tickreel_test::contains("more than it can have"));
}

TEST_CASE("cut and changed maps are refused or read, and never more") {
    MapWriter writer;
    const int name = writer.add_text("a");
    writer.add_item(2, 0, {1, 1, 1, 0, name, writer.add_data({1, 2, 3, 4})});
    writer.add_item(3, 0, {1, 4, 0, 1});
    writer.add_item(6, 0, {0, 1, 0, 0, 0, 0});
    writer.add_item(4, 0, tickreel_test::group(0, 1));
    writer.add_item(5, 0,
                    tickreel_test::tile_layer(
                        3, 2, 1, 0, writer.add_data(tickreel_test::tiles({"###", "# #"}))));
    const Bytes good = writer.build();
    for (std::size_t n = 0; n < good.size(); ++n) {
        const Result<MapFile> map = read_map(ByteView(good).first(n), ignore_problems);
        CHECK((map.ok() ? map->game().tiles.size() == 6 : !map.error().message.empty()));
    }
    std::mt19937_64 random(20);
    for (int round = 0; round < 3000; ++round) {
        Bytes bad = good;
        for (int i = 0; i < 3; ++i) bad[random() % bad.size()] = static_cast<Byte>(random());
        const Result<MapFile> map = read_map(bad, ignore_problems);
        if (map.ok()) {
            const TileLayer& game = map->game();
            CHECK(game.tiles.size() ==
                  static_cast<std::size_t>(game.width) * static_cast<std::size_t>(game.height));
        }
    }
}
