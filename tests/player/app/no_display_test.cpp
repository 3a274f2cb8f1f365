// The program without a display: it prints an error and ends, instead of running invisibly.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel_test;

namespace {

// `timeout` returns 124 if it had to end the program. Leak detection is off: libdbus, used by SDL
// for input methods, leaks a kilobyte.
Ran without_display(const std::string& variables, const std::string& program) {
    const std::string file = sample_file("no_display.reel");
    return run_shell("env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER " + variables +
                     " ASAN_OPTIONS=detect_leaks=0 timeout 20 " + TICKREEL_BIN_DIR + "/" + program +
                     " " + file);
}

}  // namespace

TEST_CASE("without a display the player ends with 1 and one line that names what needs none") {
    for (const char* variables : {"", "DISPLAY=:7431", "WAYLAND_DISPLAY=wayland-7431"}) {
        for (const char* program : {"tickreel-player", "tickreel play"}) {
            CAPTURE(variables, program);
            const Ran ran = without_display(variables, program);
            CHECK(ran.code == 1);
            CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
            CHECK(ran.err.find("tickreel render") != std::string::npos);
            CHECK(ran.err.find("screenshot") != std::string::npos);
            CHECK(ran.out.empty());
        }
    }
}

TEST_CASE("pictures and films of a cut or damaged recording name what is missing and end with 3") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const std::string cut = folder / "cut.reel";
    const std::string damaged = folder / "damaged.reel";
    std::filesystem::copy_file(arena, cut);
    std::filesystem::resize_file(cut, std::filesystem::file_size(arena) * 6 / 10);
    std::filesystem::copy_file(arena, damaged);
    {
        const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(arena) / 2);
        std::fstream file(damaged, std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(middle);
        const int byte = file.get();
        file.seekp(middle);
        file.put(static_cast<char>(byte ^ 0xff));
    }
    const auto render = [&](const std::string& file, const std::vector<std::string>& what) {
        std::vector<std::string> words = {"render", file, "--art", "builtin", "--size", "64x36"};
        words.insert(words.end(), what.begin(), what.end());
        return run_tickreel(words);
    };
    const auto check_lost = [&](const Ran& ran, const std::string& file) {
        CHECK(ran.code == 3);
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK(ran.err.find("tickreel render: " + file) == 0);
        CHECK(ran.err.find("missing") != std::string::npos);
    };
    check_lost(render(cut, {"--tick", "100%", "-o", folder / "end.png"}), cut);
    CHECK(render(cut, {"--tick", "10%", "-o", folder / "early.png"}).code == 0);
    const Ran film =
        render(damaged, {"--ticks", "0%..100%", "--fps", "1", "-o", folder / "film-%03d.png"});
    check_lost(film, damaged);
    CHECK(render(arena, {"--tick", "100%", "-o", folder / "whole.png"}).code == 0);
}

TEST_CASE("the player ends with 3 and one line when the open recording is not finished") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const std::string cut = folder / "cut.reel";
    std::filesystem::copy_file(arena, cut);
    std::filesystem::resize_file(cut, std::filesystem::file_size(arena) * 6 / 10);
    const auto play = [&](const std::string& file) {  // TERM is the window's close button
        return run_shell("env HOME=" + (folder / "") +
                         " SDL_VIDEODRIVER=dummy timeout --preserve-status -s TERM 12 " +
                         TICKREEL_BIN_DIR + "/tickreel-player " + file);
    };
    const Ran lost = play(cut);
    CHECK(lost.code == 3);
    CHECK(std::count(lost.err.begin(), lost.err.end(), '\n') == 1);
    CHECK(lost.err.find(cut + ": what came after tick") != std::string::npos);
    const Ran whole = play(arena);
    CHECK(whole.code == 0);
    CHECK(whole.err.empty());
}

TEST_CASE("a demo is rendered without anybody importing it first") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    REQUIRE(run_tickreel({"export", arena, "-o", folder / "match.demo"}).code == 0);
    const Ran ran = run_tickreel({"render", folder / "match.demo", "--tick", "50%", "--art",
                                  "builtin", "-o", folder / "picture.png"});
    CHECK(ran.code == 0);
    CHECK(folder.names() == std::vector<std::string>{"match.demo", "picture.png"});
}
