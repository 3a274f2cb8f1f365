#include "player/draw/scene.h"

#include "player/draw/art.h"
#include "player/draw/points.h"
#include "player/draw/rasteriser.h"
#include "tests/catch.h"
#include "tickreel/model/row.h"

using namespace tickreel;

namespace {

struct World {
    Schema schema{};
    TypeId ship = 0;
    TypeId crew = 0;
    Frame frame{};
    TextureStore textures{};
    Font font{textures};

    World() {
        ItemType type{"Ship", "", TypeUse::Item, true, {}};
        type.fields = {{"px", FieldKind::Float32, false, Role::PositionX},
                       {"py", FieldKind::Int32, false, Role::PositionY, 0.5}};
        ship = schema.add(type);
        ItemType names{"Crew", "", TypeUse::Item, true, {}};
        names.fields = {{"name", FieldKind::Text, true, Role::Name}};
        crew = schema.add(names);
    }

    void place(EntityId id, double x, std::int64_t y) {
        SnapshotBuilder builder(frame.snapshot);
        builder.set({ship, id}, make_row(schema[ship], {x, y}));
        frame.snapshot = builder.build();
    }

    SceneInput input() {
        SceneInput in{schema, textures, font};
        in.frame = &frame;
        in.camera.viewport = {0, 0, 200, 100};
        return in;
    }
};

// Of a game in which nothing moves farther than 30 units between two snapshots.
class SlowGame final : public Art {
public:
    Box world() const override { return {}; }
    bool has_map() const override { return false; }
    float game_scale(const Box&) const override { return 1; }
    bool knows(const ItemType&) const override { return false; }
    void draw_behind(const SceneInput&, Scene&) override {}
    void draw_front(const SceneInput&, Scene&) override {}
    SentArea sent_area(const SceneInput&) const override { return {}; }
    float longest_step() const override { return 30; }
    std::vector<NamedItem> players(const Schema&, const Frame&) const override { return {}; }
};

}  // namespace

TEST_CASE("any schema with positions is drawn, scaled and can be picked") {
    World world;
    world.place(7, 30.5, 40);
    world.place(8, 1000, 1000);
    const Scene scene = build_scene(world.input());
    REQUIRE(scene.picks.size() == 1);  // the other is out of sight
    CHECK(scene.picks[0].key == ItemKey{world.ship, 7});
    CHECK(scene.picks[0].position == Vec2{30.5F, 20});
    REQUIRE(pick_item(scene, {31, 21}, 0));
    CHECK(pick_item(scene, {31, 21}, 0)->key == ItemKey{world.ship, 7});
    CHECK_FALSE(pick_item(scene, {60, 20}, 0).has_value());
    REQUIRE(pick_item(scene, {60, 20}, 40));
    CHECK(pick_item(scene, {60, 20}, 40)->key == ItemKey{world.ship, 7});
}

TEST_CASE("everything with a place is inside the box around all") {
    World world;
    CHECK(positions_box(world.schema, world.frame.snapshot).empty());
    world.place(1, -10, 20);
    world.place(2, 50, -80);
    CHECK(positions_box(world.schema, world.frame.snapshot) == Box{-10, -40, 50, 10});
}

TEST_CASE("between two frames an item is between two places") {
    World world;
    world.place(7, 10, 0);
    const Frame before = world.frame;
    world.place(7, 20, 40);
    SceneInput input = world.input();
    const ItemKey key{world.ship, 7};
    CHECK(item_position(input, key) == Vec2{20, 20});
    input.previous = &before;
    input.k = 0.25F;
    CHECK(item_position(input, key) == Vec2{12.5F, 5});
    CHECK_FALSE(item_position(input, {world.ship, 99}).has_value());
    // Who comes with the later frame is not there before it; who is gone in it stays that long.
    world.place(8, 5, 6);
    CHECK_FALSE(item_position(input, {world.ship, 8}).has_value());
    CHECK(build_scene(input).picks.size() == 1);
    const Frame both = world.frame;
    world.frame = before;
    input.previous = &both;
    CHECK(item_position(input, {world.ship, 8}) == Vec2{5, 3});
    input.k = 1;
    CHECK_FALSE(item_position(input, {world.ship, 8}).has_value());
}

TEST_CASE("a trail is of the last second, however much more is known") {
    World world;
    std::vector<Frame> recent;
    for (int step = 0; step <= 20; ++step) {
        world.place(7, 5 * step, 40);
        world.frame.tick = 1000 + 5 * step;
        recent.push_back(world.frame);
    }
    SceneInput input = world.input();
    const auto drawn = [&input] { return build_scene(input).list.vertices().size(); };
    const std::size_t without = drawn();
    input.options.trails = true;
    input.recent = std::span(recent).first(recent.size() - 1);
    const std::size_t of_two_seconds = drawn();
    input.recent = input.recent.last(10);
    CHECK(of_two_seconds == drawn());
    CHECK(of_two_seconds > without);
}

TEST_CASE("what moves farther than the game allows has jumped, and is nowhere between") {
    World world;
    world.place(7, 10, 0);
    world.place(8, 10, 0);
    const Frame before = world.frame;
    world.place(7, 34, 0);
    world.place(8, 410, 0);
    SlowGame game;
    SceneInput input = world.input();
    input.previous = &before;
    input.k = 0.25F;
    CHECK(item_position(input, {world.ship, 8}) == Vec2{110, 0});
    input.art = &game;
    CHECK(item_position(input, {world.ship, 7}) == Vec2{16, 0});
    CHECK(item_position(input, {world.ship, 8}) == Vec2{410, 0});
}

TEST_CASE("a thing without art is not called like somebody with its number") {
    World world;
    world.place(7, 0, 0);
    SnapshotBuilder builder(world.frame.snapshot);
    builder.set({world.crew, 7}, make_row(world.schema[world.crew], {std::string("Ada")}));
    world.frame.snapshot = builder.build();
    const Scene scene = build_scene(world.input());
    REQUIRE(scene.picks.size() == 1);
    CHECK(scene.picks[0].label == "Ship 7");
}

TEST_CASE("of labels that cover each other that of what is chosen is drawn") {
    World world;
    world.place(1, 0, 0);
    world.place(2'222'222, 0.1, 0);
    const auto drawn = [&](std::optional<ItemKey> selected, std::optional<ItemKey> followed) {
        SceneInput input = world.input();
        input.options.ids = true;
        input.selected = selected;
        input.followed = followed;
        return build_scene(input).list.vertices().size();
    };
    const ItemKey first{world.ship, 1};
    const ItemKey second{world.ship, 2'222'222};
    CHECK(drawn({}, first) == drawn({}, {}));  // "Ship 1"
    CHECK(drawn({}, second) > drawn({}, {}));  // "Ship 2222222"
    CHECK(drawn(second, {}) > drawn(first, {}));
}

TEST_CASE("places that are no numbers are not drawn") {
    World world;
    world.place(1, std::numeric_limits<double>::quiet_NaN(), 0);
    world.place(2, std::numeric_limits<double>::infinity(), 0);
    CHECK(build_scene(world.input()).picks.empty());
}

TEST_CASE("without a frame the background is drawn alone") {
    World world;
    SceneInput input = world.input();
    input.frame = nullptr;
    const Scene scene = build_scene(input);
    CHECK_FALSE(scene.list.empty());
    CHECK(scene.picks.empty());
}

TEST_CASE("any camera gives a bounded scene") {
    World world;
    world.place(1, 0, 0);
    for (const float scale : {1e-4F, 1.0F, 256.0F}) {
        for (const float centre : {0.0F, 1e9F, -1e9F}) {
            SceneInput input = world.input();
            input.camera.scale = scale;
            input.camera.centre = {centre, centre};
            CHECK(build_scene(input).list.vertices().size() < 100000);
        }
    }
}

TEST_CASE("ghosts are drawn above the rest, and picked only where nothing else is") {
    World world;
    world.place(7, 30, 40);
    const Scene plain = build_scene(world.input());
    Schema more = world.schema;
    ItemType type = world.schema[world.ship];
    type.name = "Other";
    const TypeId other = more.add(type);
    Frame pale;
    SnapshotBuilder builder;
    builder.set({world.ship, 8}, make_row(type, {32.0, std::int64_t{40}}));
    builder.set({other, 1}, make_row(type, {90.0, std::int64_t{40}}));
    pale.snapshot = builder.build();
    SceneInput input = world.input();
    input.ghosts = {&more, &pale, nullptr};
    input.legend = {"ghosts: not sent to a"};
    const Scene scene = build_scene(input);
    REQUIRE(scene.picks.size() == 3);
    CHECK_FALSE(scene.picks[0].ghost);
    CHECK((scene.picks[1].ghost && scene.picks[2].ghost));
    CHECK(scene.picks[2].key == ItemKey{other, 1});
    CHECK(pick_item(scene, {32, 20}, 0)->key == ItemKey{world.ship, 7});
    CHECK(pick_item(scene, {36, 20}, 0)->key == ItemKey{world.ship, 8});
    CHECK(pick_item(scene, {90, 20}, 0)->ghost);
    // What was sent is drawn as without them.
    const auto before = plain.list.vertices();
    const auto with = scene.list.vertices();
    REQUIRE(with.size() > before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(Vec2{before[i].x, before[i].y} == Vec2{with[i].x, with[i].y});
        CHECK(before[i].color == with[i].color);
    }
    CHECK(hud_room(input).y0 > hud_room(world.input()).y0);
    // Between two ticks they move too; who is a ghost only at the later one comes with it.
    const Frame now = world.frame;
    input.previous = &now;
    input.ghosts.previous = &now;
    input.k = 0.5F;
    CHECK(build_scene(input).picks.size() == 1);
    input.ghosts.previous = &pale;
    CHECK(build_scene(input).picks.size() == 3);
}

TEST_CASE("fog darkens what lies outside of the area that is sent, however far the camera is") {
    World world;
    for (const Vec2 centre : {Vec2{0, 0}, Vec2{40, 20}, Vec2{5000, -3000}}) {
        SceneInput input = world.input();
        input.camera.centre = centre;
        const auto picture = [&] {
            Image image(200, 100, rgb(0xffffff));
            rasterise(build_scene(input).list, world.textures, image, 1);
            return image;
        };
        const Image clear = picture();
        input.fog = SentArea{{}, {}, "not known"};
        CHECK(picture().pixels == clear.pixels);
        input.fog->shape = {{-60, -30}, {60, -30}, {80, 0}, {60, 30}, {-60, 30}};
        const Image fogged = picture();
        for (int y = 0; y < 100; y += 3) {
            for (int x = 0; x < 200; x += 3) {
                const Vec2 at =
                    input.camera.to_world({static_cast<float>(x), static_cast<float>(y)});
                INFO(at.x << "," << at.y);
                const Box sent{-57, -27, 57, 27};
                const Box all{-63, -33, 83, 33};
                if (sent.contains(at)) CHECK(fogged.at(x, y) == clear.at(x, y));
                if (!all.contains(at)) CHECK(fogged.at(x, y).r < clear.at(x, y).r);
            }
        }
    }
}
