// The program without a display: it prints an error and ends, instead of running invisibly.
#include <algorithm>

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

TEST_CASE("a demo is rendered without anybody importing it first") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    REQUIRE(run_tickreel({"export", arena, "-o", folder / "match.demo"}).code == 0);
    const Ran ran = run_tickreel({"render", folder / "match.demo", "--tick", "50%", "--art",
                                  "builtin", "-o", folder / "picture.png"});
    CHECK(ran.code == 0);
    CHECK(folder.names() == std::vector<std::string>{"match.demo", "picture.png"});
}
