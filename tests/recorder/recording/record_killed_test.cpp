// `tickreel record`, killed and started again: the real program between test sockets.

#include <chrono>
#include <csignal>
#include <memory>
#include <set>
#include <sstream>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/recorder/recording/recorded_play.h"

using namespace tickreel_test;
using namespace std::chrono_literals;

TEST_CASE("killed in the middle: the file opens, all but the last moments are there", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel", "--flush", "0.2"},
                                folder / "log");
    CHECK(play_through(*server, recorder, 200) == 0);
    // After a pause everything is on disk except the very last snapshots: they wait for late parts
    // and for their events.
    const auto on_disk = [&] {
        const Ran ran = run_tickreel({"verify", folder / "match.reel", "--format", "ndjson"});
        const std::string key = "\"snapshots\":";
        const std::size_t at = ran.out.find(key);
        if (at == std::string::npos) return 0;  // the file is still empty
        CHECK_THAT(ran.out, contains("\"wire_mismatch\":0"));
        return std::stoi(ran.out.substr(at + key.size()));
    };
    for (int i = 0; i < 3000 && on_disk() < 190; ++i) ::usleep(20000);
    CHECK(recorder.stop(SIGKILL) == 128 + SIGKILL);
    CHECK(on_disk() >= 190);
}

TEST_CASE("a name with fields: a service that starts again goes on", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string pattern = folder / "reels/{map}-{protocol}-{n}.reel";
    for (int run = 0; run < 3; ++run) {
        BackgroundRecorder recorder(*server, {"-o", pattern},
                                    folder / ("log" + std::to_string(run)));
        CHECK(play_through(*server, recorder, 20) == 0);
        CHECK(recorder.stop(SIGTERM) == 0);
        CHECK_THAT(recorder.log(),
                   contains("arena-ddnet_0.6-" + std::to_string(run + 1) + ".reel"));
    }
    for (const char* name : {"1", "2", "3"})
        CHECK(run_tickreel({"verify", "--strict",
                            folder / ("reels/arena-ddnet_0.6-" + std::string(name) + ".reel")})
                  .code == 0);
    struct stat status {};
    REQUIRE(::stat((folder / "reels/arena-ddnet_0.6-1.reel").c_str(), &status) == 0);
    CHECK((status.st_mode & 0007U) == 0);
}

TEST_CASE("killed and started again: the player stays connected", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> arguments{"-o", folder / "{n}.reel", "--state",
                                             folder / "state"};
    auto first = std::make_unique<BackgroundRecorder>(*server, arguments, folder / "log");
    const tickreel::Endpoint at = first->address();
    Relay player(*server, at);
    for (int i = 0; i < 3; ++i) {
        CHECK(player.to_server(tickreel::Bytes(30, 'a')));
        CHECK(player.to_client(tickreel::Bytes(30, 'b')));
    }
    for (int run = 0; run < 3; ++run) {
        first->stop(SIGKILL);
        std::vector<std::string> again = arguments;
        again.insert(again.end(), {"--listen", to_string(at)});
        first = std::make_unique<BackgroundRecorder>(*server, again,
                                                     folder / ("log" + std::to_string(run)));
        CHECK_THAT(first->log(), contains("1 clients play on"));
        // The server sends first, to the address where it knows the player.
        CHECK(player.to_client(tickreel::Bytes(900, 'c')));
        CHECK(player.to_server(tickreel::Bytes(30, 'd')));
    }
    first->stop(SIGTERM);
}

TEST_CASE("what a flight recorder on a full disk had in memory when it was killed is decoded again",
          "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    std::vector<std::string> arguments{"-o",      folder / "{n}.reel", "--keep-last",
                                       "10m",     "--flush",           "0.2",
                                       "--state", folder / "state"};
    {
        BackgroundRecorder first(*server, arguments, folder / "log1");  // makes the ring
        CHECK(first.stop(SIGTERM) == 0);
    }
    auto full = std::make_unique<BackgroundRecorder>(*server, arguments, folder / "log2", 4096);
    LongMatch match(*server, full->address());
    for (int from = 0; from < 200; from += 50) {  // several times what is between two checkpoints
        match.play(from, from + 50);
        std::this_thread::sleep_for(300ms);
    }
    CHECK(full->stop(SIGKILL) == 128 + SIGKILL);
    CHECK_THAT(full->log(), contains("the last minutes are kept in memory until there is room"));
    arguments.insert(arguments.end(), {"--listen", to_string(full->address())});
    BackgroundRecorder next(*server, arguments, folder / "log3");
    match.play(200, 220);
    match.leave();
    CHECK(next.stop(SIGTERM) == 0);
    CHECK(match.failures == 0);
    std::multiset<std::string> ticks;
    for (const std::string& name : visible(folder)) {
        if (!name.ends_with(".reel")) continue;
        std::istringstream lines(
            run_tickreel({"cat", folder / name, "--types", "Character", "--format", "ndjson"}).out);
        for (std::string line; std::getline(lines, line);)
            ticks.insert(line.substr(0, line.find(',')));
    }
    CHECK(std::set<std::string>(ticks.begin(), ticks.end()).size() == 110);
    CHECK(ticks.size() == 110);  // each in one clip
}

TEST_CASE("a state file on a disk is told, one in memory is not", "[record]") {
    const Folder in_tmp;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string in_memory = "/dev/shm/tickreel-test-" + std::to_string(::getpid());
    for (const std::string& state : {in_tmp / "state", in_memory}) {
        INFO(state);
        // The system's own word for it.
        const std::string asked = run_shell("stat -f -c %T $(dirname " + state + ")").out;
        BackgroundRecorder recorder(*server, {"-o", in_tmp / "{n}.reel", "--state", state},
                                    state + ".log");
        const bool told = recorder.log().find(state + ": lies on a disk") != std::string::npos;
        CHECK(told == (asked != "tmpfs\n" && asked != "ramfs\n"));
        (void)recorder.stop(SIGTERM);
    }
    for (const char* file : {"", ".ring", ".log"}) std::filesystem::remove(in_memory + file);
}

TEST_CASE("a player that a damaged state file loses is told", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> arguments{"-o", folder / "{n}.reel", "--state",
                                             folder / "state"};
    BackgroundRecorder first(*server, arguments, folder / "log");
    Relay player(*server, first.address());
    for (int i = 0; i < 3; ++i) {
        CHECK(player.to_server(tickreel::Bytes(30, 'a')));
        CHECK(player.to_client(tickreel::Bytes(30, 'b')));
    }
    first.stop(SIGKILL);
    const auto next_says = [&](const std::string& what) {
        BackgroundRecorder next(*server, arguments, folder / "log2");
        CHECK_THAT(next.log(), contains(what));
        (void)next.stop(SIGTERM);
    };
    SECTION("one is damaged") {
        std::string state = read_file(folder / "state");
        const std::size_t last = state.find_last_not_of('\0');
        state[last] = static_cast<char>(state[last] ^ 1);
        write_file(folder / "state", state);
        next_says("/state: it is damaged: 1 client of the recorder before");
    }
    SECTION("it was cut") {
        std::filesystem::resize_file(folder / "state", 320);
        next_says("/state: it was cut: ");
    }
    SECTION("its ring was cut") {
        std::filesystem::resize_file(folder / "state.ring", 100000);
        next_says("/state.ring: it is new, was cut, is damaged or of another version: ");
    }
    SECTION("its ring is gone") {
        std::filesystem::remove(folder / "state.ring");
        next_says("/state.ring: it is new, was cut, is damaged or of another version: ");
    }
}

TEST_CASE("what a player was sent whom a damaged state file loses is in a recording", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> arguments{
        "-o", folder / "{n}.reel", "--state", folder / "state", "--flush", "60"};
    BackgroundRecorder killed(*server, arguments, folder / "log");
    LongMatch match(*server, killed.address());
    match.play(100, 300);
    killed.stop(SIGKILL);
    CHECK(match.failures == 0);
    std::string state = read_file(folder / "state");
    const std::size_t last = state.find_last_not_of('\0');
    state[last] = static_cast<char>(state[last] ^ 1);
    write_file(folder / "state", state);
    BackgroundRecorder next(*server, arguments, folder / "log2");
    CHECK_THAT(next.log(), contains("/state: it is damaged: 1 client of the recorder before"));
    (void)next.stop(SIGTERM);
    const Ran ran =
        run_tickreel({"sql", folder / "", "SELECT count(DISTINCT tick), count(*) FROM snapshots",
                      "--format", "csv", "-q"});
    CHECK_THAT(ran.out, contains("\n100,100\n"));
}

TEST_CASE("a state file that somebody removes is told, before it is needed", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "a.reel", "--state", folder / "state"},
                                folder / "log");
    REQUIRE(::unlink((folder / "state").c_str()) == 0);
    const std::string told = "/state: was removed";
    for (int i = 0; i < 6000 && recorder.log().find(told) == std::string::npos; ++i)
        std::this_thread::sleep_for(20ms);
    CHECK_THAT(recorder.log(), contains(told));
    CHECK(recorder.log().find(".ring: was removed") == std::string::npos);
    CHECK(recorder.stop(SIGTERM) == 0);
}

TEST_CASE("who said goodbye before a kill does not play on with the next recorder", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> arguments{"-o", folder / "{n}.reel", "--state",
                                             folder / "state"};
    BackgroundRecorder killed(*server, arguments, folder / "log");
    LongMatch match(*server, killed.address());
    match.play(100, 180);
    match.leave();
    CHECK(match.failures == 0);
    const std::string file = folder / "1.reel";
    for (int i = 0; i < 1200 && run_tickreel({"verify", file}).code != 0; ++i)
        std::this_thread::sleep_for(100ms);
    killed.stop(SIGKILL);
    BackgroundRecorder next(*server, arguments, folder / "log2");
    CHECK(next.log().find("play on") == std::string::npos);
    CHECK(next.stop(SIGTERM) == 0);
}

TEST_CASE("a recorder that ends after the last goodbye leaves nothing in its ring", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> arguments{"-o", folder / "{n}.reel", "--state",
                                             folder / "state"};
    BackgroundRecorder recorder(*server, arguments, folder / "log");
    LongMatch match(*server, recorder.address());
    match.play(100, 180);
    CHECK(read_file(folder / "state.ring").find_first_not_of('\0', 64) != std::string::npos);
    SECTION("it is over") {
        match.leave();
        CHECK(recorder.stop(SIGTERM) == 0);
        CHECK(read_file(folder / "state.ring").find_first_not_of('\0', 64) == std::string::npos);
        BackgroundRecorder next(*server, arguments, folder / "log2");
        CHECK(next.log().find("play on") == std::string::npos);
        CHECK(next.stop(SIGTERM) == 0);
    }
    SECTION("it goes on") {
        CHECK(recorder.stop(SIGTERM) == 0);
        CHECK(read_file(folder / "state.ring").find_first_not_of('\0', 64) != std::string::npos);
        BackgroundRecorder next(*server, arguments, folder / "log2");
        CHECK_THAT(next.log(), contains("1 clients play on"));
        CHECK(next.stop(SIGTERM) == 0);
    }
}

TEST_CASE("killed in a running match: the next recorder goes on where this one stood", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::vector<std::string> arguments{"-o", folder / "{n}.reel", "--state",
                                             folder / "state"};
    auto recorder = std::make_unique<BackgroundRecorder>(*server, arguments, folder / "log");
    const tickreel::Endpoint at = recorder->address();
    std::vector<std::string> again = arguments;
    again.insert(again.end(), {"--listen", to_string(at)});
    int runs = 0;
    const auto restart = [&](int signal) {
        recorder->stop(signal);
        recorder = std::make_unique<BackgroundRecorder>(*server, again,
                                                        folder / ("log" + std::to_string(++runs)));
        CHECK_THAT(recorder->log(), contains("1 clients play on"));
    };
    LongMatch match(*server, at);
    match.play(100, 200);
    // So that checkpoints are behind it: one of them is what the next recorder begins with.
    for (int i = 0; i < 4; ++i) {
        ::usleep(700000);
        match.play(200 + 20 * i, 220 + 20 * i);
    }
    restart(SIGKILL);
    match.play(280, 400);
    restart(SIGKILL);      // before anything of it is on disk
    match.play(440, 500);  // what was sent meanwhile reached nobody
    restart(SIGTERM);
    match.play(500, 600);
    CHECK(recorder->stop(SIGTERM) == 0);
    CHECK(match.failures == 0);

    std::vector<std::string> names = folder.names();
    long snapshots = 0;
    long last = 98;
    std::string gaps;
    for (const std::string& name : names) {
        if (name.find(".reel") == std::string::npos) continue;
        const std::string file = folder / name;
        const long here = number_of(file, "verify", "snapshots");
        if (here <= 0) continue;  // killed before anything was written
        INFO(name << ": " << run_tickreel({"info", file}).out);
        CHECK(number_of(file, "verify", "wire_mismatch") == 0);
        CHECK(number_of(file, "info", "tick_first") >= last + 2);  // nothing twice
        last = number_of(file, "info", "tick_last");
        snapshots += here;
        gaps += run_tickreel({"verify", "--explain", file}).out;
    }
    CHECK(last == 598);
    CHECK(snapshots == (400 - 100) / 2 + (600 - 440) / 2);
    CHECK_THAT(gaps, contains("started again"));
}
