// The program without a display: it prints an error and ends, instead of running invisibly.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/synthetic_match.h"

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

TEST_CASE("the help of play and render says where the player's options are listed") {
    CHECK_THAT(run_tickreel({"play", "--help"}).out,
               contains("All options: tickreel-player --help"));
    CHECK_THAT(run_tickreel({"render", "--help"}).out,
               contains("All options: tickreel-player render --help"));
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
    // It is open when it stands among the recent ones. TERM is the window's close button.
    const auto play = [&](const std::string& file, const std::string& home) {
        const std::string opened = home + "/.local/state/tickreel/recent";
        return run_shell("env -u XDG_STATE_HOME HOME=" + home + " SDL_VIDEODRIVER=dummy " +
                         TICKREEL_BIN_DIR + "/tickreel-player " + file + " & " + "until [ -s " +
                         opened + " ] || ! kill -0 $!; do sleep 0.1; done\n" +
                         "kill -TERM $! && wait $!");
    };
    const Ran lost = play(cut, folder / "first");
    CHECK(lost.code == 3);
    CHECK(std::count(lost.err.begin(), lost.err.end(), '\n') == 1);
    CHECK(lost.err.find(cut + ": what came after tick") != std::string::npos);
    const Ran whole = play(arena, folder / "second");
    CHECK(whole.code == 0);
    CHECK(whole.err.empty());
}

TEST_CASE("a screenshot ends with 3 and one line when something of the recording is missing") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    REQUIRE(run_tickreel({"export", arena, "-o", folder / "cut.demo"}).code == 0);
    std::filesystem::copy_file(arena, folder / "cut.reel");
    for (const char* name : {"cut.demo", "cut.reel"}) {
        const std::string cut = folder / name;
        std::filesystem::resize_file(cut, std::filesystem::file_size(cut) * 6 / 10);
        const Ran lost = run_tickreel({"play", "screenshot", cut + "@10%", "-o", folder / "a.png",
                                       "--size", "320x200", "--builtin", "-f"});
        CAPTURE(lost.err);
        CHECK(lost.code == 3);
        CHECK(std::count(lost.err.begin(), lost.err.end(), '\n') == 1);
        CHECK(lost.err.find("tickreel-player screenshot: " + cut) == 0);
        CHECK(lost.err.find("tick ") != std::string::npos);
        const Ran picture = run_tickreel({"render", cut, "--tick", "100%", "-o", folder / "a.png",
                                          "--size", "64x36", "--art", "builtin", "-f"});
        CAPTURE(picture.err);
        CHECK(picture.code == 3);
        CHECK(picture.err.find("tickreel render: " + cut + ": ") == 0);
        CHECK(picture.err.find("tick ") != std::string::npos);
    }
    const Ran whole = run_tickreel({"play", "screenshot", arena + "@10%", "-o", folder / "b.png",
                                    "--size", "320x200", "--builtin"});
    CHECK(whole.code == 0);
    CHECK(whole.err.empty());
}

TEST_CASE("words that render takes may be in any spelling, and the closest one is named") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const auto render = [&](const std::string& art, const std::string& font) {
        return run_tickreel({"render", arena, "--tick", "50%", "--size", "64x36", "-f", "--art",
                             art, "--font", font, "-o", folder / (art + ".png")});
    };
    CHECK(render("builtin", "builtin").code == 0);
    CHECK(render("BuiltIn", "BUILT-IN").code == 0);
    CHECK((read_file(folder / "BuiltIn.png") == read_file(folder / "builtin.png")));
    const Ran wrong = render("bultin", "builtin");
    CHECK(wrong.code == 2);
    CHECK_THAT(wrong.err, contains("did you mean 'builtin'?"));
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

TEST_CASE("a screenshot of what is not there ends with an error instead of a picture of else") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const auto shoot = [&](const std::vector<std::string>& what) {
        std::vector<std::string> words{"play",   "screenshot", "-o",       folder / "a.png",
                                       "--size", "320x200",    "--builtin"};
        words.insert(words.end(), what.begin(), what.end());
        return run_tickreel(words);
    };
    struct Row {
        std::vector<std::string> words;
        int code;
        const char* said;
    };
    const Row rows[] = {
        {{arena, "--tick", "0"}, 1, "'0' is outside the recording"},
        {{arena, "--tick", "99:00"}, 1, "'99:00' is outside the recording"},
        {{arena + "@100:00"}, 1, "'100:00' is outside the recording"},
        {{arena, "--tick", "noon"}, 1, "noon"},
        {{arena, "--pin", "0"}, 1, "'0' is outside the recording"},
        {{arena, "--select", "Character:99"}, 1, "there is no Character:99 at tick 20"},
        {{arena, "--select", "Character:x"}, 1, "--select needs TYPE:NUMBER"},
        {{arena, "--select", "Charcter:1"}, 1, "has no type 'Charcter'; did you mean 'Character'?"},
        {{arena, "--query", "Foo.bar < 2"}, 1, "there is no type \"Foo\" here"},
        {{arena, "--plot", "Character"}, 1, "a field is written TYPE:NUMBER.FIELD"},
        {{arena, "--plot", "Character:x.health"}, 1, "a field is written TYPE:NUMBER.FIELD"},
        {{arena, "--plot", "Charcter:0.health"}, 1, "did you mean 'Character'?"},
        {{arena, "--plot", "Character:0.helth"}, 1, "did you mean 'health'?"},
        {{arena, "--blame", "Character:0.helth"}, 1, "did you mean 'health'?"},
        {{"--select", "Character:0"}, 2, "needs a FILE"},
        {{arena, "--action", "nosuch"}, 2, "there is no action \"nosuch\""},
        {{arena, "--action", "window.halp"}, 2, "did you mean 'window.help'?"},
        {{arena, "--tab", "nosuch"}, 2, "there is no panel \"nosuch\"; there are "},
        {{arena, "--tab", "caht"}, 2, "did you mean 'chat'?"},
        // Found, so that what is wrong is the place.
        {{arena, "--tab", "CHAT", "--action", "Window.Help", "--tick", "0"}, 1, "'0' is outside"},
    };
    for (const Row& row : rows) {
        const Ran ran = shoot(row.words);
        CAPTURE(row.said, ran.err);
        CHECK(ran.code == row.code);
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK(ran.err.find("tickreel-player screenshot: ") == 0);
        CHECK(ran.err.find(row.said) != std::string::npos);
        CHECK(folder.names().empty());
    }
    // A number that never occurs is plotted, and said to.
    const Ran never = shoot({arena, "--plot", "character:99.HEALTH", "--plot", "Character:0.x",
                             "--blame", "Character:99.health", "-f"});
    CAPTURE(never.err);
    CHECK(never.code == 0);
    CHECK(never.err ==
          "tickreel-player screenshot: " + arena +
              ": there is no Character:99 at any tick that can be read; 'tickreel at FILE TICK' "
              "lists what is there\n");
    const Ran there = shoot({arena, "-f", "--tick", "100%", "--select", "GameInfo:0", "--tab",
                             "events", "--query", "Character.health <= 2", "--pin", "50%"});
    CAPTURE(there.err);
    CHECK(there.code == 0);
    CHECK(there.err.empty());
}

TEST_CASE("of a capture with several connections pictures name them all, and show any") {
    const Folder folder;
    MatchCapture capture;
    const std::string path = folder / "traffic.pcap";
    const auto pictures = [&](const std::vector<std::string>& more) {
        std::vector<std::string> drawn{"render", path,    "--tick",        "110",
                                       "--size", "64x36", "--art",         "builtin",
                                       "-f",     "-o",    folder / "a.png"};
        std::vector<std::string> shot{"play",          "screenshot", path,        "--tick", "110",
                                      "--size",        "320x200",    "--builtin", "-f",     "-o",
                                      folder / "b.png"};
        drawn.insert(drawn.end(), more.begin(), more.end());
        shot.insert(shot.end(), more.begin(), more.end());
        return std::array{run_tickreel(drawn), run_tickreel(shot)};
    };
    capture.add_match(40000, 40);
    write_file(path, capture.text());
    for (const Ran& ran : pictures({}))
        CHECK((ran.code == 0 && ran.err.find("connection") == std::string::npos));
    for (const Ran& ran : pictures({"--connection", "2"})) {
        CHECK(ran.code == 1);
        CHECK(ran.err.find("there is no connection 2; there is 1") != std::string::npos);
    }
    capture.add_match(40001, 40);
    capture.add_match(40002, 40);
    write_file(path, capture.text());
    for (const Ran& ran : pictures({})) {
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        CHECK(ran.err.find(path + ": connection 1 of 3 is shown; --connection N shows another: "
                                  "2, 3\n") != std::string::npos);
    }
    for (const Ran& ran : pictures({"--connection", "3"}))
        CHECK((ran.code == 0 && ran.err.find("connection") == std::string::npos));
    CHECK(run_tickreel({"render", std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel",
                        "--tick", "50%", "-o", folder / "c.png", "--connection", "1"})
              .code == 2);
}

TEST_CASE("render and screenshot call a view of a match file as every command does") {
    const Folder folder;
    const std::string match = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_views.reel";
    const auto picture = [&](const std::string& name) {
        const std::string out = folder / "a.png";
        const Ran ran = run_tickreel({"render", match, "--tick", "50%", "--size", "160x90", "--art",
                                      "builtin", "-f", "-o", out, "--view", name});
        INFO(name << ": " << ran.err);
        CHECK(ran.code == 0);
        CHECK(ran.err.empty());
        return read_file(out);
    };
    const std::string birch = picture("2");
    CHECK(picture("bIRCH") == birch);
    CHECK(picture("Birch") == birch);
    CHECK(picture("union") != birch);
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"render", match, "--tick", "50%", "--view", "Birhc"},
             {"render", match, "--tick", "50%", "--view", "1", "--beside", "Birhc"},
             {"play", "screenshot", match, "--view", "Birhc"}}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"-o", folder / "b.png"});
        const Ran ran = run_tickreel(all);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err,
                   contains("no view 'Birhc'; did you mean 'Birch'? it has 1 (Aster), 2 "));
    }
    const Ran shown = run_tickreel({"play", "screenshot", match, "-o", folder / "b.png"});
    CHECK(shown.code == 0);
    CHECK_THAT(shown.err,
               contains("view 1 of 8 is shown; --view NAME|N shows another: 1 (Aster), 2 "));
    const Ran window = run_tickreel({"play", match, "--view", "Birhc"});
    CHECK(window.code == 1);
    CHECK_THAT(window.err, contains("no view 'Birhc'; did you mean 'Birch'? it has 1 (Aster), 2 "));
    CHECK(run_tickreel({"play", folder / "no.reel", "--view", "1"}).code == 1);
    CHECK(run_tickreel(
              {"render", folder / "no.reel", "--tick", "1", "-o", folder / "c.png", "--view", "1"})
              .code == 1);
}

TEST_CASE("a screenshot of a later view is of a place in that one") {
    const Folder folder;
    const std::string seen = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_views.reel";
    const std::string match = folder / "match.reel";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"cut", seen, "--view", "1", "-o", folder / "whole.reel"},
          {"cut", folder / "whole.reel", "--ticks", "..300", "-o", folder / "a.reel"},
          {"cut", seen, "--view", "2", "-o", folder / "b.reel"},
          {"merge", "--views", folder / "a.reel", folder / "b.reel", "-o", match}})
        REQUIRE(run_tickreel(words).code == 0);
    const auto picture = [&](const std::string& view, const std::string& place) {
        const Ran ran =
            run_tickreel({"play", "screenshot", match, "--view", view, "--tick", place, "--size",
                          "640x400", "--builtin", "-f", "-o", folder / "a.png"});
        INFO(ran.err);
        CHECK(ran.code == 0);
        return read_file(folder / "a.png");
    };
    // Not in the first view, which is no matter of this picture.
    CHECK(picture("2", "770") == picture("2", "100%"));
    CHECK(picture("2", "770") != picture("2", "500"));
    CHECK(picture("1", "20") == picture("1", "0%"));
    CHECK(picture("1", "20") != picture("1", "280"));
}

TEST_CASE("a film that is not as asked for says so in a line") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const auto film = [&](const std::string& ticks, const std::string& size,
                          const std::string& out) {
        return run_tickreel({"render", arena, "--ticks", ticks, "--size", size, "--fps", "2",
                             "--art", "builtin", "-f", "-o", folder / out});
    };
    const std::string extent = "(ticks 20 to 3020, 0:00.00 to 1:00.00): the film is shorter\n";
    for (const char* ticks : {"0:59..2:00", "2980..9000", "0..21"}) {
        const Ran beyond = film(ticks, "64x36", "f%d.png");
        CAPTURE(ticks, beyond.err);
        CHECK(beyond.code == 0);
        CHECK(beyond.err == "tickreel render: " + arena + ": '" + ticks +
                                "' reaches beyond the recording " + extent);
    }
    for (const char* ticks : {"1..19", "9:00..9:10", "3021..4000", "150%..200%"}) {
        const Ran outside = film(ticks, "64x36", "none%d.png");
        CHECK(outside.code == 1);
        CHECK(outside.err == "tickreel render: " + arena + ": '" + ticks +
                                 "' is outside the recording (ticks 20 to 3020, 0:00.00 to "
                                 "1:00.00)\n");
    }
    for (const char* pattern : {"f%s.png", "f%d%d.png", "f%.png", "f%123d.png"}) {
        const Ran wrong = film("0:59..", "64x36", pattern);
        CAPTURE(pattern, wrong.err);
        CHECK(wrong.code == 2);
        CHECK(wrong.err == "tickreel render: -o " + (folder / pattern) +
                               ": pictures are numbered by one %d or %05d, as in frame%05d.png; "
                               "see tickreel render --help\n");
    }
    for (const char* ticks : {"0:59..", "2980..3021", "99%..100%"})
        CHECK(film(ticks, "65x37", "g%d.png").err.empty());  // pictures have any size
    if (run_shell("command -v ffmpeg").code != 0) {
        WARN("skipped: ffmpeg is not installed");
        return;
    }
    const Ran odd = film("0:59..", "65x37", "film.mp4");
    CHECK(odd.code == 0);
    CHECK(odd.err ==
          "tickreel render: " + arena + ": the film is 66x38: this kind has even sizes only\n");
    CHECK(film("0:59..", "66x38", "film.mp4").err.empty());
}

TEST_CASE("a film that is interrupted leaves nothing") {
    if (run_shell("command -v ffmpeg").code != 0) {
        WARN("skipped: ffmpeg is not installed");
        return;
    }
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    for (const int signal : {SIGINT, SIGTERM}) {
        const Ran ran =
            run_interrupted(signal, "render " + arena + " --ticks .. -o " + (folder / "film.mp4"));
        CHECK(ran.code == 1);
        CHECK(ran.err == "tickreel render: " + arena + ": interrupted; no output written\n");
        CHECK(folder.names().empty());
    }
}

TEST_CASE("a series that is interrupted says how many pictures there are") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const Ran ran = run_shell("tickreel render " + arena + " --ticks .. -o " +
                              (folder / "p%04d.png") + " & until [ -e " + (folder / "p0001.png") +
                              " ]; do kill -0 $! || break; sleep 0.01; done; kill -TERM $(cat "
                              "/proc/$!/task/$!/children); wait $!");
    const std::size_t made = folder.names().size();
    REQUIRE(made > 1);
    CHECK(ran.code == 1);
    CHECK(ran.err == "tickreel render: " + arena + ": interrupted; " + std::to_string(made) +
                         " pictures of the series made\n");
}

TEST_CASE("a picture that finds the disk full leaves nothing") {
    const Folder folder;
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    for (const char* verb : {"render ", "play screenshot "}) {
        // No file may exceed 4 kB.
        const Ran ran = run_shell("ulimit -f 4; tickreel " + std::string(verb) + arena +
                                  " --tick 50% --size 640x360 -o " + (folder / "picture.png"));
        CAPTURE(verb, ran.err);
        CHECK(ran.code == 1);
        CHECK(folder.names().empty());
    }
}
