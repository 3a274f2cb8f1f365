// The last minutes of a flight recorder: where they are kept, and what a kill leaves of them.
#include <csignal>
#include <filesystem>

#include <sys/resource.h>
#include <unistd.h>

#include "recorder/recording/kept_parts.h"
#include "recorder/recording/recovery_log.h"
#include "recorder/recording/state_file.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/clip_stage.h"

using namespace tickreel;
using std::chrono::seconds;
using tickreel_test::Match;
using tickreel_test::texts;

namespace {

// The kept minutes of a flight recorder as a kill leaves them: a copy of their folder.
class Killed {
public:
    Killed() : kept_(*KeptFolder::create(folder_ / ".")) {}
    const std::string& kept() const { return kept_->path(); }
    // Call while the recorder runs.
    std::unique_ptr<ReelReader> recovered() const {
        std::filesystem::copy(kept(), folder_ / ".tickreel-keep-killed",
                              std::filesystem::copy_options::recursive);
        const auto folders = left_by_killed(folder_ / ".").folders;
        REQUIRE(folders.size() == 1);
        const auto connections = kept_connections(*folders[0]).parts;
        REQUIRE(connections.size() == 1);
        auto disk = std::make_shared<toy::Disk>();
        ReelFiles clip(
            toy::game(), {},
            [&](const FileNameFields&) -> Result<NewFile> {
                return NewFile{"clip", toy::sink_on(disk)};
            },
            ignore_problems);
        const KeptReplay replay = replay_kept(connections[0], clip);
        CHECK(replay.unreadable.empty());
        REQUIRE(clip.finish().ok());
        CHECK(replay.frames == clip.files().at(0).snapshots);
        auto reel = ReelReader::open(memory_source(disk->bytes));
        REQUIRE(reel.ok());
        return *std::move(reel);
    }
    std::vector<std::string> parts() const { return kept_connections(*kept_).parts.at(0); }

private:
    tickreel_test::Folder folder_;
    std::unique_ptr<KeptFolder> kept_;
};

// While it lives, files of this program take no further byte.
class FullDisk {
public:
    FullDisk() : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none{0, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }

private:
    void (*signal_)(int);
    rlimit before_{};
};

}  // namespace

TEST_CASE("a killed flight recorder leaves all maps, gaps and markers", "[recording]") {
    const Killed killed;
    Match match({seconds(80), seconds(0), {}, killed.kept()});
    match.play(0, 20);
    match.files.mark("on arena");
    match.next_map("bridge");
    match.files.add_gap({1, 200, 250, "lost"});
    match.play(5, 10);
    CHECK_THAT(match.files.mark("on bridge").problem, tickreel_test::contains("in the clip"));
    const auto reel = killed.recovered();  // the marker was the last thing that happened
    CHECK(Match::maps(*reel) == "arena 0..19 bridge 5..9");
    CHECK(texts(reel->markers()) == std::vector<std::string>{"on arena", "on bridge"});
    CHECK(reel->markers()[1].moment == Moment{1, 450});
    REQUIRE(reel->gaps().size() == 1);
    CHECK(reel->gaps()[0] == Gap{1, 200, 250, "lost"});
}

TEST_CASE("a kept part that cannot be read any more costs only its own snapshots", "[recording]") {
    const Killed folder;
    Match match({seconds(80), seconds(0), {}, folder.kept()});
    match.play(0, 70);
    const std::vector<std::string> parts = folder.parts();
    REQUIRE(parts.size() == 4);
    std::filesystem::remove(parts[2]);
    REQUIRE(match.files.finish().ok());
    CHECK(match.files.snapshots_lost() == 20);
    CHECK(match.files.files().at(0).snapshots == 50);
    REQUIRE(match.problems.size() == 1);
    CHECK_THAT(match.problems[0], tickreel_test::contains("20 snapshots of a clip cannot be read"));
}

TEST_CASE("no snapshot is lost where the kept minutes find no room on the disk", "[recording]") {
    const Killed folder;
    Match match({seconds(80), seconds(0), {}, folder.kept()});
    match.play(0, 35);
    {
        const FullDisk full;  // three parts begin on it
        match.play(35, 65);
    }
    match.play(65, 75);
    REQUIRE(match.files.finish().ok());
    // What waited to be written in the part that was begun before.
    CHECK(match.files.snapshots_lost() == 1);
    CHECK(match.files.files().at(0).snapshots == 74);
}

TEST_CASE("what is kept in memory on a full disk is on it as soon as there is room",
          "[recording]") {
    const Killed killed;
    Match match({seconds(80), seconds(0), {}, killed.kept()});
    match.play(0, 35);
    CHECK(match.files.outlives_kill());
    {
        const FullDisk full;
        match.play(35, 65);
        match.files.mark("then");
    }
    CHECK_FALSE(match.files.outlives_kill());
    REQUIRE(match.problems.size() == 1);
    CHECK_THAT(match.problems[0], tickreel_test::contains("in memory until there is room"));
    match.play(65, 75);
    CHECK(match.files.outlives_kill());
    const auto reel = killed.recovered();
    std::vector<Tick> ticks;
    REQUIRE(reel->scan(reel->everything(), ignore_problems,
                       [&](const Frame& frame) {
                           ticks.push_back(frame.tick / 50);
                           return true;
                       })
                .ok());
    if (!ticks.empty() && ticks.back() == 74) ticks.pop_back();  // it may wait for its chunk
    std::vector<Tick> all;
    for (Tick second = 0; second < 74; ++second)
        if (second != 34) all.push_back(second);  // waited when the disk became full
    CHECK(ticks == all);
    CHECK(texts(reel->markers()) == std::vector<std::string>{"then"});
}

TEST_CASE("where the folder of the last minutes takes nothing more, the fallback does",
          "[recording]") {
    const Killed usual;
    const Killed fallback;
    Match match({seconds(80), seconds(0), {}, usual.kept(), fallback.kept()});
    match.play(0, 20);
    CHECK(match.problems.empty());
    std::filesystem::remove_all(usual.kept());  // unmounted, or removed
    match.play(20, 75);
    CHECK(match.files.outlives_kill());
    REQUIRE(match.problems.size() == 1);
    CHECK_THAT(match.problems[0],
               tickreel_test::contains("; the last minutes are kept in " + fallback.kept()));
    CHECK(Match::maps(*fallback.recovered()) == "arena 20..73");  // the last waits for its chunk
}

TEST_CASE("a folder for the last minutes that cannot be made is said, and made when it can be",
          "[recording]") {
    const tickreel_test::Folder folder;
    Match match({seconds(80), seconds(0), {}, folder / "gone"});
    match.play(0, 20);
    CHECK_FALSE(match.files.outlives_kill());
    REQUIRE(match.problems.size() == 1);
    CHECK_THAT(match.problems[0], tickreel_test::contains("cannot make a folder in "));
    std::filesystem::create_directory(folder / "gone");
    match.play(20, 30);
    CHECK(match.files.outlives_kill());
    REQUIRE(match.files.finish().ok());
    CHECK(match.span(0) == std::pair<Tick, Tick>(0, 29));
}

TEST_CASE("who is killed while he writes a clip of several files has nothing in two of them",
          "[recording]") {
    const tickreel_test::Folder clips;
    const Killed killed;
    Match match({seconds(80), seconds(0), {}, killed.kept()}, seconds(2), true);
    match.folder = clips / ".";
    std::string rest;
    match.before_file = [&](unsigned number) {
        if (number == 3) rest = Match::maps(*killed.recovered());
    };
    match.play(0, 20);
    match.next_map("bridge");
    match.play(20, 25);
    match.next_map("castle");
    match.play(25, 35);
    REQUIRE(match.files.finish().ok());
    CHECK(rest == "castle 25..34");
    CHECK(clips.names() == std::vector<std::string>{"clip1", "clip2", "clip3"});
}

TEST_CASE("what a killed flight recorder kept begins where its clip ends", "[recording]") {
    const Killed killed;
    Match match({seconds(80), seconds(10), {{"chat", ""}}, killed.kept()});
    match.play(0, 60, 30, "!clip");  // the clip has what came up to second 40
    REQUIRE(match.disks.size() == 1);
    const auto clip = match.open(0);
    CHECK(Match::maps(*clip) == "arena 0..40");
    CHECK(Match::maps(*killed.recovered()) == "arena 41..58");  // the last waits for its chunk
}

TEST_CASE("what the recorder lost is a gap that says why, also in the clip of a killed one",
          "[recording]") {
    const Killed folder;
    Match match({seconds(80), seconds(0), {}, folder.kept()});
    match.play(0, 10);
    match.files.report_loss("the recorder was started again", seconds(1012), seconds(1009));
    match.play(15, 30);
    match.files.flush();
    const auto reel = folder.recovered();
    REQUIRE(reel->gaps().size() == 1);
    CHECK(reel->gaps()[0] == Gap{0, 500, 750, "the recorder was started again"});
}

TEST_CASE("of minutes that look like a killed recorder's, only its own are taken over",
          "[recording]") {
    namespace fs = std::filesystem;
    const tickreel_test::Folder folder;
    fs::create_directory(folder / "elsewhere");
    tickreel_test::write_file(folder / "elsewhere/00000001.reel", "secret");
    const std::string here = folder / ".";
    std::string own;
    {
        const auto kept = *KeptFolder::create(here);
        own = kept->path();
        kept->leave();
    }
    fs::create_directory(own + "/Ab12Cd");
    tickreel_test::write_file(own + "/Ab12Cd/00000001.reel", "part");
    tickreel_test::write_file(own + "/room", "room");
    fs::create_directory_symlink(folder / "elsewhere", own + "/Link");
    fs::create_directory(own + "/Within");
    fs::create_symlink(folder / "elsewhere/00000001.reel", own + "/Within/00000001.reel");
    fs::create_directory_symlink(folder / "elsewhere", folder / ".tickreel-keep-linked");
    {
        const LeftByKilled left = left_by_killed(here);
        REQUIRE(left.folders.size() == 1);
        CHECK(left.folders[0]->path() == own);
        CHECK(left.not_ours == std::vector<std::string>{here + "/.tickreel-keep-linked"});
        const KeptConnections found = kept_connections(*left.folders[0]);
        CHECK(found.parts ==
              std::vector<std::vector<std::string>>{{own + "/Ab12Cd/00000001.reel"}});
        CHECK(found.not_ours == std::vector<std::string>{own + "/Link", own + "/Within"});
        CHECK(kept_parts(own + "/Ab12Cd")->size() == 1);
        for (const std::string& other :
             {own + "/Link", own + "/Within", here + "/.tickreel-keep-linked/x"})
            CHECK(kept_parts(other)->empty());
    }
    CHECK(lock_own_folder(here + "/.tickreel-keep-linked").not_ours);
    const OwnFolder first = lock_own_folder(own);
    REQUIRE(first.lock >= 0);
    const OwnFolder second = lock_own_folder(own);  // in use, and ours
    CHECK(second.lock < 0);
    CHECK_FALSE(second.not_ours);
    ::close(first.lock);
    // It is left as it is.
    CHECK(fs::is_symlink(own + "/Link"));
    CHECK(fs::exists(own + "/Ab12Cd/00000001.reel"));
}

TEST_CASE("what is another user's is not taken over", "[recording]") {
    if (::geteuid() != 0) return;  // only root can make such folders
    const tickreel_test::Folder folder;
    const std::string here = folder / ".";
    constexpr uid_t kOther = 65534;
    const auto give = [](const std::string& path) {
        REQUIRE(::chown(path.c_str(), kOther, kOther) == 0);
    };
    const std::string theirs = here + "/.tickreel-keep-theirs";
    std::filesystem::create_directories(theirs + "/Ab12Cd");
    tickreel_test::write_file(theirs + "/Ab12Cd/00000001.reel", "part");
    give(theirs);
    {
        const auto left = left_by_killed(here);
        CHECK(left.folders.empty());
        CHECK(left.not_ours == std::vector<std::string>{theirs});
        CHECK(kept_parts(theirs + "/Ab12Cd")->empty());
        CHECK(lock_own_folder(theirs).lock < 0);
        CHECK(lock_own_folder(theirs).not_ours);
    }
    REQUIRE(::chown(theirs.c_str(), 0, 0) == 0);
    give(theirs + "/Ab12Cd/00000001.reel");
    {
        const auto left = left_by_killed(here);
        REQUIRE(left.folders.size() == 1);
        CHECK(kept_connections(*left.folders[0]).not_ours ==
              std::vector<std::string>{theirs + "/Ab12Cd"});
    }
    CHECK(std::filesystem::exists(theirs + "/Ab12Cd/00000001.reel"));
    for (const char* name : {"state", "ring"}) {
        tickreel_test::write_file(folder / name, "");
        give(folder / name);
    }
    const auto state = StateFile::open(folder / "state", v4_endpoint({127, 0, 0, 1}, 1), 1);
    REQUIRE_FALSE(state.ok());
    CHECK_THAT(state.error().message, tickreel_test::contains("another user's"));
    const auto ring = RecoveryLog::open(folder / "ring");
    REQUIRE_FALSE(ring.ok());
    CHECK_THAT(ring.error().message, tickreel_test::contains("another user's"));
}
