// Kills, chat, keys and aim in pictures.

#include <algorithm>

#include "player/render/feed_reader.h"
#include "tests/format/analysis/pressed.h"
#include "tests/player/render/render_stage.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("kills and chat are in pictures as long as in the game, wherever the picture begins") {
    const Place place("feed");
    const auto reel = ReelReader::open(std::move(*open_file(place.reel)));
    REQUIRE(reel.ok());
    const auto at = [&](Tick from, double position) {
        FeedReader feed(**reel, {0, from}, {0, 1100});
        const auto lines = feed.at(position);
        return std::vector<FeedLine>(lines.begin(), lines.end());
    };
    CHECK(at(1000, 9.5).empty());
    const std::vector<FeedLine> both{{false, "nameless killed third (grenade)", 0.3},
                                     {true, "brave tee: hello", 0.1}};
    CHECK(at(1000, 25) == both);
    CHECK(at(1025, 25) == both);
    CHECK(at(1000, 25 + 50 * kFeedSeconds).empty());
    // In the picture: the upper right and the lower left.
    const auto picture = [&](const char* tick, const std::vector<std::string>& more) {
        std::vector<std::string> words{place.reel,          "--tick", tick,      "-o",
                                       place.path("a.png"), "--size", "640x360", "--force"};
        words.insert(words.end(), more.begin(), more.end());
        REQUIRE(render(words) == 0);
        return place.picture("a.png");
    };
    const Image bare = picture("1030", {});
    const Image dressed = picture("1030", {"--game-hud"});
    const auto differs = [&](int x0, int y0, int x1, int y1) {
        for (int y = y0; y < y1; ++y)
            for (int x = x0; x < x1; ++x)
                if (bare.at(x, y) != dressed.at(x, y)) return true;
        return false;
    };
    CHECK(differs(480, 0, 640, 40));
    CHECK(differs(0, 320, 160, 360));
    CHECK_FALSE(differs(0, 40, 640, 300));
    CHECK(picture("1030", {"--hud"}) != dressed);  // and the strip of facts
    CHECK(picture("1030", {"--game-hud", "--follow", "nameless"}) !=
          picture("1030", {"--follow", "nameless"}));
}

TEST_CASE("keys and aim of the recorded player are in pictures that ask for them") {
    const Place place("inputs");
    const auto picture = [&](const char* tick, const std::vector<std::string>& more) {
        std::vector<std::string> words{place.reel,          "--tick", tick,      "-o",
                                       place.path("a.png"), "--size", "640x360", "--force"};
        words.insert(words.end(), more.begin(), more.end());
        REQUIRE(render(words) == 0);
        return place.picture("a.png");
    };
    const Image plain = picture("1070", {});
    const Image pressed = picture("1070", {"--inputs"});
    CHECK(pressed != plain);
    CHECK(pressed == picture("1070", {"--inputs", "--raw"}));
    CHECK(picture("1058", {"--inputs"}) == picture("1058", {}));  // nothing was pressed yet
    // Whoever is followed: theirs, or none.
    CHECK(picture("1070", {"--inputs", "--follow", "third"}) ==
          picture("1070", {"--follow", "third"}));
    CHECK(picture("1070", {"--game-hud"}) != picture("1058", {"--game-hud"}));
}

TEST_CASE("what was held before unreadable ticks is not known in them, nor behind them") {
    const std::vector<Hole> holes{{10, 20, Integrity::Gap, ""},
                                  {100, 110, Integrity::Unreadable, ""},
                                  {200, 210, Integrity::Unreadable, ""}};
    CHECK(readable_since(holes, 50) == 0);
    CHECK(readable_since(holes, 99) == 0);
    CHECK(readable_since(holes, 100) == 110);
    CHECK(readable_since(holes, 150) == 110);
    CHECK(readable_since(holes, 500) == 210);
    Pressed pressed;
    pressed.input(95, {1, false, false, false});
    pressed.input(130, {-1, false, false, false});
    Frame frame;
    const auto direction = [&](std::int64_t position) {
        const auto held = pressed_input(pressed.track, pressed.schema, frame, {}, position,
                                        readable_since(holes, position));
        return held ? held->held.direction : 0;
    };
    CHECK(direction(98) == 1);
    CHECK(direction(105) == 0);
    CHECK(direction(120) == 0);
    CHECK(direction(130) == -1);
}

TEST_CASE("inputs that are asked for and not there are said, once, with what there is") {
    const Place place("no_inputs");
    const auto said = [&](std::vector<std::string> more) {
        std::vector<std::string> words{place.reel, "--inputs", "--size", "64x64", "--force"};
        words.insert(words.end(), more.begin(), more.end());
        return said_by(words, 0);
    };
    const std::string out = place.path("a.png");
    CHECK(said({"--tick", "1070", "-o", out}).empty());
    CHECK(said({"--ticks", "1050..1070", "-o", place.path("f%02d.png")}).empty());
    CHECK_THAT(said({"--tick", "1050", "-o", out}),
               contains("no keys and aim of Teeworlds are recorded here"));
    const std::string third =
        said({"--ticks", "1062..1070", "-o", place.path("g%02d.png"), "--follow", "third"});
    CHECK_THAT(third, contains("no keys and aim of third are recorded here"));
    CHECK(std::count(third.begin(), third.end(), '\n') == 1);
    CHECK(said({"--tick", "1070", "-o", out, "--quiet"}).empty());
}

TEST_CASE("what a server noted long ago is still held: it notes only changes") {
    const Place place("noted");
    const std::string path = place.path("noted.reel");
    Pressed pressed;
    ItemType tee;
    tee.name = "Tee";
    tee.fields = {{"x", FieldKind::Int32}, {"y", FieldKind::Int32}};
    tee.fields[0].roles = Role::PositionX;
    tee.fields[1].roles = Role::PositionY;
    const TypeId tees = pressed.schema.add(tee);
    {
        RecordingInfo info;
        info.game = "teeworlds";
        ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
        for (const ItemType& type : pressed.schema.types()) writer.add_type(type);
        writer.begin_segment({"arena", "", ""});
        for (Tick tick = 1000; tick <= 2000; tick += 50) {
            Frame frame;
            frame.tick = tick;
            SnapshotBuilder builder;
            builder.set({tees, 3}, std::vector<Word>{100, 200});
            frame.snapshot = builder.build();
            if (tick == 1100)
                frame.events.push_back(pressed.event("TeeInput", {3, 1, 1, 0, 0, 0, 1}));
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
    }
    const auto reel = ReelReader::open(std::move(*open_file(path)));
    REQUIRE(reel.ok());
    const FeedReader feed(**reel, {0, 1900}, {0, 1950});
    const auto held = feed.inputs().held(EntityId{3}, 900);
    REQUIRE(held);
    CHECK(held->direction == 1);
    CHECK(held->hook);
    // Those whom it notes can be followed.
    const auto said = [&](std::vector<std::string> more) {
        std::vector<std::string> words{path, "--tick", "1950", "--size", "640x360", "--force"};
        words.insert(words.end(), more.begin(), more.end());
        return said_by(words, 0);
    };
    CHECK_THAT(said({"--inputs", "-o", place.path("a.png")}), contains("--follow NAME|N chooses"));
    CHECK_THAT(said({"--inputs", "--follow", "3", "-o", place.path("a.png")}),
               !contains("--inputs draws nothing"));
    said({"--follow", "3", "-o", place.path("b.png")});
    CHECK(place.picture("a.png") != place.picture("b.png"));
    CHECK_THAT(refused({path, "--tick", "1950", "--follow", "4", "-o", place.path("c.png")}),
               contains("no character of 4 at tick 1950"));
}
