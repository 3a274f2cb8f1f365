#include "player/draw/rasteriser.h"

#include <limits>
#include <random>

#include "tests/catch.h"

using namespace tickreel;

namespace {

struct Canvas {
    TextureStore textures{};
    TextureId texture = kWhiteTexture;

    Canvas() {
        Image image(8, 8);
        for (int y = 0; y < 8; ++y) {
            for (int x = 0; x < 8; ++x) {
                image.at(x, y) = {static_cast<std::uint8_t>(x * 30),
                                  static_cast<std::uint8_t>(y * 30), 100,
                                  static_cast<std::uint8_t>(255 - 8 * (x + y))};
            }
        }
        texture = textures.add(std::move(image));
    }
};

DrawList random_list(std::mt19937_64& random, TextureId texture, int triangles) {
    DrawList list({0, 0, 160, 160});
    const auto number = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random() % 100000) / 100000;
    };
    for (int i = 0; i < triangles; ++i) {
        std::array<Vertex, 3> v;
        for (Vertex& vertex : v) {
            vertex = {number(-200, 400),
                      number(-200, 400),
                      number(0, 1),
                      number(0, 1),
                      {static_cast<std::uint8_t>(random()), static_cast<std::uint8_t>(random()),
                       static_cast<std::uint8_t>(random()), static_cast<std::uint8_t>(random())}};
        }
        constexpr std::array<std::uint32_t, 3> kIndices{0, 1, 2};
        list.add(random() % 2 == 0 ? kWhiteTexture : texture, v, kIndices);
    }
    return list;
}

}  // namespace

TEST_CASE("the picture does not depend on the number of threads or on the run") {
    const Canvas canvas;
    std::mt19937_64 random(1);
    const DrawList list = random_list(random, canvas.texture, 300);
    Image one(160, 160, rgb(0x203040));
    rasterise(list, canvas.textures, one, 1);
    for (const int threads : {1, 2, 3, 7}) {
        Image other(160, 160, rgb(0x203040));
        rasterise(list, canvas.textures, other, threads);
        CHECK(other == one);
    }
}

TEST_CASE("positions from another world are survived") {
    const Canvas canvas;
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInf = std::numeric_limits<float>::infinity();
    Image image(20, 20, rgb(0x000000));
    for (const float bad : {kNan, kInf, -kInf, 1e30F, -1e30F}) {
        DrawList list({0, 0, 20, 20});
        const std::array<Vertex, 3> v{Vertex{bad, 0, 0, 0, {}}, Vertex{20, bad, bad, 0, {}},
                                      Vertex{0, 20, 0, bad, {}}};
        constexpr std::array<std::uint32_t, 3> kIndices{0, 1, 2};
        list.add(canvas.texture, v, kIndices);
        rasterise(list, canvas.textures, image);
    }
    DrawList huge({0, 0, 20, 20});
    huge.rect({-1e9F, -1e9F, 1e9F, 1e9F}, rgb(0xabcdef));
    rasterise(huge, canvas.textures, image);
    CHECK(image.at(0, 0) == rgb(0xabcdef));
    CHECK(image.at(19, 19) == rgb(0xabcdef));
}

TEST_CASE("textures that are gone are left out") {
    Canvas canvas;
    DrawList list({0, 0, 20, 20});
    list.image(canvas.texture, {0, 0, 20, 20}, {0, 0, 1, 1});
    list.image(999, {0, 0, 20, 20}, {0, 0, 1, 1});
    canvas.textures.remove(canvas.texture);
    Image image(20, 20, rgb(0x000000));
    rasterise(list, canvas.textures, image);
    CHECK(image == Image(20, 20, rgb(0x000000)));
}

TEST_CASE("colours blend by their alpha and an image is copied texel by texel") {
    const TextureStore store;
    Image image(2, 1, rgb(0x000000));
    DrawList list({0, 0, 2, 1});
    list.rect({0, 0, 1, 1}, {255, 255, 255, 64});
    rasterise(list, store, image);
    CHECK(image.at(0, 0) == rgb(0x404040));

    const Canvas canvas;
    DrawList copy({0, 0, 8, 8});
    copy.image(canvas.texture, {0, 0, 8, 8}, {0, 0, 1, 1});
    Image target(8, 8, {0, 0, 0, 0});
    rasterise(copy, canvas.textures, target);
    const Image& source = canvas.textures.image(canvas.texture);
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x) CHECK(target.at(x, y).a == source.at(x, y).a);
}

TEST_CASE("invisible texels do not darken the edge of visible ones") {
    TextureStore textures;
    Image image(2, 1, {0, 0, 0, 0});
    image.at(0, 0) = rgb(0xffffff);
    const TextureId texture = textures.add(image);
    DrawList list({0, 0, 16, 1});
    list.image(texture, {0, 0, 16, 1}, {0, 0, 1, 1});
    Image target(16, 1, rgb(0xffffff));
    rasterise(list, textures, target);
    CHECK(target == Image(16, 1, rgb(0xffffff)));
}
