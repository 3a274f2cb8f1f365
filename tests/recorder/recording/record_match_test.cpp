// `tickreel record --match`, the real program between test sockets.

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/catch.h"
#include "tests/recorder/recording/recorded_play.h"

using namespace tickreel_test;
using namespace std::chrono_literals;

TEST_CASE("--match makes one file of all clients' recordings and removes them", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"--match", "-o", folder / "match.reel"}, folder / "log");
    CHECK(play_through(*server, recorder, 60) == 0);
    CHECK(play_through(*server, recorder, 40, true) == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK_THAT(recorder.log(), contains("Merged 2 views into"));
    CHECK(folder.names() == std::vector<std::string>{"log", "match.reel"});
    MatchCapture capture;
    capture.add_match(40000, 60);
    capture.add_match(40001, 40, true);
    write_file(folder / "in.pcap", capture.text());
    REQUIRE(run_tickreel({"import", folder / "in.pcap", "-o", folder / "c.reel"}).code == 0);
    for (const auto& [view, other] :
         {std::pair{"unknown", "c-1.reel"}, {"unknown-2", "c-2.reel"}}) {
        INFO(view);
        CHECK(run_tickreel(
                  {"cut", folder / "match.reel", "--view", view, "-o", folder / "v.reel", "-f"})
                  .code == 0);
        CHECK(run_tickreel({"verify", "--strict", folder / "v.reel"}).code == 0);
        CHECK(run_tickreel({"diff", folder / "v.reel", folder / other}).code == 0);
    }
}

TEST_CASE("--match: where no match file can be made, the recordings stay", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string out = folder / "match.reel";
    const std::string views = folder / "match.views";
    const auto made_by_hand = [&](int code) {
        const std::string saved = folder / "saved.reel";
        const Ran ran = run_shell("tickreel merge --views --one-clock " + views + "/*.reel -o " +
                                  saved + " --force");
        CHECK(ran.code == code);
        CHECK_THAT(run_tickreel({"info", saved}).out, contains("views:       2 of one match"));
    };
    {
        BackgroundRecorder recorder(*server, {"--match", "-o", out}, folder / "log");
        CHECK(play_through(*server, recorder, 60) == 0);
        CHECK(play_through(*server, recorder, 40) == 0);
        SECTION("somebody else made a file of this name") {
            write_file(out, "another");
            CHECK(recorder.stop(SIGTERM) == 1);
            CHECK(read_file(out) == "another");
            CHECK_THAT(recorder.log(), contains("views: 2 recordings of the match: they stay; "
                                                "'tickreel merge --views --one-clock " +
                                                views + "/*.reel -o " + out + "'"));
            made_by_hand(0);
            std::filesystem::remove(out);
        }
        SECTION("the recorder was killed") {
            // All that the clients got is in a file 2 s later.
            for (int i = 0;
                 i < 1000 && (number_of(views + "/unknown.reel", "verify", "snapshots") < 60 ||
                              number_of(views + "/unknown-2.reel", "verify", "snapshots") < 40);
                 ++i)
                std::this_thread::sleep_for(10ms);
            CHECK(recorder.stop(SIGKILL) == 128 + SIGKILL);
            CHECK_FALSE(std::filesystem::exists(out));
            made_by_hand(3);
        }
    }
    // The next recorder makes views of them.
    BackgroundRecorder next(*server, {"--match", "-o", out}, folder / "log2");
    CHECK_THAT(next.log(), contains(views + ": 2 recordings of an earlier recorder become views"));
    CHECK(play_through(*server, next, 30) == 0);
    const int code = next.stop(SIGTERM);
    CHECK((code == 0 || code == 3));  // 3: those of a killed recorder have no end
    CHECK_THAT(run_tickreel({"info", out}).out, contains("views:       3 of one match"));
    CHECK_FALSE(std::filesystem::exists(views));
    CHECK(std::filesystem::exists(folder / "match.kept") == (code == 3));
}

TEST_CASE("--match and what it cannot be used with", "[record]") {
    const Folder folder;
    const std::vector<std::vector<std::string>> cases{
        {"-o", folder / "a.reel", "--keep-last", "9s"}, {"-o", folder / "{player}.reel"}};
    for (const std::vector<std::string>& one : cases) {
        std::vector<std::string> words{"record",   "--listen",       "127.0.0.1:0",
                                       "--server", "127.0.0.1:8303", "--match"};
        words.insert(words.end(), one.begin(), one.end());
        INFO(one.back());
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 2);
        CHECK_THAT(ran.err, contains("--match"));
    }
    CHECK(folder.names().empty());
}

TEST_CASE("--match with --state: the match is over when nobody plays on", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string views = folder / "match.views";
    std::vector<std::string> arguments{"--match", "-o", folder / "match.reel", "--state",
                                       folder / "state"};
    auto recorder = std::make_unique<BackgroundRecorder>(*server, arguments, folder / "log");
    arguments.insert(arguments.end(), {"--listen", to_string(recorder->address())});
    LongMatch match(*server, recorder->address());
    match.play(100, 300);
    CHECK(recorder->stop(SIGTERM) == 0);
    CHECK_THAT(recorder->log(), contains(views + ": players play on: the next recorder"));
    CHECK_FALSE(std::filesystem::exists(folder / "match.reel"));
    recorder = std::make_unique<BackgroundRecorder>(*server, arguments, folder / "log2");
    CHECK_THAT(recorder->log(), contains(views + ": 1 recording of an earlier recorder"));
    match.play(300, 500);
    CHECK(match.failures == 0);
    CHECK(recorder->stop(SIGTERM) == 0);
    CHECK_THAT(recorder->log(), contains(views + ": players play on: the next recorder"));
    BackgroundRecorder last(*server, {"--match", "-o", folder / "match.reel"}, folder / "log3");
    CHECK(last.stop(SIGTERM) == 0);
    CHECK_FALSE(std::filesystem::exists(views));
    const std::string all = folder / "all.reel";
    CHECK(run_tickreel({"cut", folder / "match.reel", "--view", "union", "-o", all}).code == 0);
    CHECK(number_of(all, "verify", "snapshots") == 200);
    long seen = 0;
    for (const char* view : {"1", "2"}) {
        CHECK(run_tickreel({"cut", folder / "match.reel", "--view", view, "-o", all, "-f"}).code ==
              0);
        seen += number_of(all, "verify", "snapshots");
    }
    CHECK(seen == 200);
}

TEST_CASE("--match with --state: the command for a match file now runs as printed", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(
        *server,
        {"--match", "-o", folder / "rec/{date}/{map}-{n}.reel", "--state", folder / "state"},
        folder / "log");
    LongMatch match(*server, recorder.address());
    match.play(100, 300);
    CHECK(recorder.stop(SIGTERM) == 0);
    const std::string log = recorder.log();
    const std::size_t from = log.find("'tickreel merge ");
    REQUIRE(from != std::string::npos);
    const std::string command = log.substr(from + 1, log.find('\'', from + 1) - from - 1);
    const std::string output = command.substr(command.rfind(' ') + 1);
    CAPTURE(command);
    CHECK(output.ends_with("/arena-1.reel"));
    const Ran merged = run_shell(command);
    CHECK(merged.code == 0);
    CHECK(merged.err.starts_with("Merged 1 view into"));
    CHECK_THAT(run_tickreel({"info", output}).out, contains("views:       1 of one match"));
}
