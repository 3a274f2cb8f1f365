#include "recorder/recording/clip_files.h"

#include <csignal>
#include <filesystem>
#include <functional>
#include <random>

#include <sys/resource.h>
#include <sys/stat.h>

#include "recorder/recording/kept_parts.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using std::chrono::seconds;

namespace {

// A match with one snapshot per second: item 1 holds the second, events are chat lines.
struct Match {
    explicit Match(ClipOptions clips, seconds retry = seconds(0), bool split_by_map = false)
        : files(toy::game(), with(std::move(clips), retry, split_by_map), maker(), sink()) {
        ItemType tank;
        tank.name = "Tank";
        tank.fields = {{.name = "x"}};
        item = files.add_type(tank);
        chat.name = "Sv_Chat";
        chat.use = TypeUse::Event;
        chat.fields = {{.name = "text", .kind = FieldKind::Text}};
        event = files.add_type(chat);
        files.begin_segment({"arena", "", ""});
    }
    static RecordingOptions with(ClipOptions clips, seconds retry, bool split_by_map) {
        RecordingOptions options;
        options.split_by_map = split_by_map;
        options.retry = retry;
        options.clips = std::move(clips);
        return options;
    }
    FileMaker maker() {
        return [this](const FileNameFields& wish) -> Result<NewFile> {
            if (before_file) before_file(wish.part);
            if (!folder.empty()) {
                const std::string path = folder + "/clip" + std::to_string(wish.part);
                return NewFile{path, *create_file(path, IfExists::Refuse)};
            }
            disks.push_back(std::make_shared<toy::Disk>());
            disks.back()->limit = limit;
            return NewFile{"clip" + std::to_string(wish.part), toy::sink_on(disks.back())};
        };
    }
    ProblemSink sink() {
        return [this](const Problem& problem) { problems.push_back(problem.message); };
    }
    void play(int from, int to, int chat_at = -1, const std::string& text = "") {
        for (int second = from; second < to; ++second) {
            Frame frame;
            frame.segment = segment;
            frame.tick = second * 50;
            frame.time = seconds(1000 + second);
            frame.wire.checksum = second == bad_at ? WireChecksum::Mismatch : WireChecksum::Ok;
            SnapshotBuilder builder;
            const Word x = second;
            builder.set({item, 1}, Row(&x, 1));
            frame.snapshot = builder.build();
            if (second == chat_at) frame.events.push_back({event, make_row(chat, {text})});
            files.add_frame(frame);
        }
    }
    void next_map(const std::string& name) {
        files.begin_segment({name, "", ""});
        ++segment;
    }
    // First and last second of a clip; each frame must contain its second.
    std::pair<Tick, Tick> span(std::size_t disk) const {
        const auto reel = open(disk);
        CHECK(reel->finished());
        std::vector<Tick> ticks;
        REQUIRE(reel->scan(reel->everything(), ignore_problems,
                           [&](const Frame& frame) {
                               CHECK(frame.snapshot[0].row[0] * 50 == frame.tick);
                               if (!ticks.empty()) CHECK(frame.tick == ticks.back() + 50);
                               ticks.push_back(frame.tick);
                               return true;
                           })
                    .ok());
        REQUIRE(!ticks.empty());
        return {ticks.front() / 50, ticks.back() / 50};
    }

    std::unique_ptr<ReelReader> open(std::size_t disk) const {
        auto reel = ReelReader::open(memory_source(disks.at(disk)->bytes));
        REQUIRE(reel.ok());
        return *std::move(reel);
    }
    // Of each segment with snapshots in a file: its map, and the first and the last second.
    static std::string maps(const ReelReader& reel) {
        std::string text;
        std::uint32_t of = ~0U;
        Tick last = 0;
        REQUIRE(reel.scan(reel.everything(), ignore_problems,
                          [&](const Frame& frame) {
                              CHECK((frame.segment != of || frame.tick == last + 50));
                              if (frame.segment != of)
                                  text += (text.empty() ? "" : std::to_string(last / 50) + " ") +
                                          reel.segments()[frame.segment].map + " " +
                                          std::to_string(frame.tick / 50) + "..";
                              of = frame.segment;
                              last = frame.tick;
                              return true;
                          })
                    .ok());
        return text + std::to_string(last / 50);
    }

    std::vector<std::shared_ptr<toy::Disk>> disks;
    std::vector<std::string> problems;
    std::size_t limit = ~std::size_t{0};
    std::string folder;  // of its clips; "": in memory
    std::function<void(unsigned number)> before_file;
    int bad_at = -1;
    std::uint32_t segment = 0;
    ItemType chat;
    TypeId item = 0;
    TypeId event = 0;
    ClipFiles files;
};

// The kept minutes of a flight recorder as a kill leaves them: a copy of their folder.
class Killed {
public:
    Killed() : kept_(*KeptFolder::create(folder_ / ".")) {}
    const std::string& kept() const { return kept_->path(); }
    // Call while the recorder runs.
    std::unique_ptr<ReelReader> recovered() const {
        std::filesystem::copy(kept(), folder_ / ".tickreel-keep-killed",
                              std::filesystem::copy_options::recursive);
        const auto folders = folders_of_killed(folder_ / ".");
        REQUIRE(folders.size() == 1);
        const auto connections = kept_connections(*folders[0]);
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
    std::vector<std::string> parts() const { return kept_connections(*kept_).at(0); }

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

std::vector<std::string> texts(std::span<const Marker> markers) {
    std::vector<std::string> all;
    for (const Marker& marker : markers) all.push_back(marker.text);
    return all;
}

}  // namespace

TEST_CASE("without a wish the last minutes are written when the connection ends", "[recording]") {
    Match match({seconds(80), seconds(10), {}});
    match.play(0, 1000);
    CHECK(match.disks.empty());
    REQUIRE(match.files.finish().ok());
    CHECK(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(last == 999);
    CHECK(first <= 999 - 80);
    CHECK(first >= 999 - 101);  // and the part being filled
    CHECK(match.files.files()[0].snapshots == static_cast<std::uint64_t>(last - first + 1));
}

TEST_CASE("a chat line makes a clip with what came before and after it", "[recording]") {
    Match match({seconds(40), seconds(10), {{"chat", "!clip"}}});
    match.play(0, 200, 100, "hello");
    CHECK(match.disks.empty());
    match.play(200, 305, 300, "look !clip");
    CHECK(match.disks.empty());          // still growing
    match.play(305, 400, 308, "!clip");  // within the clip: it is extended
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(last == 318);
    CHECK(first <= 260);
    CHECK(first > 245);
    match.play(400, 425, 420, "!clip");
    REQUIRE(match.files.finish().ok());  // the client leaves while the second clip is being written
    REQUIRE(match.disks.size() == 2);
    CHECK(match.span(1).second == 424);
    CHECK(match.files.files()[1].path == "clip2");
}

TEST_CASE("a clip has all that was to be kept before its event, however long it goes on after it",
          "[recording]") {
    const auto [keep, after] = GENERATE(std::pair(5, 10), std::pair(10, 10), std::pair(20, 1));
    CAPTURE(keep, after);
    Match match({seconds(keep), seconds(after), {{"chat", "!clip"}}});
    match.play(0, 150, 100, "!clip");
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(first <= 100 - keep);
    CHECK(first >= 100 - keep - (keep + after) / 4 - 1);
    CHECK(last == 100 + after);
}

TEST_CASE("a wrong checksum and a gap make clips too", "[recording]") {
    Match match({seconds(40), seconds(0), {{"mismatch", ""}, {"gap", ""}}});
    match.bad_at = 50;
    match.play(0, 160);
    REQUIRE(match.disks.size() == 1);
    CHECK(match.span(0).second == 50);
    match.files.add_gap({0, 8000, 8050, "lost"});
    match.play(161, 170);
    REQUIRE(match.disks.size() == 2);
}

TEST_CASE("clips that overlap are one: no snapshot is written twice", "[recording]") {
    Match match({seconds(40), seconds(10), {{"chat", ""}}});
    match.play(0, 50);
    for (int second = 50; second < 950; second += 30)
        match.play(second, second + 30, second + 5, "again");
    match.play(950, 1100);
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(first <= 25);
    CHECK(last == 935);
    // What a plain recording takes.
    Match plain({seconds(2000), seconds(0), {}});
    plain.play(static_cast<int>(first), static_cast<int>(last) + 1);
    REQUIRE(plain.files.finish().ok());
    CHECK(match.disks[0]->bytes.size() * 10 <= plain.disks[0]->bytes.size() * 11);
}

TEST_CASE("a query makes a clip when it begins to hold", "[recording]") {
    Match match({seconds(20), seconds(5), {{"query", "Tank.x >= 100 and Tank.x < 150"}}});
    match.play(0, 300);
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    CHECK(match.span(0).second == 105);
    CHECK(check_trigger({"query", "Character.health <= 2"}, all_games()).ok());
    for (const char* wrong : {"Charakter.health <= 2", "health <=", "kill within 2s of chat", ""})
        CHECK_FALSE(check_trigger({"query", wrong}, all_games()).ok());
}

TEST_CASE("nothing asked for happened: no file; a full disk is told", "[recording]") {
    Match quiet({seconds(40), seconds(1), {{"kill", ""}}});
    quiet.play(0, 100);
    CHECK(quiet.files.finish().ok());
    CHECK(quiet.disks.empty());
    Match full({seconds(40), seconds(1), {}});
    full.limit = 200;
    full.play(0, 100);
    CHECK(!full.files.finish().ok());
    REQUIRE(full.files.files().size() == 1);
    CHECK(!full.files.files()[0].error.empty());
}

TEST_CASE("a clip that found no room is written when there is some", "[recording]") {
    Match match({seconds(40), seconds(5), {{"chat", "!clip"}}}, seconds(2));
    match.limit = 200;
    match.play(0, 80, 50, "!clip");
    CHECK_FALSE(match.files.failed());
    CHECK(match.problems.size() == 1);
    match.limit = ~std::size_t{0};
    match.play(80, 100);
    REQUIRE(match.files.finish().ok());
    const auto [first, last] = match.span(match.disks.size() - 1);
    CHECK(first <= 45);
    CHECK(last >= 80);
    CHECK(last <= 82);
    CHECK(!match.files.files().front().error.empty());
    CHECK(match.files.files().back().error.empty());
    REQUIRE(match.problems.size() == 2);
    CHECK_THAT(match.problems[0], tickreel_test::contains("as soon as a file can be"));
    CHECK_THAT(match.problems[1], tickreel_test::contains("the clip is in clip"));
}

TEST_CASE("a trigger that no game knows is refused with the closest name", "[recording]") {
    for (const char* name : {"kill", "Sv_KillMsg", "chat", "KILL", "mismatch", "gap", "emoticon"}) {
        INFO(name);
        CHECK(check_trigger({name, ""}, all_games()).ok());
    }
    const auto wrong = check_trigger({"kil", ""}, all_games());
    REQUIRE_FALSE(wrong.ok());
    CHECK_THAT(wrong.error().message, tickreel_test::contains("did you mean 'kill'?"));
}

TEST_CASE("a clip holds all maps that were played in its minutes", "[recording]") {
    Match match({seconds(80), seconds(0), {}}, seconds(2));
    match.play(0, 20);
    match.next_map("bridge");
    match.play(5, 25);  // ticks begin again
    match.next_map("bridge");
    match.next_map("castle");
    match.play(0, 10);
    REQUIRE(match.files.finish().ok());
    CHECK(match.problems.empty());
    REQUIRE(match.disks.size() == 1);
    CHECK(match.files.files().at(0).snapshots == 50);
    CHECK(Match::maps(*match.open(0)) == "arena 0..19 bridge 5..24 castle 0..9");
    CHECK(match.open(0)->finished());
}

TEST_CASE("with --split map a clip is a file of each map", "[recording]") {
    Match match({seconds(80), seconds(0), {}}, seconds(2), true);
    match.files.add_attachment({"maps/arena.map", "", Bytes(10, 1)});
    match.play(0, 20);
    match.next_map("bridge");
    match.files.add_attachment({"maps/bridge.map", "", Bytes(10, 2)});
    match.files.add_gap({1, 200, 250, "lost"});
    match.play(5, 25);
    match.next_map("arena");  // which the client has
    match.play(30, 31);
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 3);
    CHECK(Match::maps(*match.open(0)) == "arena 0..19");
    CHECK(Match::maps(*match.open(1)) == "bridge 5..24");
    CHECK(Match::maps(*match.open(2)) == "arena 30..30");
    for (std::size_t file = 0; file < 3; ++file) {
        CHECK(match.files.files().at(file).path == "clip" + std::to_string(file + 1));
        REQUIRE(match.open(file)->attachments().size() == 1);
        CHECK(match.open(file)->attachments()[0].name ==
              (file == 1 ? "maps/bridge.map" : "maps/arena.map"));
        CHECK(match.open(file)->gaps().size() == (file == 1 ? 1U : 0U));
    }
}

TEST_CASE("a clip is extended over a change of the map", "[recording]") {
    Match match({seconds(40), seconds(10), {{"chat", ""}}});
    match.play(0, 70, 55, "one");  // written up to second 65
    REQUIRE(match.disks.size() == 1);
    match.next_map("bridge");
    match.play(70, 95, 75, "two");
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    CHECK_THAT(Match::maps(*match.open(0)), tickreel_test::contains("..69 bridge 70..85"));
}

TEST_CASE("a later clip begins where the one before it ended, if that is not long ago",
          "[recording]") {
    Match match({seconds(20), seconds(10), {{"chat", ""}}});
    match.play(0, 100, 50, "one");       // up to second 60, ...
    match.play(100, 120, 100, "two");    // ... and from 80 on, or from where its part begins
    match.play(120, 160, 135, "three");  // from 115 on, which the second one does not reach
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 3);
    CHECK(match.span(0).second == 60);
    CHECK(match.span(1).first > 60);
    CHECK(match.span(1).first <= 80);
    CHECK(match.span(1).second == 110);
    CHECK(match.span(2).first >= 111);
    CHECK(match.span(2).first <= 115);
}

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

TEST_CASE("a marker is in the clip once, however often the clip is extended", "[recording]") {
    Match match({seconds(80), seconds(0), {}});
    match.play(0, 20);
    match.files.mark("one");
    match.files.save();
    match.files.mark("two");  // at the snapshot that is in the clip
    match.files.save();
    match.play(20, 30);
    match.files.mark("three");
    REQUIRE(match.files.finish().ok());
    std::vector<std::string> all;
    for (std::size_t disk = 0; disk < match.disks.size(); ++disk)
        for (const std::string& text : texts(match.open(disk)->markers())) all.push_back(text);
    CHECK(all == std::vector<std::string>{"one", "two", "three"});
}

TEST_CASE("a clip goes on in another file where a full disk ended it", "[recording]") {
    Match match({seconds(90), seconds(0), {}}, seconds(2));
    match.play(0, 20);
    match.next_map("bridge");
    match.play(0, 60);
    match.limit = 3000;
    match.files.save();
    CHECK(match.files.outage().has_value());
    match.limit = ~std::size_t{0};
    match.play(60, 70);
    REQUIRE(match.files.finish().ok());
    CHECK(match.files.snapshots_lost() == 0);
    std::uint64_t snapshots = 0;
    for (const RecordedFile& file : match.files.files()) snapshots += file.snapshots;
    CHECK(snapshots == 90);
    CHECK_THAT(Match::maps(*match.open(0)), tickreel_test::contains("arena 0..19 bridge 0.."));
    CHECK_THAT(Match::maps(*match.open(match.disks.size() - 1)), tickreel_test::contains("..69"));
}

TEST_CASE("a file without a snapshot does not stay, and what no file took is counted",
          "[recording]") {
    const tickreel_test::Folder folder;
    std::size_t made = 0;
    const FileMaker maker = [&](const FileNameFields&) -> Result<NewFile> {
        const std::string path = folder / (std::to_string(++made) + ".reel");
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);  // what is written goes to the disk below
        auto disk = std::make_shared<toy::Disk>();
        disk->limit = 200;
        return NewFile{path, toy::sink_on(disk)};
    };
    RecordingOptions options = Match::with({seconds(10), seconds(0), {}}, seconds(2), false);
    ClipFiles files(toy::game(), options, maker, ignore_problems);
    const TypeId type = files.add_type({.name = "Tank", .fields = {{.name = "x"}}});
    files.begin_segment({"arena", "", ""});
    const auto play = [&](int from, int to) {
        for (int second = from; second < to; ++second) {
            Frame frame;
            frame.tick = second * 50;
            frame.time = seconds(1000 + second);
            SnapshotBuilder builder;
            const Word x = second;
            builder.set({type, 1}, Row(&x, 1));
            frame.snapshot = builder.build();
            files.add_frame(frame);
        }
    };
    play(0, 10);
    files.save();
    play(10, 40);
    REQUIRE(files.outage().has_value());
    CHECK(files.outage()->snapshots_lost == files.snapshots_lost());
    CHECK(files.snapshots_lost() > 20);  // the ring goes on without them
    CHECK(files.finish().ok());          // the error is the file's
    CHECK(made > 10);
    CHECK(folder.names().empty());
    CHECK(files.snapshots_lost() == 40);
    REQUIRE(files.files().size() == 1);
    CHECK(files.files()[0].path.empty());
    CHECK_THAT(files.files()[0].error, tickreel_test::contains("no space left"));
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

TEST_CASE("whatever the triggers do, a flight recorder takes hardly more disk than a recording",
          "[recording]") {
    const int every = GENERATE(3, 25, 100, 1000);  // seconds between two events
    CAPTURE(every);
    const tickreel_test::Folder files;
    const auto size_of_all = [](const std::string& folder) {
        std::uintmax_t bytes = 0;
        for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
            if (file.is_regular_file()) bytes += file.file_size();
        return bytes;
    };
    int made = 0;
    const auto maker_in = [&](const std::string& folder) -> FileMaker {
        std::filesystem::create_directory(folder);
        return [&made, folder](const FileNameFields&) -> Result<NewFile> {
            const std::string path = folder + "/" + std::to_string(++made) + ".reel";
            auto file = create_file(path, IfExists::Refuse);
            if (!file) return file.error();
            return NewFile{path, *std::move(file)};
        };
    };
    std::filesystem::create_directory(files / "clips");
    std::filesystem::create_directory(files / "clips/kept");
    ClipFiles clips(toy::game(),
                    Match::with({seconds(80), seconds(5), {{"chat", ""}}, files / "clips/kept"},
                                seconds(0), false),
                    maker_in(files / "clips"), ignore_problems);
    ReelFiles plain(toy::game(), {}, maker_in(files / "plain"), ignore_problems);
    ItemType tank;
    tank.name = "Tank";
    tank.fields = {{.name = "x"}, {.name = "y"}};
    ItemType chat;
    chat.name = "Sv_Chat";
    chat.use = TypeUse::Event;
    chat.fields = {{.name = "text", .kind = FieldKind::Text}};
    TypeId item = 0, event = 0;
    for (FrameSink* sink : {static_cast<FrameSink*>(&clips), static_cast<FrameSink*>(&plain)}) {
        item = sink->add_type(tank);
        event = sink->add_type(chat);
        sink->begin_segment({"arena", "", ""});
    }
    std::mt19937 random(1);
    std::vector<Word> places(32);
    double worst = 0;
    for (int tick = 0; tick < 50 * 400; tick += 2) {
        SnapshotBuilder items;
        for (std::size_t i = 0; i < places.size(); i += 2) {
            places[i] += static_cast<Word>(random() % 64);
            places[i + 1] += static_cast<Word>(random() % 8);
            items.set({item, i}, Row(&places[i], 2));
        }
        Frame frame;
        frame.tick = tick;
        frame.time = seconds(1000) + std::chrono::milliseconds(20 * tick);
        frame.snapshot = items.build();
        if (tick % (50 * every) == 50) frame.events.push_back({event, make_row(chat, {"!clip"})});
        clips.add_frame(frame);
        plain.add_frame(frame);
        if (tick % 50 != 0 || tick < 50 * 60) continue;
        clips.flush();
        plain.flush();
        worst = std::max(worst, static_cast<double>(size_of_all(files / "clips")) /
                                    static_cast<double>(size_of_all(files / "plain")));
    }
    CHECK(worst > 0.2);
    CHECK(worst <= 1.1);
}

TEST_CASE("a clip that a person saves is finished at once", "[recording]") {
    Match match({seconds(80), seconds(10), {{"chat", ""}}});
    CHECK_THAT(match.files.save().problem, tickreel_test::contains("no snapshot has come yet"));
    match.play(0, 30);
    const SavedClip first = match.files.save();
    CHECK(first.paths == std::vector<std::string>{"clip1"});
    CHECK(first.waits.empty());
    CHECK(match.span(0) == std::pair<Tick, Tick>(0, 29));  // span() asks whether it is finished
    CHECK(match.files.save().paths == first.paths);        // nothing has come since
    match.play(30, 40);
    CHECK(match.files.save().paths == std::vector<std::string>{"clip2"});
    CHECK(match.span(1) == std::pair<Tick, Tick>(30, 39));
    REQUIRE(match.disks.size() == 2);
}

TEST_CASE("a clip that is saved while an event makes it grow is finished after the event",
          "[recording]") {
    Match match({seconds(80), seconds(10), {{"chat", ""}}});
    match.play(0, 23, 20, "!clip");
    const SavedClip clip = match.files.save();
    CHECK(clip.paths == std::vector<std::string>{"clip1"});
    CHECK_THAT(clip.waits, tickreel_test::contains("it is finished in 8 s"));
    CHECK_FALSE(match.open(0)->finished());
    match.play(23, 40);
    CHECK(match.span(0) == std::pair<Tick, Tick>(0, 30));
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
}

TEST_CASE("a clip that is saved on a full disk is finished when it could be written",
          "[recording]") {
    Match match({seconds(80), seconds(10), {{"chat", ""}}}, seconds(2));
    match.play(0, 20);
    match.limit = 200;
    const SavedClip clip = match.files.save();
    CHECK(clip.paths.empty());
    CHECK_THAT(clip.waits, tickreel_test::contains("as soon as a file can be"));
    match.limit = ~std::size_t{0};
    match.play(20, 25);
    CHECK(match.span(match.disks.size() - 1).first == 0);
}

TEST_CASE("what the recorder lost is a gap of the clip that says why", "[recording]") {
    Match match({seconds(80), seconds(0), {}});
    match.play(0, 10);
    match.play(12, 20);  // lost on the way, which nobody says
    match.files.report_loss("the recorder was started again", seconds(1025), seconds(1019));
    match.play(26, 30);
    match.files.save();
    match.files.report_loss("overloaded", seconds(1032), {});
    match.play(33, 40);
    REQUIRE(match.files.finish().ok());
    CHECK(match.problems.empty());
    REQUIRE(match.disks.size() == 2);
    REQUIRE(match.open(0)->gaps().size() == 1);
    CHECK(match.open(0)->gaps()[0] == Gap{0, 1000, 1300, "the recorder was started again"});
    // Before its first snapshot, and after the last one of the other clip.
    REQUIRE(match.open(1)->gaps().size() == 1);
    CHECK(match.open(1)->gaps()[0] == Gap{0, 1500, 1650, "overloaded"});
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
