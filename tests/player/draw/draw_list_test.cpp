#include "player/draw/draw_list.h"

#include "player/draw/rasteriser.h"
#include "tests/catch.h"

using namespace tickreel;

namespace {

Image drawn(const DrawList& list, const TextureStore& textures, int width = 32, int height = 32) {
    Image image(width, height, rgb(0x000000));
    rasterise(list, textures, image);
    return image;
}

int lit(const Image& image) {
    int count = 0;
    for (const Color& pixel : image.pixels) count += pixel == rgb(0x000000) ? 0 : 1;
    return count;
}

}  // namespace

TEST_CASE("commands are split by texture and clip only") {
    DrawList list({0, 0, 100, 100});
    list.rect({0, 0, 5, 5}, rgb(0xff0000));
    list.rect({5, 5, 9, 9}, rgb(0x00ff00));
    CHECK(list.commands().size() == 1);
    list.push_clip({10, 10, 20, 20});
    list.rect({0, 0, 50, 50}, rgb(0x0000ff));
    list.image(7, {12, 12, 14, 14}, {0, 0, 1, 1});
    list.pop_clip();
    REQUIRE(list.commands().size() == 3);
    CHECK(list.commands()[1].clip == Box{10, 10, 20, 20});
    CHECK(list.commands()[2].texture == 7);
    std::uint32_t next = 0;
    for (const DrawCommand& command : list.commands()) {
        CHECK(command.first_index == next);
        CHECK(command.index_count % 3 == 0);
        next += command.index_count;
    }
    CHECK(next == list.indices().size());
    for (const std::uint32_t index : list.indices()) CHECK(index < list.vertices().size());
}

TEST_CASE("a clip stays within the one around it") {
    DrawList list({0, 0, 10, 10});
    list.push_clip({5, 5, 50, 50});
    CHECK(list.clip() == Box{5, 5, 10, 10});
    list.push_clip({20, 20, 30, 30});
    CHECK(list.clip().empty());
    list.rect({0, 0, 100, 100}, Color{});
    CHECK(list.empty());
}

TEST_CASE("what lies outside the clip costs nothing") {
    DrawList list({0, 0, 10, 10});
    list.circle({100, 100}, 5, Color{});
    list.line({20, 20}, {30, 30}, 3, Color{});
    list.image(0, {11, 0, 20, 9}, {0, 0, 1, 1});
    list.sprite(0, {-50, 0}, {10, 10}, {0, 0, 1, 1}, 1);
    CHECK(list.empty());
}

TEST_CASE("a rectangle fills exactly its pixels") {
    const TextureStore textures;
    DrawList list({0, 0, 32, 32});
    list.rect({3, 4, 10, 9}, rgb(0x336699));
    const Image image = drawn(list, textures);
    CHECK(lit(image) == 7 * 5);
    CHECK(image.at(3, 4) == rgb(0x336699));
    CHECK(image.at(9, 8) == rgb(0x336699));
    CHECK(image.at(10, 8) == rgb(0x000000));
}

TEST_CASE("triangles that share an edge cover each pixel once") {
    const TextureStore textures;
    const Color half{255, 255, 255, 128};
    DrawList list({0, 0, 32, 32});
    const Corner a{{1.3F, 2.1F}, {0.5F, 0.5F}, half};
    const Corner b{{30.2F, 5.7F}, {0.5F, 0.5F}, half};
    const Corner c{{26.9F, 29.4F}, {0.5F, 0.5F}, half};
    const Corner d{{2.2F, 24.8F}, {0.5F, 0.5F}, half};
    list.quad(kWhiteTexture, a, b, c, d);
    for (const Color& pixel : drawn(list, textures).pixels)
        CHECK((pixel.r == 0 || pixel.r == 128));  // painting twice would be brighter
}

TEST_CASE("a repeating texture becomes pieces with uv between 0 and 1") {
    TextureStore textures;
    Image checks(2, 1);
    checks.at(0, 0) = rgb(0xff0000);
    checks.at(1, 0) = rgb(0x0000ff);
    const TextureId texture = textures.add(checks, Filter::Nearest);
    DrawList list({0, 0, 32, 32});
    const Corner a{{0, 0}, {-1, 0}, Color{}};
    const Corner b{{32, 0}, {3, 0}, Color{}};
    const Corner c{{32, 32}, {3, 1}, Color{}};
    const Corner d{{0, 32}, {-1, 1}, Color{}};
    list.triangle_repeating(texture, a, b, c);
    list.triangle_repeating(texture, a, c, d);
    for (const Vertex& vertex : list.vertices()) {
        CHECK(vertex.u >= 0);
        CHECK(vertex.u <= 1);
        CHECK(vertex.v >= 0);
        CHECK(vertex.v <= 1);
    }
    const Image image = drawn(list, textures);
    int red = 0;
    for (int x = 0; x < 32; ++x) {
        const bool expect_red = x / 4 % 2 == 0;
        CHECK(image.at(x, 16) == (expect_red ? rgb(0xff0000) : rgb(0x0000ff)));
        red += expect_red ? 1 : 0;
    }
    CHECK(red == 16);
}

TEST_CASE("a plain quad with a repeating texture becomes one quad a repetition") {
    TextureStore textures;
    Image checks(2, 2);
    checks.at(0, 0) = rgb(0xff0000);
    checks.at(1, 1) = rgb(0x0000ff);
    const TextureId texture = textures.add(checks, Filter::Nearest);
    const auto both_ways = [&](float u0, float u1, float v0, float v1, Color last) {
        const Corner a{{4, 2}, {u0, v0}, Color{}};
        const Corner b{{30, 6}, {u1, v0}, Color{}};
        const Corner c{{28, 30}, {u1, v1}, last};
        const Corner d{{2, 26}, {u0, v1}, Color{}};
        DrawList whole({0, 0, 32, 32});
        whole.quad_repeating(texture, a, b, c, d);
        DrawList cut({0, 0, 32, 32});
        cut.triangle_repeating(texture, a, b, c);
        cut.triangle_repeating(texture, a, c, d);
        const Image left = drawn(whole, textures);
        const Image right = drawn(cut, textures);
        std::size_t different = 0;
        for (std::size_t i = 0; i < left.pixels.size(); ++i)
            different += left.pixels[i] == right.pixels[i] ? 0U : 1U;
        CHECK(different < 10);  // pixels exactly on an edge
        return whole.vertices().size();
    };
    CHECK(both_ways(-0.5F, 2.5F, 0.25F, 1.5F, Color{}) == 4 * 4 * 2);
    CHECK(both_ways(2.5F, -0.5F, 1.5F, 0.25F, Color{}) == 4 * 4 * 2);       // mirrored
    CHECK(both_ways(-0.5F, 2.5F, 0.25F, 1.5F, rgb(0x808080)) > 4 * 4 * 2);  // shaded: cut
}

TEST_CASE("a texture that would repeat a million times is drawn once") {
    DrawList list({0, 0, 32, 32});
    const Corner a{{0, 0}, {-1e9F, 0}, Color{}};
    const Corner b{{32, 0}, {1e9F, 0}, Color{}};
    const Corner c{{32, 32}, {3, 1e9F}, Color{}};
    list.triangle_repeating(kWhiteTexture, a, b, c);
    CHECK(list.vertices().size() == 3);
}

TEST_CASE("smooth shapes have full middles and fading rims") {
    const TextureStore textures;
    DrawList list({0, 0, 32, 32});
    list.circle({16, 16}, 10, rgb(0xffffff));
    const Image image = drawn(list, textures);
    CHECK(image.at(16, 16) == rgb(0xffffff));
    CHECK(image.at(16, 7).r > 128);
    CHECK(image.at(16, 4).r == 0);
    bool between = false;
    for (const Color& pixel : image.pixels) between = between || (pixel.r > 20 && pixel.r < 235);
    CHECK(between);
}

TEST_CASE("shapes of both turning directions and odd sizes are drawn alike") {
    const TextureStore textures;
    const auto count = [&](std::initializer_list<Vec2> points) {
        DrawList list({0, 0, 32, 32});
        list.polygon(points, rgb(0xffffff));
        return lit(drawn(list, textures));
    };
    CHECK(count({{4, 4}, {28, 4}, {28, 28}, {4, 28}}) ==
          count({{4, 28}, {28, 28}, {28, 4}, {4, 4}}));
    CHECK(count({{4, 4}, {28, 4}}) == 0);
    CHECK(count({{4, 4}, {4, 4}, {4, 4}}) < 8);
}
