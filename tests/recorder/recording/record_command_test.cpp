// `tickreel record`, the real program between test sockets.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/background_recorder.h"
#include "tests/recorder/recording/synthetic_match.h"

using namespace tickreel_test;
using namespace std::chrono_literals;

namespace {

const tickreel::Endpoint kLoopback = tickreel::v4_endpoint({127, 0, 0, 1}, 0);

// Plays a match through the recorder; returns how many datagrams did not arrive unchanged.
int play_through(const tickreel::UdpSocket& server, const BackgroundRecorder& recorder,
                 int snapshots, bool two_maps = false, const tickreel::Endpoint& from = {}) {
    Relay relay(server, recorder.address(), from);
    int failures = 0;
    play_match(
        [&](const tickreel::Datagram& datagram) {
            const bool up = datagram.direction == tickreel::Direction::ToServer;
            const bool ok = up ? relay.to_server(datagram.bytes) : relay.to_client(datagram.bytes);
            failures += ok ? 0 : 1;
        },
        snapshots, two_maps);
    return failures;
}

// A recorder of 300 snapshots that is killed.
void play_and_kill(const tickreel::UdpSocket& server, const std::vector<std::string>& options,
                   const std::string& log) {
    BackgroundRecorder killed(server, options, log);
    CHECK(play_through(server, killed, 300) == 0);
    // What is held back goes to disk as soon as the game falls silent.
    std::this_thread::sleep_for(1s);
    CHECK(killed.stop(SIGKILL) == 128 + SIGKILL);
}

// A match that goes on while recorders come and go.
class LongMatch {
public:
    LongMatch(const tickreel::UdpSocket& server, const tickreel::Endpoint& at)
        : relay_(server, at), match_([this](const tickreel::Datagram& datagram) {
              const bool up = datagram.direction == tickreel::Direction::ToServer;
              const bool ok =
                  up ? relay_.to_server(datagram.bytes) : relay_.to_client(datagram.bytes);
              failures += ok ? 0 : 1;
          }) {
        match_.change_map("arena");
        match_.enter_game();
    }
    // Snapshots 2 ticks apart, each the difference to the one before.
    void leave() { match_.close("bye"); }
    void play(int from, int to) {
        for (int tick = from; tick < to; tick += 2) match_.snapshot(tick, small_world(tick));
    }
    int failures = 0;

private:
    Relay relay_;
    MatchScript match_;
};

// "snapshots" and the like of `verify` and `info`, -1 when there is no file.
long number_of(const std::string& file, const std::string& verb, const std::string& key) {
    const Ran ran = run_tickreel({verb, file, "--format", "ndjson"});
    const std::string with = "\"" + key + "\":";
    const std::size_t at = ran.out.find(with);
    if (at == std::string::npos) return -1;
    std::string value = ran.out.substr(at + with.size(), 20);
    value.erase(0, value.find_first_of("0123456789-"));
    return std::stol(value);
}

// Without what the flight recorder keeps.
std::vector<std::string> visible(const Folder& folder) {
    std::vector<std::string> names = folder.names();
    std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
    return names;
}

}  // namespace

TEST_CASE("two players and a visitor of the server list", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    Relay visitor(*server, recorder.address());
    CHECK(visitor.to_server(tickreel::Bytes{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                            0xff, 'g', 'i', 'e', '3', 1}));
    CHECK(visitor.to_client(tickreel::Bytes(15, 0xff)));
    // An unproven address never gets more bytes than it sent.
    CHECK_FALSE(visitor.to_client(tickreel::Bytes(1400, 0xff)));
    CHECK(play_through(*server, recorder, 60) == 0);
    CHECK(play_through(*server, recorder, 40) == 0);
    const int signal = GENERATE(SIGINT, SIGTERM);
    CHECK(recorder.stop(signal) == 0);
    CHECK(folder.names() == std::vector<std::string>{"log", "match-2.reel", "match.reel"});
    CHECK_THAT(recorder.log(), contains("match.reel: "));
    CHECK_THAT(recorder.log(), contains("60 snapshots, checksum: 60 ok, 0 mismatch"));
    CHECK_THAT(recorder.log(), contains("40 snapshots, checksum: 40 ok, 0 mismatch"));
    for (const char* name : {"match.reel", "match-2.reel"})
        CHECK(run_tickreel({"verify", "--strict", folder / name}).code == 0);
}

TEST_CASE("the recording equals the import of the same datagrams", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "live.reel", "--split", "map"},
                                folder / "log");
    CHECK(play_through(*server, recorder, 50, true) == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    MatchCapture capture;
    capture.add_match(40000, 50, true);
    write_file(folder / "in.pcap", capture.text());
    REQUIRE(run_tickreel({"import", folder / "in.pcap", "-o", folder / "c.reel", "--split", "map"})
                .code == 0);
    CHECK(run_tickreel({"diff", folder / "live.reel", folder / "c.reel"}).code == 0);
    CHECK(run_tickreel({"diff", folder / "live-map2.reel", folder / "c-map2.reel"}).code == 0);
}

TEST_CASE("no address of a player is in recordings, the log or the ring", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const tickreel::Endpoint from = tickreel::v4_endpoint({127, 9, 8, 7}, 0);
    const std::string raw{127, 9, 8, 7};
    {
        BackgroundRecorder recorder(
            *server, {"-v", "-o", folder / "match.reel", "--state", folder / "state"},
            folder / "log");
        CHECK(play_through(*server, recorder, 60, false, from) == 0);
        CHECK(recorder.stop(SIGTERM) == 0);
    }
    for (const std::string& name : folder.names()) {
        if (name == "state") continue;  // who plays now: for the next recorder, 0600
        const std::string bytes = read_file(folder / name);
        INFO(name);
        CHECK(bytes.find("127.9.8.7") == std::string::npos);
        if (name != "log") CHECK(bytes.find(raw) == std::string::npos);
    }
}

TEST_CASE("a full disk ends the recording, not the game", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel", "--flush", "0.1"},
                                folder / "log", 4096);
    CHECK(play_through(*server, recorder, 400) == 0);
    CHECK(recorder.stop(SIGINT) == 3);
    CHECK_THAT(recorder.log(), contains("the game continues"));
    CHECK_THAT(recorder.log(), contains("make room there, or use --fallback FOLDER"));
    const Ran info = run_tickreel({"info", folder / "match.reel"});
    CHECK(info.code == 3);  // readable, but not finished
}

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
    for (int i = 0; i < 100 && on_disk() < 190; ++i) ::usleep(20000);
    CHECK(recorder.stop(SIGKILL) == 128 + SIGKILL);
    CHECK(on_disk() >= 190);
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
    CHECK_THAT(next.log(), contains("the last minutes of a recorder that was killed"));
    CHECK(number_of(folder / "fallback/1.reel", "verify", "snapshots") >= 250);
    CHECK(play_through(*server, next, 40) == 0);
    CHECK(next.stop(SIGTERM) == 3);
    CHECK(std::filesystem::is_regular_file(folder / "in the way"));
    CHECK(number_of(folder / "fallback/2.reel", "verify", "snapshots") == -1);  // nobody asked
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
    for (int i = 0; i < 500 && recorder.log().find("recording in ") == std::string::npos; ++i)
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

TEST_CASE("who said goodbye makes room for the next player", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "{n}.reel", "--max-clients", "1"},
                                folder / "log");
    LongMatch first(*server, recorder.address());
    first.play(100, 180);
    first.leave();
    CHECK(first.failures == 0);
    const std::string file = folder / "1.reel";
    for (int i = 0; i < 300 && run_tickreel({"verify", file}).code != 0; ++i)
        std::this_thread::sleep_for(100ms);
    CHECK(number_of(file, "verify", "snapshots") == 40);
    CHECK(play_through(*server, recorder, 40) == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK(number_of(folder / "2.reel", "verify", "snapshots") == 40);
}

TEST_CASE("nobody played: no file, a line that says so", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK(folder.names() == std::vector<std::string>{"log"});
    CHECK_THAT(recorder.log(), contains("no game traffic was recognised"));
}

TEST_CASE("traffic that no game can be read from is said, with exit code 3", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    Relay stranger(*server, recorder.address());
    for (int i = 0; i < 5; ++i) {
        CHECK(stranger.to_server(tickreel::Bytes(30, 'a')));
        CHECK(stranger.to_client(tickreel::Bytes(30, 'b')));
    }
    CHECK(recorder.stop(SIGTERM) == 3);
    CHECK(folder.names() == std::vector<std::string>{"log"});
    CHECK_THAT(recorder.log(), contains("no snapshot could be decoded for 1 of 1 clients"));
    CHECK_THAT(recorder.log(), contains("--protocol"));
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
    for (int i = 0; i < 300 && run_tickreel({"verify", file}).code != 0; ++i)
        std::this_thread::sleep_for(100ms);
    killed.stop(SIGKILL);
    BackgroundRecorder next(*server, arguments, folder / "log2");
    CHECK(next.log().find("play on") == std::string::npos);
    CHECK(next.stop(SIGTERM) == 0);
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

TEST_CASE("a running recorder answers, is measured and is steered", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string socket = folder / "control";
    BackgroundRecorder recorder(
        *server, {"-o", folder / "{n}.reel", "--control", socket, "--metrics", "127.0.0.1:0"},
        folder / "log");
    for (int i = 0; i < 300 && recorder.log().find("/metrics") == std::string::npos; ++i)
        ::usleep(10000);
    const auto ctl = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"ctl", socket});
        return run_tickreel(words);
    };
    const auto until = [&](const std::string& command, const std::string& says) {
        Ran ran;
        for (int i = 0; i < 100; ++i) {
            ran = ctl({command});
            if (ran.out.find(says) != std::string::npos) break;
            ::usleep(50000);
        }
        CHECK(ran.code == 0);
        CHECK_THAT(ran.out, contains(says));
        return ran.out;
    };
    until("status", "\"clients\":0");
    const Ran unheard = ctl({"mark"});
    CHECK(unheard.code == 1);
    CHECK_THAT(unheard.err, contains("nobody is recorded"));
    const Ran unsplit = ctl({"split"});
    CHECK(unsplit.code == 1);
    CHECK_THAT(unsplit.err, contains("nobody is recorded"));
    CHECK(play_through(*server, recorder, 40) == 0);
    until("status", "\"recording\":\"1\"");
    until("clients", "\"client\":\"1\",\"address\":\"127.0.0.1:");
    const Ran marked = ctl({"mark", "--text", "look \"here\""});
    CHECK(marked.code == 0);
    CHECK_THAT(marked.out, contains("\"client\":\"1\",\"segment\":0,\"tick\":\""));
    CHECK_THAT(marked.out, contains("/1.reel\",\"waits\":\"\"}"));
    CHECK(ctl({"mark", "--client", "1"}).code == 0);
    const Ran nobody = ctl({"mark", "--client", "99"});
    CHECK(nobody.code == 1);
    CHECK_THAT(nobody.err, contains("no client 99"));
    const Ran save = ctl({"save"});
    CHECK(save.code == 1);
    CHECK_THAT(save.err, contains("without --keep-last"));
    CHECK(ctl({"dance"}).code == 2);
    const Ran stop_one = ctl({"stop", "--client", "1"});
    CHECK(stop_one.code == 2);
    CHECK_THAT(stop_one.err, contains("stop is for all clients"));
    CHECK(ctl({"split", "--text", "x"}).code == 2);
    CHECK(ctl({"mark", "--text", "a\x01"}).code == 2);
    CHECK(ctl({"mark", "--text", std::string(70000, 'x')}).code == 2);
    const Ran reloaded = ctl({"reload"});
    CHECK(reloaded.code == 1);
    CHECK_THAT(reloaded.err, contains("no --allow, no --deny"));
    recorder.send(SIGUSR1);
    for (int i = 0; i < 300 && recorder.log().find("none are kept") == std::string::npos; ++i)
        ::usleep(10000);
    CHECK_THAT(recorder.log(), contains("none are kept without --keep-last"));
    CHECK(run_tickreel({"ctl", folder / "nothing", "status"}).code == 1);

    const std::string log = recorder.log();
    const std::size_t at = log.find("http://") + 7;
    const std::string address = log.substr(at, log.find("/metrics", at) - at);
    const auto page = [&](const std::string& path) {
        const std::string host = address.substr(0, address.find(':'));
        const std::string port = address.substr(address.find(':') + 1);
        return run_shell("bash -c 'exec 3<>/dev/tcp/" + host + "/" + port + "; printf \"GET " +
                         path + " HTTP/1.0\\r\\n\\r\\n\" >&3; cat <&3'")
            .out;
    };
    const std::string metrics = page("/metrics");
    CHECK_THAT(metrics, contains("200 OK"));
    CHECK_THAT(metrics, contains("\ntickreel_clients 1\n"));
    CHECK_THAT(metrics, contains("tickreel_forward_seconds_bucket{le=\"+Inf\"}"));
    CHECK_THAT(page("/live"), contains("200 OK"));
    CHECK_THAT(page("/ready"), contains("200 OK"));
    CHECK_THAT(page("/else"), contains("404"));

    CHECK(ctl({"stop"}).code == 0);
    CHECK(recorder.wait() == 0);
    CHECK_THAT(run_tickreel({"list", folder / "1.reel", "markers"}).out, contains("look \"here\""));
    CHECK(folder.names() == std::vector<std::string>{"1.reel", "log"});  // the socket file is gone
}

TEST_CASE("SIGHUP reads the address lists again; a broken list changes nothing", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    write_file(folder / "deny", "127.0.0.0/8\n");
    BackgroundRecorder recorder(
        *server,
        {"-o", folder / "match.reel", "--deny", folder / "deny", "--control", folder / "ctl"},
        folder / "log");
    const auto reload = [&](const std::string& says) {
        recorder.send(SIGHUP);
        for (int i = 0; i < 300 && recorder.log().find(says) == std::string::npos; ++i)
            ::usleep(10000);
        CHECK_THAT(recorder.log(), contains(says));
    };
    Relay client(*server, recorder.address());
    CHECK_FALSE(client.to_server(tickreel::Bytes{1}));
    write_file(folder / "deny", "127.0.0.0/8\nnonsense\n");
    reload("line 2");
    CHECK_FALSE(client.to_server(tickreel::Bytes{1}));
    const Ran asked = run_tickreel({"ctl", folder / "ctl", "reload"});
    CHECK(asked.code == 1);
    CHECK_THAT(asked.err, contains("line 2"));
    write_file(folder / "deny", "# nobody\n");
    reload("read again");
    CHECK(client.to_server(tickreel::Bytes{1}));
    CHECK(recorder.stop(SIGTERM) == 0);
}

TEST_CASE("a wrong start: one clear line", "[record]") {
    const Folder folder;
    const auto taken = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(taken.ok());
    const std::string in_use = to_string(taken->local());
    write_file(folder / "there.reel", "mine");
    const auto says = [&](std::vector<std::string> arguments, int code, const std::string& what) {
        arguments.insert(arguments.begin(), "record");
        const Ran ran = run_tickreel(arguments);
        INFO(ran.err);
        CHECK(ran.code == code);
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK_THAT(ran.err, contains("tickreel record: "));
        CHECK_THAT(ran.err, contains(what));
    };
    const std::string out = folder / "out.reel";
    const std::string any = "127.0.0.1:0";
    const std::string server = "127.0.0.1:8303";
    says({"--listen", in_use, "--server", server, "-o", out}, 1, "in use");
    says({"--listen", any, "--server", "no.such.host.invalid:8303", "-o", out}, 1,
         "cannot resolve");
    says({"--listen", any, "--server", "127.0.0.1", "-o", out}, 2, "HOST:PORT");
    says({"--listen", "8303", "--server", server, "-o", out}, 2, "HOST:PORT");
    says({"--listen", "127.0.0.1:70000", "--server", server, "-o", out}, 2, "--listen");
    write_file(folder / "list", "10.0.0.0/8\n10.0.0.256\n");
    says({"--listen", any, "--server", server, "-o", out, "--deny", folder / "list"}, 1, "line 2");
    says({"--listen", any, "--server", server, "-o", out, "--allow", folder / "no"}, 1, "no");
    says({"--listen", any, "--server", server, "-o", out, "--upstream", "x"}, 2, "--upstream");
    says({"--listen", any, "--server", server, "-o", out, "--upstream", "203.0.113.0/24"}, 1,
         "--upstream: cannot send from 203.0.113.");
    says({"--listen", any, "--server", server, "-o", folder / "{x}.reel"}, 2, "{player}");
    says({"--listen", any, "--server", server, "-o", "/proc/no/{n}.reel"}, 1, "folder");
    says({"--listen", any, "--server", server, "-o", out, "--keep-days", "3"}, 2, "fields");
    says({"--listen", any, "--server", server, "-o", out, "--keep-total", "x"}, 2, "50GiB");
    says({"--listen", any, "--server", server, "-o", out, "--split", "size=x"}, 2, "100MiB");
    says({"--listen", any, "--server", server, "-o", out, "--state", folder / "list"}, 1, "state");
    says({"--listen", any, "--server", server, "-o", folder / "there.reel"}, 1, "--force");
    says({"--listen", any, "--server", server, "-o", folder / "no/out.reel"}, 1, "folder");
    says({"--listen", any, "--server", server, "-o", out, "--map", folder / "no.map"}, 1, "no.map");
    says({"--listen", any, "--server", server, "-o", out, "--map", folder / "list"}, 1,
         "list: is no map");
    says({"--listen", any, "--server", server, "-o", out, "--map", folder / ""}, 1, "directory");
    says({"--listen", any, "--server", server, "-o", out, "--fallback", folder / "list"}, 1,
         "--fallback: cannot make the folder");
    says({"--listen", any, "--server", server, "-o", out, "--fallback", folder / ""}, 1,
         "--fallback: is the folder of -o");
    says({"--listen", any, "--server", server, "-o", out, "--keep-last", "1m", "--on", "kil"}, 2,
         "did you mean 'kill'?");
    says({"--listen", any, "--server", server, "-o", "-"}, 2, "separate file");
    says({"--listen", any, "--server", server}, 2, "--output");
    says({"--listen", any, "--server", server, "-o", out, "--split", "x"}, 2, "--split");
    CHECK(read_file(folder / "there.reel") == "mine");
}

TEST_CASE("old recordings in the fallback are deleted too", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    std::filesystem::create_directory(folder / "spare");
    const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(96);
    for (const char* name : {"spare/arena-1.reel", "spare/arena-1-2.reel", "spare/mine.reel"}) {
        std::filesystem::copy_file(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel",
                                   folder / name);
        std::filesystem::last_write_time(folder / name, long_ago);
    }
    BackgroundRecorder recorder(
        *server,
        {"-o", folder / "reels/{map}-{n}.reel", "--keep-days", "3", "--fallback", folder / "spare"},
        folder / "log");
    for (int i = 0; i < 300 && std::filesystem::exists(folder / "spare/arena-1-2.reel"); ++i)
        ::usleep(10000);
    CHECK_FALSE(std::filesystem::exists(folder / "spare/arena-1.reel"));
    CHECK_FALSE(std::filesystem::exists(folder / "spare/arena-1-2.reel"));
    CHECK(std::filesystem::exists(folder / "spare/mine.reel"));
    (void)recorder.stop(SIGTERM);
    CHECK_THAT(recorder.log(), contains("spare/arena-1.reel: deleted, older than --keep-days"));
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
    for (int i = 0; i < 500 && run_tickreel({"verify", "--strict", at_once}).code != 0; ++i)
        std::this_thread::sleep_for(10ms);
    const long saved = number_of(at_once, "info", "snapshots");
    CHECK(saved >= 50);
    CHECK(recorder.stop(SIGINT) == 0);
    // The last minutes are the same ones, but what came behind the clip.
    const long behind = number_of(folder / "clip-clip2.reel", "info", "snapshots");
    CHECK(saved + std::max(behind, 0L) == 60);
    CHECK(visible(folder).size() == (behind > 0 ? 3 : 2));
    for (const char* wrong : {"ten", "-1m", "0s", "nan", "5w"})
        CHECK(run_tickreel({"record", "--listen", "127.0.0.1:0", "--server", "127.0.0.1:1", "-o",
                            folder / "x.reel", "--keep-last", wrong})
                  .code == 2);
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
    CHECK_THAT(next.log(), contains("the last minutes of a recorder that was killed"));
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
