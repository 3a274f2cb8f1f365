// Pictures and films of what is not in the file.

#include <cmath>

#include "player/draw/hud.h"
#include "player/draw/rasteriser.h"
#include "player/render/playhead.h"
#include "tests/player/render/render_stage.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

namespace {

// The sample match with a damaged byte in the middle, written to `path`.
Result<std::unique_ptr<ReelReader>> damaged_arena(const std::string& path) {
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    Result<Bytes> bytes = read_whole_file(arena);
    REQUIRE(bytes.ok());
    (*bytes)[bytes->size() / 2] ^= 0xff;
    REQUIRE(write_whole_file(path, *bytes, IfExists::Replace).ok());
    auto reel = ReelReader::open(std::move(*open_file(path)));
    REQUIRE(reel.ok());
    return reel;
}

}  // namespace

TEST_CASE("in a gap a picture says so, with its own tick, and shows the snapshot before it") {
    const PlaceWithGap made;
    const auto reel = ReelReader::open(std::move(*open_file(made.reel)));
    REQUIRE(reel.ok());
    Playhead head(**reel);
    REQUIRE(head.move_to(49).ok());  // 1048 is the last snapshot
    CHECK(head.hole() == nullptr);
    REQUIRE(head.move_to(54.5).ok());
    CHECK(head.frame().tick == 1048);
    REQUIRE(head.hole() != nullptr);
    CHECK(head.hole()->kind == Integrity::Gap);
    CHECK(head.share() == 0);
    REQUIRE(head.move_to(20.5).ok());
    CHECK(head.share() > 0);
    CHECK(head.hole() == nullptr);

    const auto picture = [&](const char* tick, const std::vector<std::string>& more) {
        std::vector<std::string> words{
            made.reel, "--tick",  tick,     "--center", "480,256", "-o", made.place.path("a.png"),
            "--size",  "640x360", "--force"};
        words.insert(words.end(), more.begin(), more.end());
        REQUIRE(render(words) == 0);
        return made.place.picture("a.png");
    };
    // As `tickreel at` says it.
    const auto said = [&](const char* tick) {
        return said_with(0, [&] {
            return render({made.reel, "--tick", tick, "-o", made.place.path("a.png"), "--size",
                           "64x36", "--force"});
        });
    };
    CHECK_THAT(said("1054"), contains(": tick 1054 is missing (") && contains("); taking 1048\n"));
    CHECK_THAT(said("1049"), !contains("missing"));
    // Nobody moves, and who came later is not there yet; a sign says so, hud or not.
    CHECK(picture("1054", {"--no-gap-sign"}) == picture("1049", {}));
    CHECK(picture("1054", {"--no-gap-sign"}) != picture("1060", {}));
    CHECK(picture("1054", {}) != picture("1049", {}));
    CHECK(picture("1049", {}) == picture("1049", {"--no-gap-sign"}));
    // The game's own clock goes on: 0:20, 0:21.
    const auto clock = [&](const char* tick) {
        const Image whole = picture(tick, {"--game-hud", "--no-gap-sign"});
        Image part(80, 24, rgb(0));
        for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < part.width; ++x) part.at(x, y) = whole.at(280 + x, y);
        return part;
    };
    CHECK(clock("1044") == clock("1048"));
    CHECK(clock("1048") != clock("1054"));
    CHECK(clock("1054") == clock("1060"));
    // The strip differs by its tick and its words: the same ticks without a gap have other words.
    const auto strip = [&](const Integrity integrity, Tick tick, const char* time) {
        TextureStore textures;
        Font font(textures);
        DrawList list;
        HudFacts facts;
        facts.time = time;
        facts.tick = std::to_string(tick);
        facts.integrity = integrity;
        facts.wire = {WireChecksum::Ok, 7, 7, kNoTick, 50, 1};
        facts.map = "arena";
        Image image(640, 360, rgb(0x12161d));
        draw_hud(list, font, {0, 0, 640, 360}, facts, 0.6F);
        rasterise(list, textures, image);
        return image;
    };
    const auto same_words = [](const Image& a, const Image& b) {  // the strip lets the map through
        int different = 0;
        for (int y = 346; y < 360; ++y)
            for (int x = 0; x < 500; ++x) {
                const Color one = a.at(x, y);
                const Color other = b.at(x, y);
                different += std::abs(one.r - other.r) + std::abs(one.g - other.g) > 80 ? 1 : 0;
            }
        return different == 0;
    };
    const Image in_gap = picture("1054", {"--hud"});
    CHECK(same_words(in_gap, strip(Integrity::Gap, 1054, "0:01.08")));
    CHECK_FALSE(same_words(in_gap, strip(Integrity::Match, 1054, "0:01.08")));
    CHECK_FALSE(same_words(in_gap, strip(Integrity::Gap, 1048, "0:01.08")));
    CHECK(same_words(picture("1048", {"--hud"}), strip(Integrity::Match, 1048, "0:00.96")));
}

TEST_CASE("where the file is damaged a film says unreadable, whatever was read before") {
    const Place place("damaged");
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    Result<Bytes> bytes = read_whole_file(arena);
    REQUIRE(bytes.ok());
    const std::size_t middle = bytes->size() / 2;
    (*bytes)[middle] ^= 0xff;
    REQUIRE(write_whole_file(place.path("damaged.reel"), *bytes, IfExists::Replace).ok());
    const auto reel = ReelReader::open(std::move(*open_file(place.path("damaged.reel"))));
    REQUIRE(reel.ok());
    Playhead head(**reel);
    std::int64_t unreadable = 0;
    for (std::int64_t at = 0; at <= (*reel)->timeline().length(); ++at) {
        REQUIRE(head.move_to(static_cast<double>(at)).ok());
        const Hole* hole = head.hole();
        const bool lost = hole != nullptr && hole->kind == Integrity::Unreadable;
        unreadable += lost ? 1 : 0;
        // A snapshot every other tick.
        CHECK(lost == ((*reel)->timeline().position(head.frame().moment()) + 2 <= at));
        if (lost) CHECK(head.share() == 0);
    }
    CHECK(unreadable > 0);
    // What begins before it is a film, and incomplete; within it there is nothing to draw.
    const Moment lost{0, (*reel)->damage()[0].ticks->from};
    const auto film = [&](Tick from, Tick to, const std::string& name) {
        return render({place.path("damaged.reel"), "--ticks", concat(from, "..", to), "--fps", "5",
                       "--size", "64x36", "-o", place.path(name)});
    };
    CHECK(film(lost.tick - 20, lost.tick + 20, "part-%02d.png") == 3);
    CHECK(fs::exists(place.path("part-00.png")));
    const std::string said =
        said_with(3, [&] { return film(lost.tick + 2, lost.tick + 20, "none-%02d.png"); });
    CHECK_THAT(said, contains(concat(": ticks ", lost.tick, "..")) && contains(" are missing: "));
    CHECK_THAT(said, contains("; run 'tickreel verify' for details\n"));
    CHECK_FALSE(fs::exists(place.path("none-00.png")));
    // What begins within it is a film from the first snapshot on that can be read.
    const Tick end = (*reel)->damage()[0].ticks->to;
    CHECK(film(end - 10, end + 20, "rest-%02d.png") == 3);
    CHECK(fs::exists(place.path("rest-00.png")));
}

TEST_CASE("a film over a hole of any length has a picture for each of its moments") {
    const Place place("long_hole");
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    Result<Bytes> bytes = read_whole_file(arena);
    REQUIRE(bytes.ok());
    const auto whole = ReelReader::open(std::move(*open_file(arena)));
    REQUIRE(whole.ok());
    for (const ChunkInfo& chunk : (*whole)->chunks())
        if (chunk.first_tick > 400 && chunk.last_tick < 1100) (*bytes)[chunk.offset + 60] ^= 0xff;
    REQUIRE(write_whole_file(place.path("damaged.reel"), *bytes, IfExists::Replace).ok());
    const auto reel = ReelReader::open(std::move(*open_file(place.path("damaged.reel"))));
    REQUIRE(reel.ok());
    Playhead head(**reel);
    std::int64_t unreadable = 0;
    for (std::int64_t at = 350; at <= 1200; ++at) {
        REQUIRE(head.move_to(static_cast<double>(at)).ok());
        unreadable += head.hole() != nullptr ? 1 : 0;
    }
    CHECK(unreadable > 500);  // 10 s
    CHECK(render({place.path("damaged.reel"), "--ticks", "350..1150", "--fps", "5", "--size",
                  "64x36", "-o", place.path("long-%02d.png")}) == 3);
    CHECK(fs::exists(place.path("long-79.png")));
    CHECK_FALSE(fs::exists(place.path("long-80.png")));
}

TEST_CASE("a picture of a damaged tick names what to try next") {
    const Place place("damaged_tick");
    const auto reel = damaged_arena(place.path("damaged.reel"));
    std::string lost;
    for (Tick tick = (*reel)->timeline().first().tick; lost.empty(); tick += 10) {
        REQUIRE(tick < (*reel)->timeline().last().tick);
        if (!(*reel)->at({0, tick}).ok()) lost = std::to_string(tick);
    }
    const std::string said = said_with(3, [&] {
        return render({place.path("damaged.reel"), "--tick", lost, "-o", place.path("a.png"),
                       "--size", "64x36"});
    });
    CHECK_FALSE(fs::exists(place.path("a.png")));
    CHECK_THAT(said, contains(" are missing: "));
    CHECK_THAT(said, contains("; run 'tickreel verify' for details\n"));
}

TEST_CASE(
    "a picture whose kills and chat were said in damaged ticks says that some may be missing") {
    const Place place("damaged_feed");
    const auto reel = damaged_arena(place.path("damaged.reel"));
    const auto next = [&](Tick tick, bool readable) {
        while ((*reel)->at({0, tick}).ok() != readable) ++tick;
        return tick;
    };
    const Tick behind = next(next((*reel)->timeline().first().tick, false), true);
    const auto draw = [&](const std::string& option, const std::string& where,
                          const std::string& more) {
        return render({place.path("damaged.reel"), option, where, "--size", "64x36", "--force",
                       more, "-o", place.path("x%02d.png")});
    };
    const std::string tick = std::to_string(behind + 10);
    const std::string range = concat(behind + 10, "..", behind + 20);
    // 8 seconds are shown: 400 ticks.
    const std::string late = std::to_string(behind + 410);
    for (const std::string hud : {"--hud", "--game-hud"}) {
        for (const auto& place_of : {std::pair{"--tick", tick}, std::pair{"--ticks", range}}) {
            const std::string said =
                said_with(3, [&] { return draw(place_of.first, place_of.second, hud); });
            CHECK_THAT(said, contains(": kills and chat may be missing in it: ticks "));
            CHECK_THAT(said, contains("; run 'tickreel verify' for details\n"));
        }
        CHECK(draw("--tick", late, hud) == 0);
    }
    CHECK(draw("--tick", tick, "--hitboxes") == 0);
}

TEST_CASE("of a recording of which nothing can be read there is no picture, and the code says so") {
    const Place place("nothing_left");
    const auto whole = ReelReader::open(std::move(*open_file(place.reel)));
    REQUIRE(whole.ok());
    Result<Bytes> bytes = read_whole_file(place.reel);
    REQUIRE(bytes.ok());
    bytes->resize((*whole)->chunks()[0].offset + 40);
    REQUIRE(write_whole_file(place.path("cut.reel"), *bytes, IfExists::Replace).ok());
    for (const std::string option : {"--tick", "--ticks"}) {
        const std::string said = said_with(3, [&] {
            return render({place.path("cut.reel"), option,
                           option == "--tick" ? "1000" : "1000..1010", "-o",
                           place.path("x%02d.png")});
        });
        CHECK_THAT(said, contains("; run 'tickreel verify' for details\n"));
    }
}
