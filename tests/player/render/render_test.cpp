// Pictures of single ticks, the map behind them, and how `render` is asked.

#include "tests/player/render/render_stage.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

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

namespace {

// One match, or two on the same map: the ticks of the second restart.
void write_matches(const std::string& reel, int matches) {
    Match match = arena_match();
    const auto writer = begin_arena(reel, match, true);
    for (const Tick last : {1010, 1020}) {
        if (match.frame.segment == static_cast<std::uint32_t>(matches)) break;
        if (match.frame.segment > 0) writer->begin_segment({"arena", "", ""});
        for (match.frame.tick = 1000; match.frame.tick <= last; match.frame.tick += 2)
            writer->add_frame(match.frame);
        ++match.frame.segment;
    }
    REQUIRE(writer->finish().ok());
}

}  // namespace

TEST_CASE("where ticks restart, pictures and films of bare ones say which map they are of") {
    const Place place("maps");
    const std::string reel = place.path("maps.reel");
    write_matches(reel, 2);
    const auto said = [&](const std::string& option, const std::string& ticks) {
        return said_by({reel, option, ticks, "-f", "-o",
                        place.path(option == "--tick" ? "a.png" : "f%03d.png"), "--size", "64x64"},
                       0);
    };
    const std::string others = " of segment 0; segment 1 has such ticks too: write s1:TICK";
    CHECK_THAT(said("--tick", "1004"), contains(reel + ": takes tick 1004" + others));
    CHECK_THAT(said("--ticks", "1004..1008"), contains(": takes ticks 1004..1008" + others));
    for (const char* tick : {"1016", "s1:1004", "0:00.08", "50%"})
        CHECK_THAT(said("--tick", tick), !contains("takes tick"));
    CHECK_THAT(
        said("--ticks", "1004..1018"),
        contains(": takes ticks from 1004 of segment 0 to 1017 of segment 1; segment 1 has all"));
    for (const char* ticks : {"1014..1018", "s0:1004..s0:1008", "0:00..0:00.1"})
        CHECK_THAT(said("--ticks", ticks), !contains("takes tick"));
}

TEST_CASE("where ticks restart, the strip of facts says which segment a tick is of") {
    const Place place("strip");
    const auto picture = [&](int matches, bool strip) {
        const std::string reel = place.path("matches.reel");
        write_matches(reel, matches);
        std::vector<std::string> words{reel, "--tick", "s0:1004", "-f", "-o", place.path("a.png")};
        if (strip) words.emplace_back("--hud");
        REQUIRE(render(words) == 0);
        return place.picture("a.png");
    };
    CHECK(picture(1, false) == picture(2, false));
    CHECK(picture(1, true) != picture(2, true));
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

TEST_CASE("a film over the end of a map says how many ticks of it are missing") {
    const Place place("border");
    const std::string reel = place.path("border.reel");
    Match match = arena_match();
    const auto writer = begin_arena(reel, match, true);
    for (const std::uint32_t segment : {0U, 1U}) {
        if (segment == 1) writer->add_gap({0, 1011, 1065, "killed"});
        if (segment == 1) writer->begin_segment({"arena", "", ""});
        match.frame.segment = segment;
        for (match.frame.tick = 1000; match.frame.tick <= 1010; match.frame.tick += 2)
            writer->add_frame(match.frame);
    }
    REQUIRE(writer->finish().ok());
    const auto film = [&](const std::string& ticks) {
        return said_by(
            {reel, "--ticks", ticks, "-f", "-o", place.path("f%03d.png"), "--size", "64x64"}, 0);
    };
    const auto says = contains("54 ticks where a map ends or begins are missing");
    CHECK_THAT(film("s0:1006..s1:1004"), says);
    CHECK_THAT(film("s0:1002..s0:1006"), !says);
    CHECK_THAT(film("s1:1002..s1:1006"), !says);
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
    REQUIRE(sink->write(plain_map(arena_rows())).ok());
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

TEST_CASE("a place outside of the map is said once") {
    const Place place("outside");
    const auto said = [&](const char* center) {
        return said_by({place.reel, "--ticks", "1000..1010", "--center", center, "-o",
                        place.path("%d.png"), "--size", "64x64", "--force"},
                       0);
    };
    CHECK(said("480,256").find("empty") == std::string::npos);
    const std::string outside = said("90000,5");
    const std::size_t at = outside.find(
        "the picture is empty: --center 90000,5 is outside of the map, which reaches "
        "from 0,0 to ");
    REQUIRE(at != std::string::npos);
    CHECK(outside.find("empty", at + 40) == std::string::npos);
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
    CHECK(render({place.reel, "--ticks", "1000..1005", "-o", place.path("A.MKV"), "--size",
                  "64x64"}) != 2);
}

TEST_CASE("wrong usage is 2, a wrong file is 1") {
    const Place place("usage");
    CHECK(render({}) == 2);
    CHECK(render({place.reel, "-o", place.path("a.png")}) == 2);
    CHECK(render({place.reel, "--tick", "1", "--ticks", "1..2", "-o", place.path("a.png")}) == 2);
    CHECK(render({place.reel, "--tick", "1", "-o", place.path("a.png"), "--size", "0x5"}) == 2);
    CHECK(render({place.reel, "--tick", "1", "-o", place.path("a.png"), "--center", "5"}) == 2);
    CHECK(render({"-", "--tick", "1", "-o", place.path("a.png")}) == 2);
    for (const char* option : {"--follow", "--view", "--map"})
        CHECK(render({place.reel, "--tick", "1", "-o", place.path("a.png"), option, ""}) == 2);
    CHECK(render({"--help"}) == 0);
    CHECK(render({place.path("none.reel"), "--tick", "1", "-o", place.path("a.png")}) == 1);
    CHECK(render({place.reel, "--tick", "noon", "-o", place.path("a.png")}) == 2);
    CHECK(render({place.reel, "--ticks", "abc..", "-o", place.path("a.mp4")}) == 2);
    CHECK(render({place.reel, "--tick", "9:00", "-o", place.path("a.png")}) == 1);
}
