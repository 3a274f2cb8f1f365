// `tickreel record --keep-last`, the real program between test sockets.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/catch.h"
#include "tests/recorder/recording/recorded_play.h"

using namespace tickreel_test;
using namespace std::chrono_literals;

TEST_CASE("--fallback serves a flight recorder whose folder fails from the start", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    write_file(folder / "in the way", "");
    const std::vector<std::string> options{"-o",          folder / "in the way/{n}.reel",
                                           "--fallback",  folder / "fallback",
                                           "--keep-last", "1m",
                                           "--on",        "chat:!clip",
                                           "--flush",     "0.2"};
    play_and_kill(*server, options, folder / "log");
    CHECK_THAT(read_file(folder / "log"), contains("recordings go to " + (folder / "fallback")));
    // The next one finds there what this one kept.
    BackgroundRecorder next(*server, options, folder / "log2");
    next.wait_for_log("the last minutes of a recorder that was killed");
    CHECK(number_of(folder / "fallback/1.reel", "verify", "snapshots") >= 250);
    CHECK(play_through(*server, next, 40) == 0);
    CHECK(next.stop(SIGTERM) == 3);
    CHECK(std::filesystem::is_regular_file(folder / "in the way"));
    CHECK(number_of(folder / "fallback/2.reel", "verify", "snapshots") == -1);  // nobody asked
}

TEST_CASE("the flight recorder writes the last minutes when the player leaves", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "clip.reel", "--keep-last", "1m"},
                                folder / "log");
    CHECK(play_through(*server, recorder, 60) == 0);
    CHECK(visible(folder) == std::vector<std::string>{"log"});
    recorder.send(SIGUSR1);  // a clip of what there is
    const std::string at_once = folder / "clip.reel";
    for (int i = 0; i < 1200 && run_tickreel({"verify", "--strict", at_once}).code != 0; ++i)
        std::this_thread::sleep_for(10ms);
    const long saved = number_of(at_once, "info", "snapshots");
    CHECK(saved >= 50);
    CHECK(recorder.stop(SIGINT) == 0);
    // The last minutes are the same ones, and what came behind the clip is in its file: in so few
    // seconds another one would have more names of types than snapshots.
    CHECK(number_of(at_once, "verify", "snapshots") == 60);
    CHECK(visible(folder) == std::vector<std::string>{"clip.reel", "log"});
    for (const char* wrong : {"ten", "-1m", "0s", "nan", "5w"})
        CHECK(run_tickreel({"record", "--listen", "127.0.0.1:0", "--server", "127.0.0.1:1", "-o",
                            folder / "x.reel", "--keep-last", wrong})
                  .code == 2);
}

TEST_CASE("SIGUSR1 just before the end makes its clip, and never ends the recorder", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(
        *server, {"-o", folder / "clip.reel", "--keep-last", "1m", "--on", "chat:!clip"},
        folder / "log");
    LongMatch player(*server, recorder.address());
    player.play(100, 200);
    const int signal = GENERATE(SIGINT, SIGTERM);
    recorder.send(SIGUSR1);
    CHECK(recorder.stop(signal) == 0);
    CHECK(number_of(folder / "clip.reel", "verify", "snapshots") >= 45);  // what there was
    CHECK(visible(folder) == std::vector<std::string>{"clip.reel", "log"});
}

TEST_CASE("a flight recorder that is killed leaves its minutes to the next one", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> options{
        "-o", folder / "clip-{n}.reel", "--keep-last", "1m", "--on", "chat:!clip", "--flush",
        "0.2"};
    play_and_kill(*server, options, folder / "log");
    CHECK(visible(folder) == std::vector<std::string>{"log"});
    BackgroundRecorder next(*server, options, folder / "log2");
    BackgroundRecorder third(*server, options, folder / "log3");  // takes nothing of a living one
    next.wait_for_log("the last minutes of a recorder that was killed");
    // Players do not wait for it.
    CHECK(next.log().find("recording on") < next.log().find("the last minutes"));
    CHECK_THAT(third.log(), !contains("the last minutes"));
    CHECK(next.stop(SIGTERM) == 0);
    CHECK(third.stop(SIGTERM) == 0);
    // 300 snapshots of 40 ms: two seconds are 50.
    CHECK(number_of(folder / "clip-1.reel", "info", "snapshots") >= 250);
    CHECK(run_tickreel({"verify", "--strict", folder / "clip-1.reel"}).code == 0);
    CHECK(folder.names() == std::vector<std::string>{"clip-1.reel", "log", "log2", "log3"});
}

TEST_CASE("what a killed flight recorder kept and nobody can read is lost, and stays", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> options{
        "-o", folder / "clip-{n}.reel", "--keep-last", "40s", "--on", "chat:!clip", "--flush",
        "0.2"};
    play_and_kill(*server, options, folder / "log");
    std::vector<std::string> parts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "."))
        if (entry.path().extension() == ".reel") parts.push_back(entry.path().string());
    REQUIRE(parts.size() == 1);
    std::string bytes = read_file(parts[0]);
    bytes.replace(bytes.size() / 2, 64, std::string(64, 'x'));
    write_file(parts[0], bytes);
    BackgroundRecorder next(*server, options, folder / "log2");
    CHECK(next.stop(SIGTERM) == 3);
    CHECK_THAT(next.log(), contains("a part cannot be read"));
    const long left = number_of(folder / "clip-1.reel", "info", "snapshots");
    CHECK(left > 0);
    CHECK(left < 300);
    const std::vector<std::string> names = folder.names();
    CHECK(std::any_of(names.begin(), names.end(), [](const std::string& name) {
        return name.starts_with("tickreel-unreadable-");
    }));
    BackgroundRecorder third(*server, options, folder / "log3");
    CHECK(third.stop(SIGTERM) == 0);
    CHECK_THAT(third.log(), !contains("killed"));
}
