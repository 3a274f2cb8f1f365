// Numbered pictures, videos and GIFs of a range.

#include <cmath>
#include <csignal>
#include <fstream>

#include <sys/resource.h>

#include "player/render/video_pipe.h"
#include "tests/player/render/render_stage.h"
#include "tickreel/base/concat.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

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

TEST_CASE("a film begins with the first tick of its range, and is none where there is none") {
    const Place place("film_maps");
    const std::string reel = place.path("maps.reel");
    {
        Match match = arena_match();
        const auto begun = begin_arena(reel, match, true);
        for (const Tick first : {1000, 20}) {  // two maps of 11 ticks
            if (first == 20) begun->begin_segment({"arena", "", ""});
            for (Tick tick = first; tick <= first + 10; ++tick) {
                match.frame.tick = tick;
                match.frame.segment = first == 20 ? 1 : 0;
                match.player(0, static_cast<int>(240 + 8 * (tick - first)), 145, "nameless");
                begun->add_frame(match.frame);
            }
        }
        REQUIRE(begun->finish().ok());
    }
    REQUIRE(render({reel, "--tick", "s1:20", "-o", place.path("first.png"), "--size", "64x64",
                    "--center", "240,145"}) == 0);
    const auto film = [&](const std::string& range) {
        for (int i = 0; i < 20; ++i) fs::remove(place.path(concat("f", i, ".png")));
        REQUIRE(render({reel, "--ticks", range, "-o", place.path("f%d.png"), "--size", "64x64",
                        "--center", "240,145"}) == 0);
        int count = 0;
        while (fs::exists(place.path(concat("f", count, ".png")))) ++count;
        return count;
    };
    for (const char* range : {"s0:1011..s1:25", "s0:9000..s1:25", "s1:20..s1:25", "s1:3..s1:25"}) {
        INFO(range);
        CHECK(film(range) == 5);
        CHECK(place.picture("f0.png") == place.picture("first.png"));
    }
    CHECK(film("s0:1008..s0:9500") == 3);  // to the end of the map
    CHECK(film("s0:1008..s1:3") == 3);
    for (const std::string range : {"s0:9000..s0:9500", "s0:9000..s0:9000", "s0:9000..s1:20",
                                    "s1:31..s1:40", "s1:31..", "s0:5..s0:1000", "s4:0..s4:9"}) {
        INFO(range);
        CHECK_THAT(refused({reel, "--ticks", range, "-o", place.path("g%d.png")}),
                   contains(concat("'", range,
                                   "' is outside the recording (ticks s0:1000 to 1010, "
                                   "s1:20 to 30, ")));
    }
    CHECK_THAT(refused({reel, "--ticks", "s0:1005..s0:1005", "-o", place.path("g%d.png")}),
               contains("lasts no time"));
    CHECK_FALSE(fs::exists(place.path("g0.png")));
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

TEST_CASE("a video that finds the disk full is none") {
    const Place place("full");
    if (std::system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        WARN("skipped: ffmpeg is not installed");
        return;
    }
    // No file may exceed 1 kB, and ffmpeg inherits that a longer one is an error of writing.
    struct rlimit before {};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto signal_before = std::signal(SIGXFSZ, SIG_IGN);
    for (const char* name : {"v.mp4", "v.webm", "v.mkv", "v.gif"}) {
        INFO(name);
        Image noise(64, 64);
        std::uint32_t random = 1;
        const struct rlimit little { 1024, before.rlim_max };
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &little) == 0);
        auto video = VideoPipe::open(place.path(name), 64, 64, 25);
        Result<void> done = video ? Result<void>() : Result<void>(video.error());
        for (int i = 0; i < 20 && done; ++i) {
            for (Color& pixel : noise.pixels)
                pixel = rgb((random = random * 1664525U + 1013904223U) >> 8U);
            done = (*video)->add(noise);
        }
        if (done) done = (*video)->finish();
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
        REQUIRE_FALSE(done.ok());
        CHECK_THAT(done.error().message, contains("File too large"));
        CHECK_FALSE(fs::exists(place.path(name)));
    }
    std::signal(SIGXFSZ, signal_before);
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
