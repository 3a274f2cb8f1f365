// A recorder ends at any datagram, and another goes on: every snapshot is in one file.

#include "recorder/recording/recorded_end.h"

#include <filesystem>
#include <set>

#include "recorder/recording/connection.h"
#include "recorder/recording/kept_ends.h"
#include "recorder/recording/kept_parts.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/synthetic_match.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using tickreel_test::Folder;

namespace {

constexpr std::uint64_t kClient = 7;
constexpr std::size_t kCheckpointEvery = 47;  // datagrams; the writer's chunks end elsewhere

struct Wire {
    Wire() {
        tickreel_test::play_match(
            [this](const Datagram& datagram) {
                all.push_back({datagram.direction, datagram.time,
                               Bytes(datagram.bytes.begin(), datagram.bytes.end())});
            },
            150, true);
    }
    std::vector<KeptDatagram> all{};
};

// Records datagrams [from, to) as `record --state` does; each connection has another file.
struct Run {
    Run(const Folder& folder, RecoveryLog& recovery, const std::string& name,
        const ClipOptions& clips = {})
        : log(recovery),
          path(folder / name),
          connection(find_game("teeworlds"), with(clips), maker(), ignore_problems) {}

    static RecordingOptions with(const ClipOptions& clips) {
        RecordingOptions options;
        options.clips = clips;
        return options;
    }

    FileMaker maker() {
        return [this](const FileNameFields&) -> Result<NewFile> {
            log.append_file(kClient, path);
            return NewFile{path, *create_file(path, IfExists::Refuse)};
        };
    }
    std::uint64_t feed(const Wire& wire, std::size_t from, std::size_t to) {
        std::uint64_t end = 0;
        for (std::size_t i = from; i < to; ++i) {
            const KeptDatagram& one = wire.all[i];
            const Datagram datagram{one.direction, one.time, one.bytes};
            const std::uint64_t place = end = log.append(kClient, datagram);
            connection.feed(datagram);
            if (i % kCheckpointEvery != 0) continue;
            connection.flush();
            Checkpoint checkpoint = connection.checkpoint();
            checkpoint.place = place;
            log.append(kClient, checkpoint);
        }
        return end;
    }

    // As a recorder that is asked to stop, while the client plays on.
    void stop(std::uint64_t place) {
        Checkpoint checkpoint = connection.checkpoint();
        checkpoint.place = place;
        REQUIRE(connection.finish().ok());
        checkpoint.written = connection.checkpoint().written;
        log.append(kClient, checkpoint);
    }

    RecoveryLog& log;
    std::string path;
    Connection connection;
};

// The ticks of a file, with the name of their map; those that were there before count as twice.
std::size_t add_ticks(const std::string& path, std::set<std::pair<std::string, Tick>>& ticks) {
    std::size_t twice = 0;
    auto file = open_file(path);
    if (!file) return 0;
    const auto reel = ReelReader::open(*std::move(file));
    if (!reel) return 0;
    const auto scanned =
        (*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& frame) {
            const std::string map = (*reel)->segments()[frame.segment].map;
            twice += ticks.emplace(map, frame.tick).second ? 0 : 1;
            return true;
        });
    CHECK(scanned.ok());
    return twice;
}

// The next recorder gets what came after datagram `from`.
void go_on(Run& next, const RecoveryLog& log, const Wire& wire, std::size_t from) {
    if (const auto left = log.left(); left.count(kClient) != 0)
        next.connection.resume(left.at(kClient));
    next.feed(wire, from, wire.all.size());
    REQUIRE(next.connection.finish().ok());
}

void check_each_once(const Folder& folder) {
    std::set<std::pair<std::string, Tick>> ticks;
    std::size_t twice = 0;
    for (const char* name : {"1.reel", "2.reel"}) twice += add_ticks(folder / name, ticks);
    CHECK(twice == 0);
    CHECK(ticks.size() == 300);
    const auto last = ReelReader::open(*open_file(folder / "2.reel"));
    if (last) CHECK((*last)->gaps().empty());  // also where a map was being loaded
}

}  // namespace

TEST_CASE("killed or stopped at any datagram: every snapshot is in one file", "[recording]") {
    const Wire wire;
    REQUIRE(wire.all.size() > 600);
    for (std::size_t kill = 20; kill + 10 < wire.all.size(); kill += 7) {
        const bool stopped = kill % 2 == 1;
        const Folder folder;
        const auto log = *RecoveryLog::open(folder / "ring", 4UL << 20);
        {
            Run first(folder, *log, "1.reel");
            const std::uint64_t place = first.feed(wire, 0, kill);
            if (stopped) first.stop(place);
        }  // else without finish(), as after SIGKILL
        Run next(folder, *log, "2.reel");
        INFO((stopped ? "stopped" : "killed")
             << " after datagram " << kill << " of " << wire.all.size());
        go_on(next, *log, wire, kill);
        check_each_once(folder);
    }
}

// `record --match --split` makes a match file of those that are closed, and removes them.
TEST_CASE("killed when its closed files are gone: every snapshot is in one file", "[recording]") {
    const Wire wire;
    for (const bool told : {true, false})  // that it was closed; else its time is known
        for (std::size_t split = 100; split + 60 < wire.all.size(); split += 53) {
            const Folder folder;
            const auto log = *RecoveryLog::open(folder / "ring", 4UL << 20);
            Run first(folder, *log, "1.reel");
            first.feed(wire, 0, split);
            first.connection.split();
            first.path = folder / "2.reel";
            std::vector<RecordedFile> closed;
            std::size_t kill = split;
            for (; closed.empty(); ++kill) {
                first.feed(wire, kill, kill + 1);
                closed = first.connection.take_closed();
            }
            bool unreadable = false;
            LeftFile gone{closed.front().path, {}};
            gone.end = recorded_end({&gone, 1}, unreadable);
            REQUIRE(gone.end.has_value());
            if (told) log->append_end(kClient, gone);
            std::filesystem::rename(gone.path, folder / "match.reel");
            Run next(folder, *log, "3.reel");
            next.connection.resume(log->left().at(kClient));
            next.feed(wire, kill, wire.all.size());
            REQUIRE(next.connection.finish().ok());
            std::set<std::pair<std::string, Tick>> ticks;
            std::size_t twice = 0;
            for (const char* name : {"match.reel", "2.reel", "3.reel"})
                twice += add_ticks(folder / name, ticks);
            INFO("split after " << split << " of " << wire.all.size() << ", killed " << kill - split
                                << " later");
            CHECK((told ? twice : 0) == 0);
            CHECK(ticks.size() == 300);
        }
}

// As a recorder that is killed leaves it, and the next one makes a match file of it.
TEST_CASE("killed twice when the newest file is gone: every snapshot is in one file",
          "[recording]") {
    const Wire wire;
    const Folder folder;
    const auto log = *RecoveryLog::open(folder / "ring", 4UL << 20);
    const std::size_t third = wire.all.size() / 3;
    RecoveredConnection left;
    {
        Run first(folder, *log, "1.reel");
        first.feed(wire, 0, third);
        REQUIRE(first.connection.finish().ok());
        LeftFile closed{folder / "1.reel", {}};
        bool unreadable = false;
        closed.end = recorded_end({&closed, 1}, unreadable);
        REQUIRE(closed.end.has_value());
        Run whole(folder, *log, "match.reel");
        whole.feed(wire, 0, 2 * third);
        REQUIRE(whole.connection.finish().ok());
        const Checkpoint last = whole.connection.checkpoint();
        left = {last.game, {}, last.written, {closed, {folder / "gone.reel", {}}}, {}};
        left.datagrams.assign(wire.all.begin(),
                              wire.all.begin() + static_cast<std::ptrdiff_t>(2 * third));
    }
    Run next(folder, *log, "3.reel");
    next.connection.resume(left);
    next.feed(wire, 2 * third, wire.all.size());
    REQUIRE(next.connection.finish().ok());
    std::set<std::pair<std::string, Tick>> ticks;
    CHECK(add_ticks(folder / "match.reel", ticks) == 0);
    CHECK(add_ticks(folder / "3.reel", ticks) == 0);
    CHECK(ticks.size() == 300);
    const auto reel = ReelReader::open(*open_file(folder / "3.reel"));
    REQUIRE(reel.ok());
    CHECK((*reel)->gaps().empty());
}

// The first recorder's file is all that is written; the next one was killed before it wrote any.
TEST_CASE("a clock that was set between two recorders hides no snapshot", "[recording]") {
    const Wire wire;
    const std::size_t half = wire.all.size() / 2;
    for (const bool has_state : {true, false})
        for (const auto step : {-std::chrono::minutes(1), std::chrono::minutes(10)}) {
            const Folder folder;
            const auto log = *RecoveryLog::open(folder / "ring", 4UL << 20);
            RecoveredConnection left;
            {
                Run first(folder, *log, "1.reel");
                first.feed(wire, 0, half);
                first.connection.release();
                const Checkpoint end = first.connection.checkpoint();
                REQUIRE(first.connection.finish().ok());
                left = {end.game, end.state, end.written, {{folder / "1.reel", {}}}, {}};
            }
            if (!has_state) left.state.clear();
            for (std::size_t i = has_state ? half : 0; i < wire.all.size(); ++i) {
                left.datagrams.push_back(wire.all[i]);
                if (i >= half) left.datagrams.back().time += step;
            }
            Run next(folder, *log, "2.reel");
            next.connection.resume(left);
            REQUIRE(next.connection.finish().ok());
            std::set<std::pair<std::string, Tick>> ticks;
            CHECK(add_ticks(folder / "1.reel", ticks) == 0);
            CHECK(add_ticks(folder / "2.reel", ticks) == 0);
            CHECK(ticks.size() == 300);
        }
}

// What a full queue left out is known to the decoder that goes on, and in no file yet.
TEST_CASE("a loss before a kill is a gap of the next recorder's file", "[recording]") {
    const Wire wire;
    const std::size_t from = wire.all.size() / 3;
    const std::size_t to = from + 100;
    const Folder folder;
    const auto log = *RecoveryLog::open(folder / "ring", 4UL << 20);
    RecoveredConnection left;
    {
        Run first(folder, *log, "1.reel");
        first.feed(wire, 0, from);
        Run follower(folder, *log, "0.reel");
        follower.feed(wire, 0, to);
        first.connection.skip_to(follower.connection.checkpoint(), to - from,
                                 wire.all[to - 1].time);
        first.connection.flush();
        const Checkpoint last = first.connection.checkpoint();
        left = {last.game, last.state, last.written, {{folder / "1.reel", {}}}, {}};
    }
    Run next(folder, *log, "2.reel");
    next.connection.resume(left);
    next.feed(wire, to, wire.all.size());
    REQUIRE(next.connection.finish().ok());
    bool unreadable = false;
    const auto end = recorded_end(std::vector<LeftFile>{{folder / "1.reel", {}}}, unreadable);
    const auto reel = ReelReader::open(*open_file(folder / "2.reel"));
    REQUIRE(end.has_value());
    REQUIRE(reel.ok());
    REQUIRE((*reel)->gaps().size() == 1);
    CHECK((*reel)->gaps()[0].from == end->last.tick + end->step);
    CHECK((*reel)->gaps()[0].to == (*reel)->timeline().first().tick);
}

TEST_CASE("files without a frame say nothing, the one before them does", "[recording]") {
    const Folder folder;
    const Wire wire;
    const auto log = *RecoveryLog::open(folder / "ring", 4UL << 20);
    Run run(folder, *log, "1.reel");
    run.feed(wire, 0, 300);
    REQUIRE(run.connection.finish().ok());
    tickreel_test::write_file(folder / "2.reel", "");
    bool unreadable = false;
    const std::vector<LeftFile> files{{folder / "1.reel", {}}, {folder / "2.reel", {}}};
    const auto end = recorded_end(files, unreadable);
    REQUIRE(end.has_value());
    CHECK_FALSE(unreadable);
    CHECK(end->game == "teeworlds");
    CHECK(end->last.tick > 100);
    const std::vector<LeftFile> gone{{folder / "3.reel", {}}};
    CHECK_FALSE(recorded_end(gone, unreadable).has_value());
    CHECK(unreadable);
}

TEST_CASE("a flight recorder is killed or stopped at any datagram: every snapshot is in one clip",
          "[recording]") {
    const Wire wire;
    for (std::size_t kill = 20; kill + 10 < wire.all.size(); kill += 7) {
        const bool stopped = kill % 2 == 1;
        const Folder folder;
        const auto log = *RecoveryLog::open(folder / "ring", 4UL << 20);
        const auto kept = *KeptFolder::create(folder / ".");
        const ClipOptions clips{std::chrono::minutes(10), {}, {}, kept->path()};
        Run first(folder, *log, "1.reel", clips);  // as long as it lives, its parts are there
        const std::uint64_t place = first.feed(wire, 0, kill);
        if (stopped) first.stop(place);
        note_kept_ends(*log);
        for (const auto& parts : kept_connections(*kept).parts) {
            if (stopped) continue;  // its destructor would have removed them
            const auto maker = [&](const FileNameFields&) -> Result<NewFile> {
                return NewFile{first.path, *create_file(first.path, IfExists::Refuse)};
            };
            ReelFiles clip(*find_game("teeworlds"), {}, maker, ignore_problems);
            (void)replay_kept(parts, clip);
            REQUIRE(clip.finish().ok());
            kept->remove(parts);
        }
        const auto kept_by_next = *KeptFolder::create(folder / ".");
        Run next(folder, *log, "2.reel", {clips.keep, {}, {}, kept_by_next->path()});
        INFO((stopped ? "stopped" : "killed")
             << " after datagram " << kill << " of " << wire.all.size());
        go_on(next, *log, wire, kill);
        check_each_once(folder);
    }
}
