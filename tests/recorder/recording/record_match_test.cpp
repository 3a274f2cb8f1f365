// `tickreel record --match`, the real program between test sockets.

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <set>
#include <thread>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/recorder/recording/recorded_play.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel_test;
using namespace std::chrono_literals;

namespace {

// A recorder that starts a program of ours in place of `tickreel merge`: it says its process id,
// and neither ends nor lets itself be ended.
class HangingMerge {
public:
    explicit HangingMerge(const Folder& folder, const std::string& does = "exec sleep 3600")
        : recorder_(folder / "programs/recorder"), started_(folder / "started") {
        namespace fs = std::filesystem;
        fs::create_directory(folder / "programs");
        const fs::path real = fs::path(TICKREEL_BIN_DIR) / "tickreel";
        std::error_code error;
        fs::create_hard_link(real, recorder_, error);
        if (error) fs::copy_file(real, recorder_);
        const std::string hangs = folder / "programs/tickreel";
        write_file(hangs, "#!/bin/sh\ntrap '' TERM\necho $$ >'" + started_ + ".new'\nmv '" +
                              started_ + ".new' '" + started_ + "'\n" + does + "\n");
        fs::permissions(hangs, fs::perms::owner_all);
    }
    const std::string& recorder() const { return recorder_; }
    // 0: it was not started.
    int wait_for_start() const {
        for (int i = 0; i < 6000 && !std::filesystem::exists(started_); ++i)
            std::this_thread::sleep_for(20ms);
        return std::filesystem::exists(started_) ? std::stoi(read_file(started_)) : 0;
    }

private:
    std::string recorder_;
    std::string started_;
};

// What systemd would hear of a service.
class NotifySocket {
public:
    explicit NotifySocket(const Folder& folder) : path_(folder / "notify") {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path_.copy(address.sun_path, sizeof address.sun_path - 1);
        REQUIRE(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
        ::setenv("NOTIFY_SOCKET", path_.c_str(), 1);
    }
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;
    ~NotifySocket() {
        ::unsetenv("NOTIFY_SOCKET");
        ::close(socket_);
    }
    std::string heard() {
        std::array<char, 256> message{};
        for (ssize_t n = 0;
             (n = ::recv(socket_, message.data(), message.size(), MSG_DONTWAIT)) > 0;)
            text_ += std::string(message.data(), static_cast<std::size_t>(n)) + '\n';
        return text_;
    }

private:
    std::string path_;
    int socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    std::string text_{};
};

// What stands in a message to be run: 'tickreel merge ...'.
std::vector<std::string> printed_commands(const std::string& log) {
    std::vector<std::string> commands;
    for (std::size_t at = log.find("'tickreel merge --views"); at != std::string::npos;
         at = log.find("'tickreel merge --views", at + 1))
        commands.push_back(log.substr(at + 1, log.find('\'', at + 1) - at - 1));
    return commands;
}

// Each has a number of its own in its header: of what was in them, the size says enough.
std::map<std::string, std::size_t> take_away(const std::string& folder) {
    std::map<std::string, std::size_t> files;
    for (const auto& one : std::filesystem::directory_iterator(folder))
        if (one.path().extension() == ".reel") {
            files[one.path().filename()] = std::filesystem::file_size(one.path());
            std::filesystem::remove(one.path());
        }
    return files;
}

std::multiset<std::size_t> sizes(const std::map<std::string, std::size_t>& files) {
    std::multiset<std::size_t> all;
    for (const auto& [name, bytes] : files) all.insert(bytes);
    return all;
}

}  // namespace

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
    CHECK_THAT(next.log(), contains(out + ": 3 views of one match"));
}

TEST_CASE("--match: a recording of which nothing can be read stops no match file", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    const std::string cut = folder / "cut.reel";
    REQUIRE(run_tickreel({"cut", arena, "--ticks", "20..2000", "-o", cut}).code == 0);
    const bool zeros = GENERATE(false, true);  // a power cut; else the first chunk is there in part
    const bool alone = GENERATE(false, true);
    std::string bytes = read_file(cut);
    if (zeros) {
        bytes.assign(5000, '\0');
    } else {
        const auto reel = tickreel::ReelReader::open(*tickreel::open_file(cut));
        REQUIRE(reel.ok());
        bytes.resize((*reel)->chunks()[0].offset + 30);
    }
    const std::string views = folder / "match.views";
    std::filesystem::create_directory(views);
    write_file(views + "/early.reel", bytes);
    if (!alone) std::filesystem::copy_file(cut, views + "/whole.reel");
    BackgroundRecorder recorder(*server, {"--match", "-o", folder / "match.reel"}, folder / "log");
    CHECK(recorder.stop(SIGTERM) == 3);
    CHECK_THAT(recorder.log(), contains("no snapshot of 1 recording can be read (early.reel)"));
    CHECK(read_file(folder / "match.kept/early.reel") == bytes);
    CHECK(std::filesystem::exists(folder / "match.reel") == !alone);
    if (!alone)
        CHECK_THAT(run_tickreel({"info", folder / "match.reel"}).out,
                   contains("views:       1 of one match"));
    // And it stays out.
    BackgroundRecorder next(*server, {"--match", "-o", folder / "next.reel"}, folder / "log2");
    CHECK(next.stop(SIGTERM) == 0);
}

TEST_CASE("--match: a name with fields that is taken while the views are merged is left alone",
          "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    std::vector<std::string> arguments{"--match", "-o", folder / "{map}.reel"};
    if (GENERATE(true, false)) arguments.emplace_back("--force");
    BackgroundRecorder recorder(*server, arguments, folder / "log");
    CHECK(play_through(*server, recorder, 300) == 0);
    CHECK(play_through(*server, recorder, 300) == 0);
    const std::string taken = folder / "arena.reel";
    std::thread other([&] {
        const std::string begun = folder / "recording.views/match.txt";
        const auto until = std::chrono::steady_clock::now() + 60s;
        while (::access(begun.c_str(), F_OK) != 0 && std::chrono::steady_clock::now() < until)
            ;
        write_file(taken, "another");
    });
    recorder.send(SIGTERM);
    other.join();
    CHECK(recorder.wait() == 0);
    CHECK(read_file(taken) == "another");
    const std::string made = folder / "arena-2.reel";
    CHECK_THAT(run_tickreel({"info", made}).out, contains("views:       2 of one match"));
    CHECK_THAT(recorder.log(), contains(made + ": 2 views of one match"));
    CHECK(recorder.log().find("exists already") == std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "recording.views"));
}

TEST_CASE("--match --split: a name that another recorder takes meanwhile is left alone",
          "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const bool at_end = GENERATE(false, true);
    const std::string name = GENERATE("{map}-{n}.reel", "match.reel");
    const bool has_fields = name.front() == '{';
    const std::string go_on = folder / "go-on";
    const std::string taken = folder / "taken";
    // merge --views --one-clock -o OUT ...
    const HangingMerge merge(folder, "while [ ! -e '" + go_on +
                                         "' ]; do sleep 0.1; done\nif [ ! -e '" + taken +
                                         "' ]; then echo another >\"$5\"; echo \"$5\" >'" + taken +
                                         "'; fi\nexec '" TICKREEL_BIN_DIR "/tickreel' \"$@\"");
    std::vector<std::string> arguments{"-o", folder / name, "--match", "--split", "time=1s"};
    if (has_fields) arguments.emplace_back("--force");
    BackgroundRecorder recorder(*server, arguments, folder / "log", 0, merge.recorder());
    LongMatch match(*server, recorder.address());
    int tick = 100;
    for (; tick < 250; tick += 2) {
        match.play(tick, tick + 2);
        std::this_thread::sleep_for(20ms);
    }
    REQUIRE(merge.wait_for_start() > 0);
    if (at_end) recorder.send(SIGTERM);
    write_file(go_on, "");
    if (!at_end) {
        recorder.wait_for_log(": 1 view of one match");
        recorder.send(SIGTERM);
    }
    CHECK(recorder.wait() == 0);
    CAPTURE(recorder.log());
    CHECK(recorder.log().find("could not be made") == std::string::npos);
    CHECK(recorder.log().find("exists already") == std::string::npos);
    std::string other = read_file(taken);
    other.pop_back();
    CHECK(read_file(other) == "another\n");
    std::filesystem::remove(other);
    CHECK_FALSE(std::filesystem::exists(folder / "recording.views"));
    CHECK_FALSE(std::filesystem::exists(folder / "match.views"));
    long snapshots = 0;
    for (const auto& one : std::filesystem::directory_iterator(folder / ""))
        if (one.path().extension() == ".reel")
            snapshots += number_of(one.path(), "verify", "snapshots");
    CHECK(match.failures == 0);
    CHECK(snapshots == (tick - 100) / 2);
}

TEST_CASE("--match --split: match files that cannot be made have each a command with its name",
          "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    write_file(folder / "arena", "where the folder should be");
    BackgroundRecorder recorder(*server,
                                {"-o", folder / "{map}/{n}.reel", "--match", "--split", "time=1s"},
                                folder / "log");
    LongMatch match(*server, recorder.address());
    for (int tick = 100; tick < 250; tick += 2) {
        match.play(tick, tick + 2);
        std::this_thread::sleep_for(20ms);
    }
    CHECK(recorder.stop(SIGTERM) == 1);
    CHECK_THAT(recorder.log(), contains("/0001/*.reel -o " + (folder / "arena/1.reel'")));
    CHECK_THAT(recorder.log(), contains("/0002/*.reel -o " + (folder / "arena/2.reel'")));
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

TEST_CASE("--match: a link in the place of the folder of views is left alone", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    std::filesystem::create_directories(folder / "elsewhere/0001");
    write_file(folder / "elsewhere/0001/a.reel", "secret");
    std::filesystem::create_directory_symlink(folder / "elsewhere", folder / "match.views");
    BackgroundRecorder recorder(*server, {"--match", "-o", folder / "match.reel"}, folder / "log");
    CHECK(play_through(*server, recorder, 20) == 0);
    CHECK(recorder.stop(SIGTERM) == 0);
    CHECK_THAT(recorder.log(), contains("match.views: is no folder of this user"));
    CHECK(folder.names() ==
          std::vector<std::string>{"elsewhere", "log", "match.reel", "match.views"});
    CHECK(read_file(folder / "elsewhere/0001/a.reel") == "secret");
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
    write_file(views + "/killed.reel", "");  // before its first write
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
    const auto commands = printed_commands(recorder.log());
    REQUIRE(commands.size() == 1);
    const std::string& command = commands[0];
    const std::string output = command.substr(command.rfind(' ') + 1);
    CAPTURE(command);
    CHECK(output.ends_with("/arena-1.reel"));
    const Ran merged = run_shell(command);
    CHECK(merged.code == 0);
    CHECK(merged.err.starts_with("Merged 1 view into"));
    CHECK_THAT(run_tickreel({"info", output}).out, contains("views:       1 of one match"));
}

TEST_CASE("--match --split: a merge that hangs does not hold up the end unasked", "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const HangingMerge merge(folder);
    const bool plays_on = GENERATE(false, true);
    std::filesystem::create_directory(folder / "my reels");
    const std::string output =
        folder / (plays_on ? "my reels/{map}-{n}.reel" : "my reels/match.reel");
    std::vector<std::string> arguments{"-o",      output,   "--match", "--split",
                                       "time=1s", "--idle", "3600"};
    if (plays_on) arguments.insert(arguments.end(), {"--state", folder / "state"});
    BackgroundRecorder recorder(*server, arguments, folder / "log", 0, merge.recorder());
    LongMatch match(*server, recorder.address());
    int tick = 100;
    for (; tick < 250; tick += 2) {
        match.play(tick, tick + 2);
        std::this_thread::sleep_for(20ms);
    }
    const int child = merge.wait_for_start();
    REQUIRE(child > 0);
    match.play(tick, tick + 2);
    tick += 2;
    recorder.send(SIGTERM);
    if (plays_on) {
        // The wire goes on while the program is ended, which takes 10 s.
        std::this_thread::sleep_for(4s);
        match.play(tick, tick + 2);
        tick += 2;
    } else {
        const std::string told = "still being made; another SIGINT or SIGTERM ends the recorder";
        for (int i = 0; i < 6000 && recorder.log().find(told) == std::string::npos; ++i)
            std::this_thread::sleep_for(20ms);
        CHECK_THAT(recorder.log(), contains(told));
        recorder.send(SIGTERM);
    }
    CHECK(recorder.wait() == (plays_on ? 0 : 1));
    CHECK(::kill(child, 0) != 0);
    CHECK_THAT(recorder.log(), contains(plays_on ? "players play on: " : "interrupted; the rec"));
    // A command for each of the files that --match would have made, which makes that.
    for (const std::string& command : printed_commands(recorder.log())) {
        INFO(command);
        CHECK(run_shell(command).code == 0);
    }
    const auto by_hand = take_away(folder / "my reels");
    CHECK(by_hand.size() > 1);
    if (plays_on) {  // what came last is in the ring
        arguments.insert(arguments.end(), {"--listen", to_string(recorder.address())});
        BackgroundRecorder again(*server, arguments, folder / "log1");
        match.play(tick, tick + 2);
        tick += 2;
        CHECK(again.stop(SIGTERM) == 0);
    }
    // The next one makes the files of all of them.
    BackgroundRecorder next(*server, {"-o", output, "--match"}, folder / "log2");
    CHECK(next.stop(SIGTERM) == 0);
    long snapshots = 0;
    for (const auto& one : std::filesystem::directory_iterator(folder / "my reels")) {
        CHECK(one.path().extension() == ".reel");
        const std::string views = run_tickreel({"verify", one.path(), "--format", "ndjson"}).out;
        const std::string key = "\"snapshots\":";
        for (std::size_t at = views.find(key); at != std::string::npos;
             at = views.find(key, at + 1))
            snapshots += std::stol(views.substr(at + key.size()));
    }
    CHECK(match.failures == 0);
    CHECK(snapshots == (tick - 100) / 2);
    // Not split, so the files have other names.
    if (!plays_on) CHECK(sizes(take_away(folder / "my reels")) == sizes(by_hand));
}

TEST_CASE("--match --split: systemd waits for a merge that gets on, and for none that hangs",
          "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const bool works = GENERATE(true, false);
    const HangingMerge merge(folder, works ? "while :; do :; done" : "exec sleep 3600");
    NotifySocket systemd(folder);
    BackgroundRecorder recorder(*server,
                                {"-o", folder / "{map}-{n}.reel", "--match", "--split", "time=1s"},
                                folder / "log", 0, merge.recorder());
    LongMatch match(*server, recorder.address());
    for (int tick = 100; tick < 250; tick += 2) {
        match.play(tick, tick + 2);
        std::this_thread::sleep_for(20ms);
    }
    REQUIRE(merge.wait_for_start() > 0);
    recorder.send(SIGTERM);
    const std::string longer = "EXTEND_TIMEOUT_USEC=60000000\n";
    const auto until = std::chrono::steady_clock::now() + (works ? 120s : 12s);
    while (systemd.heard().find(longer) == std::string::npos &&
           std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(20ms);
    CHECK(systemd.heard() == "READY=1\nSTOPPING=1\n" + (works ? longer : ""));
    recorder.send(SIGTERM);
    CHECK(recorder.wait() == 1);
}

TEST_CASE(
    "--match --split: a merge of a killed recorder that hangs is told, and costs the exit code",
    "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const HangingMerge merge(folder);
    const std::string output = folder / "{map}-{n}.reel";
    int child = 0;
    {
        BackgroundRecorder killed(*server,
                                  {"-o", output, "--match", "--split", "time=1s", "--idle", "3600"},
                                  folder / "log", 0, merge.recorder());
        LongMatch match(*server, killed.address());
        for (int tick = 100; tick < 250; tick += 2) {
            match.play(tick, tick + 2);
            std::this_thread::sleep_for(20ms);
        }
        child = merge.wait_for_start();
        REQUIRE(child > 0);
        CHECK(killed.stop(SIGKILL) == 128 + SIGKILL);
    }
    const std::string round = folder / "recording.views/0001";
    const std::string told = round + ": 'tickreel merge' of an earlier recorder ";
    {
        BackgroundRecorder next(*server, {"-o", output, "--match"}, folder / "log2");
        CHECK_THAT(next.log(), contains(told));
        CHECK(next.stop(SIGTERM) == 3);
        CHECK(std::filesystem::exists(round));
    }
    ::kill(child, SIGKILL);
    BackgroundRecorder last(*server, {"-o", output, "--match"}, folder / "log3");
    CHECK(last.log().find(told) == std::string::npos);
    last.stop(SIGTERM);  // 3: the newest recording of the killed one has no end
    CHECK_FALSE(std::filesystem::exists(folder / "recording.views"));
    for (const auto& [name, bytes] : take_away(folder / "")) CHECK(name.starts_with("arena-"));
}

TEST_CASE(
    "--match --split: where memory is short the merge goes first, and after a kill none begins",
    "[record]") {
    const Folder folder;
    const auto server = tickreel::UdpSocket::bind(kLoopback);
    REQUIRE(server.ok());
    const HangingMerge merge(folder);
    const std::vector<std::string> options{
        "-o", folder / "{map}-{n}.reel", "--match", "--split", "time=1s", "--idle", "3600"};
    const std::string told =
        folder / "recording.views" + ": an earlier recorder was killed while a match file was made";
    {
        BackgroundRecorder killed(*server, options, folder / "log", 0, merge.recorder());
        LongMatch match(*server, killed.address());
        for (int tick = 100; tick < 250; tick += 2) {
            match.play(tick, tick + 2);
            std::this_thread::sleep_for(20ms);
        }
        const std::string child = "/proc/" + std::to_string(merge.wait_for_start());
        REQUIRE(child != "/proc/0");
        const auto becomes = [](const std::string& path, const std::string& text) {
            for (int i = 0; i < 6000 && read_file(path).find(text) == std::string::npos; ++i)
                std::this_thread::sleep_for(20ms);
            return read_file(path).find(text) != std::string::npos;
        };
        if (std::filesystem::exists(child + "/oom_score_adj"))
            CHECK(becomes(child + "/oom_score_adj", "1000"));
        CHECK(killed.log().find(told) == std::string::npos);
        CHECK(killed.stop(SIGKILL) == 128 + SIGKILL);
        ::kill(std::stoi(child.substr(6)), SIGKILL);
        for (int i = 0; i < 6000 && std::filesystem::exists(child + "/exe"); ++i)
            std::this_thread::sleep_for(20ms);
    }
    std::filesystem::remove(folder / "started");
    BackgroundRecorder next(*server, options, folder / "log2", 0, merge.recorder());
    next.wait_for_log(told);
    std::this_thread::sleep_for(4s);  // it looks for what is due each second
    CHECK_FALSE(std::filesystem::exists(folder / "started"));
    next.stop(SIGTERM);  // 3: the newest recording of the killed one has no end
    CHECK_FALSE(std::filesystem::exists(folder / "recording.views"));
}
