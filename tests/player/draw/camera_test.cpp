#include "player/draw/camera.h"

#include "player/draw/png.h"
#include "tests/catch.h"
#include "tests/player/draw/near.h"

using namespace tickreel;
using tickreel_test::near;

TEST_CASE("world and screen are each other's inverse") {
    const Camera camera{{100, 50}, 2.5F, {10, 20, 650, 500}};
    const Vec2 there = camera.to_screen({123, -45});
    const Vec2 back = camera.to_world(there);
    CHECK(near(back.x, 123));
    CHECK(near(back.y, -45));
    CHECK(camera.to_screen(Vec2{100, 50}) == Vec2{330, 260});
}

TEST_CASE("zooming keeps the point under the pointer") {
    Camera camera{{0, 0}, 1, {0, 0, 800, 600}};
    const Vec2 pointer{100, 500};
    const Vec2 before = camera.to_world(pointer);
    for (int i = 0; i < 5; ++i) camera.zoom_at(pointer, 1.3F);
    CHECK(near(camera.to_world(pointer).x, before.x, 1e-3));
    CHECK(near(camera.to_world(pointer).y, before.y, 1e-3));
    for (int i = 0; i < 500; ++i) camera.zoom_at(pointer, 10);
    CHECK(camera.scale == kMaxScale);
}

TEST_CASE("fitting shows the whole box, centred") {
    Camera camera{{0, 0}, 1, {0, 0, 800, 600}};
    camera.fit({100, 100, 300, 900}, 0.1F);
    CHECK(camera.centre == Vec2{200, 500});
    CHECK(near(camera.scale, 600 * 0.8 / 800));
    camera.fit({5, 5, 5, 5});
    CHECK(camera.scale == kMaxScale);
}

TEST_CASE("a PNG comes back as it was written") {
    Image image(5, 3);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const auto v = static_cast<std::uint8_t>(i * 17);
        image.pixels[i] = {v, static_cast<std::uint8_t>(255 - v), 7,
                           static_cast<std::uint8_t>(v | 1)};
    }
    const Result<Bytes> bytes = write_png(image);
    REQUIRE(bytes.ok());
    const Result<Image> back = read_png(*bytes);
    REQUIRE(back.ok());
    CHECK(*back == image);
}

TEST_CASE("what is no PNG, or cut, or huge, is refused with a reason") {
    CHECK_FALSE(read_png({}).ok());
    CHECK_FALSE(read_png(as_bytes("not a png at all")).ok());
    Bytes bytes = *write_png(Image(9, 9, rgb(0x123456)));
    const Result<Image> cut = read_png(ByteView(bytes).first(bytes.size() / 2));
    REQUIRE_FALSE(cut.ok());
    // Width and height follow the signature and the chunk header.
    for (const std::size_t at : {16U, 20U}) bytes[at + 1] = 0x7F;
    CHECK_FALSE(read_png(bytes).ok());
}
