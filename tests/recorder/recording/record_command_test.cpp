// `tickreel record`, the real program between test sockets.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <thread>

#include "tests/catch.h"
#include "tests/recorder/recording/recorded_play.h"

using namespace tickreel_test;
using namespace std::chrono_literals;

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
    CHECK_FALSE(visitor.to_client(tickreel::Bytes(1400, 0xff), Relay::kSoon));
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

TEST_CASE("record --map says once if another map is played", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string map = folder / "other.map";
    write_file(map, "DATA of another one");
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel", "--map", map},
                                folder / "log");
    CHECK(play_through(*server, recorder, 40) == 0);
    CHECK(play_through(*server, recorder, 40) == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    const std::string log = recorder.log();
    const auto told = log.find(map + " is not the map that was played (arena), or another version");
    REQUIRE(told != std::string::npos);
    CHECK(log.find("is not the map", told + map.size() + 20) == std::string::npos);
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
    for (int i = 0; i < 1200 && run_tickreel({"verify", file}).code != 0; ++i)
        std::this_thread::sleep_for(100ms);
    CHECK(number_of(file, "verify", "snapshots") == 40);
    CHECK(play_through(*server, recorder, 40) == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK(number_of(folder / "2.reel", "verify", "snapshots") == 40);
}

TEST_CASE("who is turned away is told as such at the end, with the limit", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "{n}.reel", "--max-clients", "1"},
                                folder / "log");
    Relay relay(*server, recorder.address());
    bool answered = false;
    int turned_away = 0;
    std::optional<LongMatch> first;
    // Both begin their handshakes, and the first one is the first to end it.
    MatchScript second([&](const tickreel::Datagram& datagram) {
        if (turned_away == 3) return;
        const bool up = datagram.direction == tickreel::Direction::ToServer;
        if (turned_away == 0 && !up) answered = relay.to_client(datagram.bytes);
        if (answered && !first) {
            first.emplace(*server, recorder.address());
            first->play(100, 110);
        }
        if (up && !relay.to_server(datagram.bytes, Relay::kSoon)) ++turned_away;
    });
    second.change_map("arena");
    second.enter_game();
    for (int tick = 100; tick < 200; tick += 2) second.snapshot(tick, small_world(tick));
    REQUIRE(turned_away == 3);
    CHECK(first->failures == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK_THAT(recorder.log(), contains("turned away: 3 datagrams of clients beyond --max-clients "
                                        "1; raise it if they are to play"));
    CHECK_THAT(recorder.log(), !contains("went on after the server's answer"));
}

TEST_CASE("what --max-rate drops is said, while it happens and at the end", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string socket = folder / "control";
    BackgroundRecorder recorder(
        *server, {"-o", folder / "match.reel", "--max-rate", "50", "--control", socket},
        folder / "log");
    Relay relay(*server, recorder.address());
    MatchScript match([&](const tickreel::Datagram& datagram) {
        const bool up = datagram.direction == tickreel::Direction::ToServer;
        CHECK((up ? relay.to_server(datagram.bytes) : relay.to_client(datagram.bytes)));
    });
    match.change_map("arena");
    match.enter_game();
    for (int tick = 100; tick < 110; tick += 2) match.snapshot(tick, small_world(tick));
    for (int i = 0; i < 200; ++i) relay.to_server(tickreel::Bytes(30, 'a'), 1ms);
    recorder.wait_for_log(" sends more than 50 datagrams a second: further ones are dropped");
    std::string status;
    for (int i = 0; i < 600; ++i) {  // it is known a moment later
        status = run_tickreel({"ctl", socket, "status"}).out;
        if (status.find("\"too_fast\":0,") == std::string::npos) break;
        std::this_thread::sleep_for(100ms);
    }
    CHECK_THAT(status, contains("\"too_fast\":"));
    CHECK_THAT(status, !contains("\"too_fast\":0,"));
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK_THAT(recorder.log(), contains("--max-rate 50 dropped "));
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

TEST_CASE("a server that never answers is said, with exit code 3", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    Relay player(*server, recorder.address());
    for (int i = 0; i < 3; ++i) CHECK(player.to_server(tickreel::Bytes(30, 'a')));
    CHECK(recorder.stop(SIGTERM) == 3);
    CHECK(folder.names() == std::vector<std::string>{"log"});
    CHECK_THAT(recorder.log(), contains("never answered: 3 datagrams went there"));
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

TEST_CASE("who leaves before the first snapshot is not said to be undecodable", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    {
        LongMatch match(*server, recorder.address());
        match.leave();
        CHECK(match.failures == 0);
    }
    // The handshake only.
    Relay silent(*server, recorder.address());
    CHECK(silent.to_server(tickreel::Bytes{0x10, 0, 0, 1, 'T', 'K', 'E', 'N', 1, 2, 3, 4}));
    CHECK(silent.to_client(tickreel::Bytes{0x10, 0, 0, 2, 'T', 'K', 'E', 'N', 5, 6, 7, 8}));
    CHECK(silent.to_server(tickreel::Bytes{0x10, 0, 0, 3, 5, 6, 7, 8}));
    CHECK(silent.to_client(tickreel::Bytes{0x10, 0, 0, 0, 5, 6, 7, 8}));
    const bool others_play = GENERATE(false, true);
    if (others_play) CHECK(play_through(*server, recorder, 40) == 0);
    CHECK(recorder.stop(SIGTERM) == (others_play ? 0 : 3));  // 3: traffic, and nothing kept
    CHECK_THAT(recorder.log(), !contains("could be decoded"));
    if (others_play) return;
    CHECK_THAT(recorder.log(), contains("2 clients left before the server sent a snapshot; no "
                                        "file was written"));
    CHECK(folder.names() == std::vector<std::string>{"log"});
}

TEST_CASE("of whom nothing could be decoded is said beside those who are recorded", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    CHECK(play_through(*server, recorder, 40) == 0);
    Relay stranger(*server, recorder.address());
    for (int i = 0; i < 5; ++i) {
        CHECK(stranger.to_server(tickreel::Bytes(30, 'a')));
        CHECK(stranger.to_client(tickreel::Bytes(30, 'b')));
    }
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK_THAT(recorder.log(), contains("no snapshot could be decoded for 1 of 2 clients"));
}

TEST_CASE("snapshots of who played before the recorder came are told once", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    CHECK(play_through(*server, recorder, 40) == 0);
    Relay relay(*server, recorder.address());
    bool comes = false;  // by way of the recorder
    bool known = false;  // a server's datagram has a way back
    MatchScript match([&](const tickreel::Datagram& datagram) {
        const bool up = datagram.direction == tickreel::Direction::ToServer;
        if (!comes || (!up && !known)) return;
        known = true;
        CHECK((up ? relay.to_server(datagram.bytes) : relay.to_client(datagram.bytes)));
    });
    match.change_map("arena");
    match.enter_game();
    for (int tick = 100; tick < 160; tick += 2) {
        comes = tick >= 110;
        match.snapshot(tick, small_world(tick));
    }
    CHECK(recorder.stop(SIGTERM) == 3);
    CHECK_THAT(
        recorder.log(),
        contains("of 1 of 2 clients, snapshots are missing of which no recording has a gap"));
    CHECK_THAT(recorder.log(), !contains("no snapshot could be decoded"));
}

TEST_CASE("a game of another protocol than the one given is said, with exit code 3", "[record]") {
    const bool others_play = GENERATE(false, true);
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel", "--protocol", "teeworlds"},
                                folder / "log");
    if (others_play) CHECK(play_through(*server, recorder, 40) == 0);
    Relay player(*server, recorder.address());
    // Firefall: then the client goes to another port of the server.
    const auto datagram = [](const std::string& words, std::string more) {
        more.insert(0, std::string(4, '\0') + words);
        return tickreel::Bytes(more.begin(), more.end());
    };
    CHECK(player.to_server(datagram("POKE", {0, 0, 0, 1})));
    CHECK(player.to_client(datagram("HEHE", {0, 0, 0, 7})));
    CHECK(player.to_server(datagram("KISS", {0, 0, 0, 7, 0x4c, 0x5f})));
    CHECK(player.to_client(datagram("HUGG", {0, 1, 0x61, 0x0a})));
    CHECK(recorder.stop(SIGTERM) == (others_play ? 0 : 3));
    CHECK_THAT(recorder.log(), contains("1 client went on after the server's answer"));
    if (others_play) return;
    CHECK(folder.names() == std::vector<std::string>{"log"});
    CHECK_THAT(recorder.log(), contains("see whether --protocol auto recognises the game"));
}

TEST_CASE("a recorder that was stopped for a while says so", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel"}, folder / "log");
    Relay stranger(*server, recorder.address());
    CHECK(stranger.to_server(tickreel::Bytes(30, 'a')));
    recorder.send(SIGSTOP);
    std::this_thread::sleep_for(2600ms);
    recorder.send(SIGCONT);
    for (int i = 0; i < 6000 && recorder.log().find("stood still") == std::string::npos; ++i)
        std::this_thread::sleep_for(20ms);
    CHECK_THAT(recorder.log(), contains("stood still for "));
    (void)recorder.stop(SIGTERM);
}

TEST_CASE("a recorder whose control socket is in use does not say that it records", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string socket = folder / "control";
    BackgroundRecorder recorder(*server, {"-o", folder / "1.reel", "--control", socket},
                                folder / "log");
    const Ran second =
        run_tickreel({"record", "--listen", "127.0.0.1:0", "--server", to_string(server->local()),
                      "-o", folder / "2.reel", "--control", socket});
    CHECK(second.code == 1);
    CHECK_THAT(second.err, contains(socket + ": "));
    CHECK_THAT(second.err, !contains("recording on"));
    CHECK(recorder.stop(SIGTERM) == 0);
}

TEST_CASE("a running recorder answers, is measured and is steered", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string socket = folder / "control";
    BackgroundRecorder recorder(
        *server,
        {"-o", folder / "{n}.reel", "--control", socket, "--metrics", "127.0.0.1:0", "--idle",
         "3600"},  // on a busy machine, starting `tickreel ctl` so many times takes minutes
        folder / "log");
    for (int i = 0; i < 6000 && recorder.log().find("/metrics") == std::string::npos; ++i)
        ::usleep(10000);
    const auto ctl = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"ctl", socket});
        return run_tickreel(words);
    };
    const auto until = [&](const std::string& command, const std::string& says) {
        Ran ran;
        for (int i = 0; i < 1200; ++i) {
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
    LongMatch match(*server, recorder.address());
    match.play(100, 180);
    until("status", "\"recording\":\"1\"");
    until("clients", "\"client\":\"1\",\"address\":\"127.0.0.1:");
    const Ran marked = ctl({"mark", "--text", "look \"here\""});
    CHECK(marked.code == 0);
    CHECK_THAT(marked.out, contains("\"client\":\"1\",\"segment\":0,\"tick\":\""));
    CHECK_THAT(marked.out, contains("/1.reel\",\"waits\":\"\"}"));
    CHECK(ctl({"mark", "--client", "1"}).code == 0);
    const Ran split = ctl({"split"});
    CHECK(split.code == 0);
    CHECK_THAT(split.out, contains("{\"client\":\"1\",\"file\":\""));
    CHECK_THAT(split.out,
               contains("/1.reel\",\"waits\":\"the next snapshot begins another file\"}"));
    match.play(180, 182);
    const Ran nobody = ctl({"mark", "--client", "99"});
    CHECK(nobody.code == 1);
    CHECK_THAT(nobody.err, contains("no client 99"));
    // Not everybody's, as without --client.
    for (const char* number : {"0", "-1", "x"}) {
        const Ran wrong = ctl({"mark", "--client", number});
        CHECK(wrong.code == 2);
        CHECK_THAT(wrong.err, contains("--client"));
        CHECK(run_tickreel({"tail", socket, "--client", number}).code == 2);
    }
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
    for (int i = 0; i < 6000 && recorder.log().find("none are kept") == std::string::npos; ++i)
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
    CHECK(match.failures == 0);
    // The socket file is gone.
    CHECK(folder.names() == std::vector<std::string>{"1.reel", "2.reel", "log"});
}

TEST_CASE("nobody could play, because of a list: the last line says so", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    write_file(folder / "allow", "2001:db8::/32\n");
    BackgroundRecorder recorder(*server, {"-o", folder / "match.reel", "--allow", folder / "allow"},
                                folder / "log");
    Relay client(*server, recorder.address());
    CHECK_FALSE(client.to_server(tickreel::Bytes{1}, Relay::kSoon));
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK_THAT(recorder.log(), contains("recognised; 1 datagram turned away; no file"));
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
        for (int i = 0; i < 6000 && recorder.log().find(says) == std::string::npos; ++i)
            ::usleep(10000);
        CHECK_THAT(recorder.log(), contains(says));
    };
    Relay client(*server, recorder.address());
    CHECK_FALSE(client.to_server(tickreel::Bytes{1}, Relay::kSoon));
    write_file(folder / "deny", "127.0.0.0/8\nnonsense\n");
    reload("line 2");
    CHECK_FALSE(client.to_server(tickreel::Bytes{1}, Relay::kSoon));
    const Ran asked = run_tickreel({"ctl", folder / "ctl", "reload"});
    CHECK(asked.code == 1);
    CHECK_THAT(asked.err, contains("line 2"));
    write_file(folder / "deny", "# nobody\n");
    reload("read again");
    CHECK(client.to_server(tickreel::Bytes{1}));
    CHECK(client.to_client(tickreel::Bytes{1}));
    // The answer to `reload` comes when they are in force.
    for (int i = 0; i < 5; ++i) {
        const bool denied = i % 2 == 0;
        write_file(folder / "deny", denied ? "127.0.0.0/8\n" : "# nobody\n");
        CHECK(run_tickreel({"ctl", folder / "ctl", "reload"}).code == 0);
        CHECK((denied ? client.to_server(tickreel::Bytes{1}, Relay::kSoon)
                      : client.to_server(tickreel::Bytes{1})) == !denied);
    }
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
    says({"--listen", any, "--server", "[fe80::1]:8303", "-o", out}, 1,
         "'[fe80::1]:8303' is the address of one network: name its interface too, as in "
         "[fe80::1%eth0]:8303");
    says({"--listen", "[fe80::1]:0", "--server", server, "-o", out}, 1, "[fe80::1%eth0]:0");
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
    std::filesystem::create_symlink(folder / "there.reel", folder / "link.reel");
    std::filesystem::create_symlink(folder / "nothing.reel", folder / "dangling.reel");
    for (const char* link : {"link.reel", "dangling.reel"})
        says({"--listen", any, "--server", server, "-o", folder / link, "--force"}, 1, "is a link");
    CHECK(std::filesystem::is_symlink(folder / "link.reel"));
    CHECK(read_file(folder / "there.reel") == "mine");
}
