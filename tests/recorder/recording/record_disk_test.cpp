// `tickreel record`, where a file cannot be written: the real program between test sockets.

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tests/catch.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/recording/recorded_play.h"

using namespace tickreel_test;
using namespace std::chrono_literals;

namespace {

// More than the header of the recording is there.
void wait_until_begun(const std::string& path) {
    const auto begun = [&] {
        std::error_code missing;
        const auto size = std::filesystem::file_size(path, missing);
        return !missing && size > 1000;
    };
    for (int i = 0; i < 12000 && !begun(); ++i) std::this_thread::sleep_for(10ms);
}

}  // namespace

TEST_CASE("a full disk ends the recording, not the game", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel", "--flush", "0.1"},
                                folder / "log", 4096);
    CHECK(play_through(*server, recorder, 400) == 0);
    CHECK(recorder.stop(SIGINT) == 3);
    const std::string log = recorder.log();
    CHECK_THAT(log, contains("the game continues"));
    CHECK_THAT(log, contains("make room there, or use --fallback FOLDER"));
    // Also how much is missing.
    long snapshots = 0;
    for (const std::string& name : folder.names())
        if (name != "log") snapshots += number_of(folder / name, "verify", "snapshots");
    CHECK_THAT(log, contains("tickreel record: " + std::to_string(400 - snapshots) +
                             " snapshots are in no recording"));
    const Ran info = run_tickreel({"info", folder / "match.reel"});
    CHECK(info.code == 3);  // readable, but not finished
}

TEST_CASE("a disk without inodes is said to have none, not to lack space", "[record]") {
    const Folder folder;
    const std::string disk = folder / "disk";
    std::filesystem::create_directory(disk);
    write_sample(folder / "in.reel");
    // What is mounted in a namespace of the shell's own is gone with it.
    const auto on_it = [&](const std::string& command) {
        return run_shell(
            "export -f tickreel; unshare -m bash -c 'mount -t tmpfs -o nr_inodes=2 none " + disk +
            " || exit 77; touch " + disk + "/last; " + command + "'");
    };
    if (on_it("true").code != 0) {
        WARN("skipped: a small tmpfs cannot be mounted here");
        return;
    }
    for (const std::string& command :
         {"tickreel cut --ticks 0..99999 " + folder / "in.reel" + " -o " + disk + "/a.reel",
          "tickreel record --listen 127.0.0.1:0 --server 127.0.0.1:9 -o " + disk + "/a.reel",
          "tickreel record --listen 127.0.0.1:0 --server 127.0.0.1:9 -o " + disk + "/x/{n}.reel"}) {
        const Ran ran = on_it(command);
        INFO(command << ran.err);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("no inodes left") && contains("delete files there"));
        CHECK_THAT(ran.err, !contains("free space"));
    }
}

TEST_CASE("a recording that somebody empties while it is written is lost, and said so",
          "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "{n}.reel", "--flush", "0.1"},
                                folder / "log");
    LongMatch match(*server, recorder.address());
    match.play(100, 400);
    wait_until_begun(folder / "1.reel");
    std::filesystem::resize_file(folder / "1.reel", 0);
    match.play(400, 800);
    CHECK(match.failures == 0);
    CHECK(recorder.stop(SIGTERM) == 3);
    CHECK_THAT(recorder.log(), contains("1.reel: at offset ") && contains("changed by another"));
    CHECK_THAT(recorder.log(), contains("; let no other program write to a recording before it"));
    CHECK_THAT(recorder.log(), !contains("make room"));
    CHECK(std::filesystem::exists(folder / "2.reel"));
}

TEST_CASE("a recording that is renamed while it is written: the hint is not about room",
          "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "{n}.reel", "--flush", "0.1"},
                                folder / "log");
    LongMatch match(*server, recorder.address());
    match.play(100, 400);
    wait_until_begun(folder / "1.reel");
    std::filesystem::rename(folder / "1.reel", folder / "mine.reel");
    match.play(400, 800);
    CHECK(recorder.stop(SIGTERM) == 3);
    CHECK_THAT(recorder.log(), contains("1.reel: at offset ") && contains("removed or moved"));
    CHECK_THAT(recorder.log(), contains("; move or remove a recording after it has been closed"));
    CHECK_THAT(recorder.log(), !contains("make room"));
}

TEST_CASE("the folder that the recorder was started in vanishes: the game goes on", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::filesystem::path ours = std::filesystem::current_path();
    std::filesystem::create_directory(folder / "there");
    std::filesystem::current_path(folder / "there");
    BackgroundRecorder recorder(*server, {"-o", "a.reel", "--state", folder / "state"},
                                folder / "log");
    std::filesystem::current_path(ours);
    LongMatch match(*server, recorder.address());
    match.play(100, 400);
    for (int i = 0; i < 12000 && !std::filesystem::exists(folder / "there/a.reel"); ++i)
        std::this_thread::sleep_for(10ms);
    std::filesystem::remove_all(folder / "there");
    for (int i = 0; i < 6000 && recorder.log().find("was removed") == std::string::npos; ++i)
        std::this_thread::sleep_for(10ms);
    CHECK_THAT(recorder.log(), contains("was removed"));
    match.play(400, 800);
    CHECK(match.failures == 0);
    CHECK(recorder.stop(SIGTERM) == 3);
}

TEST_CASE("a log that no disk has room for does not end the game", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    constexpr long kOneLine = 60;  // that it records; nothing else fits
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel", "--flush", "0.1"},
                                folder / "log", kOneLine);
    CHECK(play_through(*server, recorder, 400) == 0);
    CHECK(recorder.stop(SIGINT) == 3);
}

TEST_CASE("started without stderr, it says nothing into a file of its own", "[record]") {
    const Folder folder;
    write_file(folder / "taken", "mine");
    const std::string command =
        std::string(TICKREEL_BIN_DIR) + "/tickreel record --listen 127.0.0.1:0 " +
        "--server 127.0.0.1:9 -o '" + (folder / "a.reel") + "' --state '" + (folder / "state") +
        "' --control '" + (folder / "taken") + "' 1>&- 2>&-";
    CHECK(WEXITSTATUS(std::system(command.c_str())) == 1);
    CHECK(read_file(folder / "state").starts_with("TKRSTAT"));
}

TEST_CASE("--fallback also serves a recorder whose folder fails from the start", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(
        *server, {"-o", "/proc/no/{n}.reel", "--fallback", folder / "fallback"}, folder / "log");
    CHECK_THAT(recorder.log(), contains("recordings go to " + (folder / "fallback")));
    CHECK(play_through(*server, recorder, 40) == 0);
    CHECK(recorder.stop(SIGTERM) == 3);
    CHECK(number_of(folder / "fallback/1.reel", "verify", "snapshots") == 40);
}

TEST_CASE("--fallback serves --match whose folder fails from the start", "[record]") {
    const bool freed = GENERATE(false, true);
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    write_file(folder / "in the way", "");
    const std::vector<std::string> options{"--match", "-o", folder / "in the way/{n}.reel",
                                           "--fallback", folder / "fallback"};
    BackgroundRecorder recorder(*server, options, folder / "log");
    CHECK_THAT(recorder.log(), contains("recordings go to " + (folder / "fallback")));
    CHECK(play_through(*server, recorder, 40) == 0);
    for (int i = 0; i < 12000 && recorder.log().find("recording in ") == std::string::npos; ++i)
        std::this_thread::sleep_for(10ms);
    if (freed) std::filesystem::remove(folder / "in the way");
    CHECK(recorder.stop(SIGTERM) == (freed ? 3 : 1));
    if (!freed) {
        CHECK_THAT(recorder.log(), contains("1 recording of the match: they stay"));
        CHECK(std::filesystem::is_regular_file(folder / "in the way"));
        // Where the next one finds it, whether or not its folder is there.
        std::filesystem::remove(folder / "in the way");
        BackgroundRecorder next(*server, options, folder / "log2");
        CHECK_THAT(next.log(), contains("1 recording of an earlier recorder"));
        CHECK(next.stop(SIGTERM) == 0);
    }
    CHECK_THAT(run_tickreel({"info", folder / "in the way/1.reel"}).out,
               contains("views:       1 of one match"));
    CHECK(std::filesystem::is_empty(folder / "fallback"));
}

TEST_CASE("a file that another program makes is in nobody's way", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    write_file(folder / "match.reel", "another's");
    CHECK(play_through(*server, recorder, 40) == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK(read_file(folder / "match.reel") == "another's");
    CHECK(number_of(folder / "match-2.reel", "verify", "snapshots") == 40);
}

TEST_CASE("old recordings in the fallback are deleted too", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    std::filesystem::create_directory(folder / "spare");
    const auto add = [&](const char* name, int hours_ago) {
        std::filesystem::copy_file(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel",
                                   folder / name);
        std::filesystem::last_write_time(
            folder / name,
            std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours_ago));
    };
    for (const char* name : {"spare/arena-1.reel", "spare/arena-1-2.reel", "spare/mine.reel"})
        add(name, 96);
    add("spare/arena-2.reel", 62);  // pauses count for at most half of the time
    add("spare/arena-3.reel", 28);
    BackgroundRecorder recorder(
        *server,
        {"-o", folder / "reels/{map}-{n}.reel", "--keep-days", "3", "--fallback", folder / "spare"},
        folder / "log");
    for (int i = 0; i < 12000 && std::filesystem::exists(folder / "spare/arena-1-2.reel"); ++i)
        ::usleep(10000);
    CHECK_FALSE(std::filesystem::exists(folder / "spare/arena-1.reel"));
    CHECK(std::filesystem::exists(folder / "spare/arena-2.reel"));
    CHECK_FALSE(std::filesystem::exists(folder / "spare/arena-1-2.reel"));
    CHECK(std::filesystem::exists(folder / "spare/mine.reel"));
    (void)recorder.stop(SIGTERM);
    CHECK_THAT(recorder.log(), contains("spare/arena-1.reel: deleted, older than --keep-days"));
}
