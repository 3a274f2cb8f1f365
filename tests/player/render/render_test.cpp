// The command line of `render`, on generated recordings; does not use the installed game.

#include "player/render/render.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>

#include "player/draw/art.h"
#include "player/draw/hud.h"
#include "player/draw/png.h"
#include "player/draw/rasteriser.h"
#include "player/render/feed_reader.h"
#include "player/render/playhead.h"
#include "player/render/video_pipe.h"
#include "tests/catch.h"
#include "tests/format/analysis/pressed.h"
#include "tests/player/draw/teeworlds/map_writer.h"
#include "tests/player/draw/teeworlds/match.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using tickreel_test::contains;

namespace {

namespace fs = std::filesystem;

std::unique_ptr<ReelWriter> begin_arena(const std::string& path, const tickreel_test::Match& match,
                                        bool with_map) {
    RecordingInfo info;
    info.game = "teeworlds";
    auto writer =
        std::make_unique<ReelWriter>(std::move(*create_file(path, IfExists::Replace)), info);
    for (const ItemType& type : match.schema.types()) writer->add_type(type);
    writer->begin_segment({"arena", "", ""});
    if (with_map)
        writer->add_attachment({"maps/arena.map", "application/x-teeworlds-map",
                                tickreel_test::plain_map(tickreel_test::arena_rows())});
    return writer;
}

// A folder for one test, with a recording of 2 s of the fictional match.
struct Place {
    fs::path folder;
    std::string reel;

    explicit Place(const std::string& name, bool with_map = true)
        : folder(fs::path(TICKREEL_BIN_DIR) / ("render_test_" + name)) {
        fs::remove_all(folder);
        fs::create_directories(folder);
        reel = path("match.reel");
        tickreel_test::Match match = tickreel_test::arena_match();
        const auto begun = begin_arena(reel, match, with_map);
        ReelWriter& writer = *begun;
        for (int i = 0; i <= 50; ++i) {
            match.frame.tick = 1000 + 2 * i;
            match.player(0, 240 + 4 * i, 145, "nameless");
            match.frame.events.clear();
            if (i == 5) match.event("Sv_KillMsg", {0, 2, 3});
            if (i == 10) match.say(1, "hello");
            if (i == 30) match.event("Input", {1, 0, 0, 1, 100, 0});
            writer.add_frame(match.frame);
        }
        REQUIRE(writer.finish().ok());
    }
    ~Place() { fs::remove_all(folder); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::string path(const std::string& name) const { return (folder / name).string(); }
    Image picture(const std::string& name) const {
        const Result<Image> image = read_png_file(path(name));
        return image ? *image : Image();
    }
};

// 25 snapshots, a gap of ticks 1050..1097, and 2 more with one more player.
struct PlaceWithGap {
    Place place{"gap"};
    std::string reel = place.path("gap.reel");

    PlaceWithGap() {
        tickreel_test::Match match = tickreel_test::arena_match();
        const auto begun = begin_arena(reel, match, false);
        ReelWriter& writer = *begun;
        for (int i = 0; i <= 25; ++i) {
            const bool behind = i == 25;
            match.frame.tick = 1000 + 2 * i + (behind ? 10 : 0);
            match.frame.wire = {WireChecksum::Ok, 7, 7, match.frame.tick - 2, 50, 1};
            match.player(0, 240 + 4 * i, 145, "nameless");
            if (behind) match.player(9, 500, 250, "late");
            writer.add_frame(match.frame);
        }
        REQUIRE(writer.finish().ok());
    }
};

int render(std::vector<std::string> words) {
    words.insert(words.begin(), "render");
    words.insert(words.end(), {"--art", "builtin", "--font", "builtin"});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    return render_main(static_cast<int>(arguments.size()), arguments.data());
}

// What it says when it ends with this code.
std::string said_with(int expected, const std::function<int()>& run) {
    std::ostringstream said;
    std::streambuf* const before = std::cerr.rdbuf(said.rdbuf());
    const int code = run();
    std::cerr.rdbuf(before);
    CHECK(code == expected);
    return said.str();
}

std::string said_by(const std::vector<std::string>& words, int expected) {
    return said_with(
        expected, [&] { return render(words); });
}

std::string refused(const std::vector<std::string>& words) {
    return said_by(words, 1);
}

}  // namespace

TEST_CASE("a tick becomes a picture of the asked size, the same every time") {
    const Place place("picture");
    REQUIRE(render({place.reel, "--tick", "1040", "-o", place.path("a.png"), "--size",
                    "320x180"}) == 0);
    REQUIRE(render({place.reel, "--tick", "0.8s", "-o", place.path("b.png"), "--size",
                    "320x180"}) == 0);
    const Image a = place.picture("a.png");
    CHECK(a.width == 320);
    CHECK(a.height == 180);
    CHECK(a == place.picture("b.png"));  // 0.8 s is tick 1040
    REQUIRE(render({place.reel, "--tick", "1060", "-o", place.path("c.png"), "--size",
                    "320x180"}) == 0);
    CHECK(a != place.picture("c.png"));
}

TEST_CASE("a picture is not replaced unless asked") {
    const Place place("force");
    const std::vector<std::string> words{place.reel,          "--tick", "50%",  "-o",
                                         place.path("a.png"), "--size", "64x64"};
    REQUIRE(render(words) == 0);
    CHECK_THAT(said_by(words, 1), contains(place.path("a.png") + ": exists already; use --force"));
    std::vector<std::string> forced = words;
    forced.emplace_back("--force");
    CHECK(render(forced) == 0);
}

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
        facts.tick = tick;
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

TEST_CASE("a picture of a damaged tick names what to try next") {
    const Place place("damaged_tick");
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    Result<Bytes> bytes = read_whole_file(arena);
    REQUIRE(bytes.ok());
    (*bytes)[bytes->size() / 2] ^= 0xff;
    REQUIRE(write_whole_file(place.path("damaged.reel"), *bytes, IfExists::Replace).ok());
    const auto reel = ReelReader::open(std::move(*open_file(place.path("damaged.reel"))));
    REQUIRE(reel.ok());
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

TEST_CASE("a player who comes later is named with the tick that was asked for and theirs") {
    const PlaceWithGap made;
    const std::string out = made.place.path("f%02d.png");
    CHECK_THAT(refused({made.reel, "--ticks", "1051..1061", "-o", out, "--follow", "late"}),
               contains("no player late at tick 1051; first there at tick 1060"));
    CHECK_THAT(refused({made.reel, "--ticks", "1051..1060", "-o", out, "--follow", "late"}),
               contains("no player late at tick 1051; tickreel at"));
    CHECK_THAT(
        refused({made.reel, "--tick", "1051", "-o", made.place.path("a.png"), "--follow", "late"}),
        contains("no player late at tick 1051; tickreel at"));
}

TEST_CASE("following a player keeps that player in the middle") {
    const Place place("follow");
    for (const std::string tick : {"1000", "1080"}) {
        REQUIRE(render({place.reel, "--tick", tick, "-o", place.path(tick + ".png"), "--follow",
                        "nameless", "--size", "200x200"}) == 0);
    }
    // The player's body is near the centre at any position in the world.
    CHECK(place.picture("1000.png").at(100, 97) == place.picture("1080.png").at(100, 97));
    CHECK(render({place.reel, "--tick", "1000", "-o", place.path("x.png"), "--follow", "nobody"}) ==
          1);
    CHECK_FALSE(fs::exists(place.path("x.png")));
}

TEST_CASE("whom to follow is found in any case of letters, and a name like it is suggested") {
    const Place place("follow_case");
    for (const char* name : {"nameless", "NameLess"}) {
        REQUIRE(render({place.reel, "--tick", "1080", "-o", place.path(concat(name, ".png")),
                        "--follow", name, "--size", "200x200"}) == 0);
    }
    CHECK(place.picture("nameless.png") == place.picture("NameLess.png"));
    CHECK_THAT(
        refused({place.reel, "--tick", "1000", "-o", place.path("x.png"), "--follow", "namelass"}),
        contains("no player namelass at tick 1000; did you mean 'nameless'?"));
}

TEST_CASE("of several players with one name the first stays followed, and it is said which") {
    const Place place("namesakes");
    const std::string reel = place.path("twins.reel");
    {
        tickreel_test::Match match = tickreel_test::arena_match();
        const auto begun = begin_arena(reel, match, true);
        ReelWriter& writer = *begun;
        for (int i = 0; i <= 20; ++i) {
            match.frame.tick = 1000 + 2 * i;
            match.player(9, 600, 250, "twin");
            if (i > 10) match.player(7, 240, 145, "twin");
            writer.add_frame(match.frame);
        }
        REQUIRE(writer.finish().ok());
    }
    const auto picture = [&](const char* tick, const char* who, const char* out) {
        return said_by({reel, "--tick", tick, "-o", place.path(out), "--follow", who, "--size",
                        "200x200", "--no-names"},
                       0);
    };
    CHECK(picture("1004", "twin", "one.png").empty());
    CHECK_THAT(picture("1038", "Twin", "seven.png"),
               contains("2 are called Twin: number 7 is followed; the others are 9"));
    CHECK(picture("1038", "9", "nine.png").empty());
    CHECK(place.picture("seven.png") != place.picture("nine.png"));
    const std::string said = said_by({reel, "--ticks", "1000..1039", "-o", place.path("f%02d.png"),
                                      "--follow", "twin", "--size", "200x200", "--no-names"},
                                     0);
    CHECK_THAT(said, contains("2 are called twin: number 9 is followed; the others are 7"));
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);
    CHECK(place.picture("f38.png") == place.picture("nine.png"));
}

TEST_CASE("a name as it is written goes before a number, and that before other letters' case") {
    const std::vector<NamedItem> items{
        {{0, 1}, "ADA"}, {{0, 2}, "ada"}, {{0, 3}, "1"}, {{0, 4}, ""}};
    CHECK(find_named(items, "ada") == ItemKey{0, 2});
    CHECK(find_named(items, "Ada") == ItemKey{0, 1});
    CHECK(find_named(items, "1") == ItemKey{0, 3});
    CHECK(find_named(items, "4") == ItemKey{0, 4});
    CHECK_FALSE(find_named({items.begin(), items.begin() + 3}, ""));
    CHECK_FALSE(find_named(items, "5"));
}

TEST_CASE("options that would not be obeyed are refused") {
    const Place place("disobeyed");
    const std::string out = place.path("x.png");
    const std::vector<std::string> picture{place.reel, "--tick", "1000", "-o", out};
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--follow", "nameless", "--center", "1,1"},
                                               {"--follow", "nameless", "--fit"},
                                               {"--speed", "2"},
                                               {"--fps", "25"}}) {
        std::vector<std::string> words = picture;
        words.insert(words.end(), more.begin(), more.end());
        CHECK_THAT(said_by(words, 2), contains(more[0]));
        CHECK_FALSE(fs::exists(out));
    }
}

TEST_CASE("a map that is not there is named, once; and nothing but errors when asked") {
    const Place with("map_there");
    const Place without("map_missing", false);
    const auto film = [&](const Place& place, std::vector<std::string> more) {
        more.insert(more.begin(), {place.reel, "--ticks", "1090..2000", "-o", place.path("f%d.png"),
                                   "--size", "64x36", "--force"});
        return said_by(more, 0);
    };
    CHECK_THAT(film(with, {}), contains("the film is shorter") && !contains("the map"));
    const std::string said = film(without, {});
    CHECK_THAT(said, contains("the map arena is neither in the recording nor installed"));
    CHECK_THAT(said, contains("--map FILE"));
    CHECK(said.find("the map arena") == said.rfind("the map arena"));
    CHECK(film(without, {"-q"}).empty());
}

TEST_CASE("a map that the recording lacks comes from the folder or the file that is named") {
    const Place place("data", false);
    const auto draw = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> words{place.reel,       "--tick",    "1000",   "-o",
                                       place.path(name), "--size",    "160x90", "--center",
                                       "480,256",        "--no-names"};
        words.insert(words.end(), more.begin(), more.end());
        REQUIRE(render(words) == 0);
        return place.picture(name);
    };
    fs::create_directories(place.folder / "game" / "maps");
    fs::create_directories(place.folder / "game" / "mapres");
    const std::string map = place.path("game/maps/arena.map");
    const auto sink = std::move(*create_file(map, IfExists::Replace));
    REQUIRE(sink->write(tickreel_test::plain_map(tickreel_test::arena_rows())).ok());
    REQUIRE(sink->close().ok());
    const Image without = draw("without.png", {});
    const Image from_folder = draw("folder.png", {"--data", place.path("game")});
    CHECK(from_folder != without);
    CHECK(from_folder == draw("file.png", {"--map", map}));
    CHECK(from_folder == [] {
        const Place whole("data_whole");
        REQUIRE(render({whole.reel, "--tick", "1000", "-o", whole.path("a.png"), "--size", "160x90",
                        "--center", "480,256", "--no-names"}) == 0);
        return whole.picture("a.png");
    }());
}

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
    tickreel_test::Pressed pressed;
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
    CHECK_THAT(said({"--tick", "1050", "-o", out}), contains("no keys and aim are recorded here"));
    const std::string third =
        said({"--ticks", "1062..1070", "-o", place.path("g%02d.png"), "--follow", "third"});
    CHECK_THAT(third, contains("no keys and aim of third are recorded here"));
    CHECK(std::count(third.begin(), third.end(), '\n') == 1);
    CHECK(said({"--tick", "1070", "-o", out, "--quiet"}).empty());
}

TEST_CASE("what a server noted long ago is still held: it notes only changes") {
    const Place place("noted");
    const std::string path = place.path("noted.reel");
    tickreel_test::Pressed pressed;
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
               contains("no player 4 at tick 1950"));
}

TEST_CASE("a range becomes numbered pictures, the end not included") {
    const Place place("series");
    REQUIRE(render({place.reel, "--ticks", "1000..1005", "-o", place.path("f%03d.png"), "--size",
                    "64x64", "--center", "500,300"}) == 0);
    CHECK(fs::exists(place.path("f000.png")));
    CHECK(fs::exists(place.path("f004.png")));
    CHECK_FALSE(fs::exists(place.path("f005.png")));
    // Between two snapshots, positions are interpolated.
    CHECK(place.picture("f000.png") != place.picture("f001.png"));
    CHECK(render({place.reel, "--ticks", "1000..1005", "-o", place.path("f.doc")}) == 2);
    CHECK(render({place.reel, "--ticks", "1005..1005", "-o", place.path("g%03d.png")}) == 1);
}

TEST_CASE("a film to the end of the recording ends with its last snapshot, at any rate") {
    const Place place("film_end");
    const std::string last = place.path("last.png");
    REQUIRE(render({place.reel, "--tick", "1100", "-o", last, "--size", "64x64"}) == 0);
    const auto film = [&](const std::string& range, const std::string& fps) {
        for (int i = 0; i < 9; ++i) fs::remove(place.path(concat("f00", i, ".png")));
        REQUIRE(render({place.reel, "--ticks", range, "--fps", fps, "-o", place.path("f%03d.png"),
                        "--size", "64x64"}) == 0);
        int count = 0;
        while (fs::exists(place.path(concat("f00", count, ".png")))) ++count;
        return count;
    };
    const auto ends_with_last = [&](int count) {
        return place.picture(concat("f00", count - 1, ".png")) == place.picture("last.png");
    };
    for (const char* range : {"1095..", "1095..1101", "1095..2000", "1095..100%"}) {
        INFO(range);
        CHECK(film(range, "50") == 6);
        CHECK(ends_with_last(6));
    }
    CHECK(film("1093..", "10") == 3);  // 1093, 1098, and the end
    CHECK(ends_with_last(3));
    CHECK(film("1090..", "10") == 3);
    CHECK(ends_with_last(3));
    CHECK(film("1100..1101", "50") == 1);
    CHECK(ends_with_last(1));
    CHECK(film("1095..1100", "50") == 5);  // the end is not included
    CHECK_FALSE(ends_with_last(5));
    CHECK(render({place.reel, "--ticks", "1101..1200", "-o", place.path("g%03d.png")}) == 1);
    CHECK(render({place.reel, "--ticks", "1100..1100", "-o", place.path("g%03d.png")}) == 1);
}

TEST_CASE("without ffmpeg a video is an error that says what to do") {
    const Place place("video");
    const std::string path = std::getenv("PATH") != nullptr ? std::getenv("PATH") : "";
    setenv("PATH", place.folder.c_str(), 1);
    CHECK(render({place.reel, "--ticks", "1000..1010", "-o", place.path("v.mp4")}) == 1);
    setenv("PATH", path.c_str(), 1);
    CHECK_FALSE(fs::exists(place.path("v.mp4")));
}

TEST_CASE("a video is written when ffmpeg is there, and nothing half when it fails") {
    const Place place("ffmpeg");
    if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        WARN("skipped: ffmpeg is not installed");
        return;
    }
    REQUIRE(render({place.reel, "--ticks", "1000..1010", "-o", place.path("v.mp4"), "--size",
                    "64x64"}) == 0);
    CHECK(fs::file_size(place.path("v.mp4")) > 500);
    CHECK(render({place.reel, "--ticks", "1000..1010", "-o", place.path("no/such/folder.mp4"),
                  "--size", "64x64"}) == 1);
    for (const auto& entry : fs::directory_iterator(place.folder))
        CHECK(entry.path().filename().string().find(".part") == std::string::npos);
}

TEST_CASE("a video has the colours of the pictures, and says how they are to be read") {
    const Place place("colours");
    if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        WARN("skipped: ffmpeg is not installed");
        return;
    }
    const auto text_of = [](const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const Image green(64, 64, rgb(0x63d471));
    for (const char* name : {"v.mp4", "v.webm", "v.mkv"}) {
        INFO(name);
        auto video = VideoPipe::open(place.path(name), 64, 64, 25);
        REQUIRE(video.ok());
        for (int i = 0; i < 3; ++i) REQUIRE((*video)->add(green).ok());
        REQUIRE((*video)->finish().ok());
        const std::string film = "'" + place.path(name) + "'";
        const std::string decode = "ffmpeg -v error -y -i " + film +
                                   " -frames:v 1 -pix_fmt yuv420p -f rawvideo '" +
                                   place.path("raw") + "'";
        const std::string ask = "ffprobe -v error -show_entries stream=color_space,color_range " +
                                film + " >'" + place.path("said") + "'";
        REQUIRE(std::system((decode + " && " + ask).c_str()) == 0);
        CHECK_THAT(text_of(place.path("said")),
                   contains("color_range=tv") && contains("color_space=bt709"));
        const std::string raw = text_of(place.path("raw"));
        REQUIRE(raw.size() > 64 * 32);
        const int brightness = static_cast<unsigned char>(raw[64 * 32 + 32]);
        CHECK(std::abs(brightness - 171) <= 2);  // as BT.709 has it; BT.601: 159
    }
}

TEST_CASE("the same range is the same video, byte for byte, with and without overlays") {
    const Place place("twice");
    if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        WARN("skipped: ffmpeg is not installed");
        return;
    }
    const auto video = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> words{place.reel,       "--ticks", "1000..1020", "-o",
                                       place.path(name), "--size",  "160x90"};
        words.insert(words.end(), more.begin(), more.end());
        REQUIRE(render(words) == 0);
        const Result<Bytes> bytes = read_whole_file(place.path(name));
        REQUIRE(bytes.ok());
        return *bytes;
    };
    const std::vector<std::string> bare{"--no-names"};
    const std::vector<std::string> dressed{"--hud", "--ids", "--trails", "--hitboxes"};
    for (const std::string kind : {".mp4", ".gif"}) {
        const Bytes without = video("a" + kind, bare);
        CHECK(without == video("b" + kind, bare));
        const Bytes with = video("c" + kind, dressed);
        CHECK(with == video("d" + kind, dressed));
        CHECK(with != without);
    }
}

TEST_CASE("a GIF lasts as long as its range, and refuses rates that it cannot have") {
    const Place place("gif");
    const auto film = [&](const char* fps, const char* name) {
        return render({place.reel, "--ticks", "1000..1100", "--size", "64x36", "--fps", fps, "-o",
                       place.path(name)});
    };
    CHECK(film("60", "a.gif") == 2);
    CHECK(film("50.5", "a.gif") == 2);
    CHECK_FALSE(fs::exists(place.path("a.gif")));
    if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        WARN("skipped: ffmpeg is not installed");
        return;
    }
    CHECK(film("60", "a.mp4") == 0);
    for (const char* fps : {"50", "30"}) {
        INFO(fps);
        const std::string name = std::string(fps) + ".gif";
        REQUIRE(film(fps, name.c_str()) == 0);
        const Result<Bytes> bytes = read_whole_file(place.path(name));
        REQUIRE(bytes.ok());
        // The delays of its pictures, in hundredths of a second: graphic control extensions.
        int sum = 0;
        for (std::size_t i = 0; i + 7 < bytes->size(); ++i) {
            if ((*bytes)[i] != 0x21 || (*bytes)[i + 1] != 0xf9 || (*bytes)[i + 2] != 4) continue;
            const int delay = (*bytes)[i + 4] + 256 * (*bytes)[i + 5];
            CHECK(delay >= 2);
            sum += delay;
        }
        CHECK(std::abs(sum - 200) <= 2);
    }
}

TEST_CASE("what an extension says is what is written, and never over the recording") {
    const Place place("extensions");
    for (const char* name : {"a.jpg", "a.jpeg", "a.webp", "a", "a.mp4", "match.reel", "a.png.gz"}) {
        INFO(name);
        CHECK(render({place.reel, "--tick", "1040", "-f", "-o", place.path(name)}) == 2);
    }
    for (const char* name : {"a.jpg", "a.png", "a.avi", "a%03d.jpg", "match.reel"})
        CHECK(render({place.reel, "--ticks", "1000..1005", "-f", "-o", place.path(name)}) == 2);
    fs::create_hard_link(place.reel, place.path("link.png"));
    CHECK(render({place.reel, "--tick", "1040", "-f", "-o", place.path("link.png")}) == 2);
    fs::remove(place.path("link.png"));
    const Result<Bytes> kept = read_whole_file(place.reel);
    REQUIRE(kept.ok());
    CHECK(ReelReader::open(memory_source(*kept)).ok());
    CHECK(std::distance(fs::directory_iterator(place.folder), fs::directory_iterator()) == 1);
    CHECK(render({place.reel, "--tick", "1040", "-o", place.path("A.PNG"), "--size", "64x64"}) ==
          0);
    CHECK(place.picture("A.PNG").width == 64);
}

TEST_CASE("wrong usage is 2, a wrong file is 1") {
    const Place place("usage");
    CHECK(render({}) == 2);
    CHECK(render({place.reel, "-o", place.path("a.png")}) == 2);
    CHECK(render({place.reel, "--tick", "1", "--ticks", "1..2", "-o", place.path("a.png")}) == 2);
    CHECK(render({place.reel, "--tick", "1", "-o", place.path("a.png"), "--size", "0x5"}) == 2);
    CHECK(render({place.reel, "--tick", "1", "-o", place.path("a.png"), "--center", "5"}) == 2);
    CHECK(render({"-", "--tick", "1", "-o", place.path("a.png")}) == 2);
    CHECK(render({"--help"}) == 0);
    CHECK(render({place.path("none.reel"), "--tick", "1", "-o", place.path("a.png")}) == 1);
    CHECK(render({place.reel, "--tick", "noon", "-o", place.path("a.png")}) == 2);
    CHECK(render({place.reel, "--ticks", "abc..", "-o", place.path("a.mp4")}) == 2);
    CHECK(render({place.reel, "--tick", "9:00", "-o", place.path("a.png")}) == 1);
}
