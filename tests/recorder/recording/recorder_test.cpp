// The recorder thread, and the whole path from the wire to the file.

#include "recorder/recording/recorder.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>

#include "recorder/net/udp_socket.h"
#include "recorder/recording/clip_files.h"
#include "recorder/recording/recording_session.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/synthetic_match.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace std::chrono_literals;

namespace {

struct Archive {
    std::mutex mutex{};
    std::map<std::string, std::shared_ptr<toy::Disk>> disks{};
    std::vector<std::string> problems{};
    std::vector<RecordedFile> closed{};  // by the recorder thread; read after stop()
    std::size_t limit_of_first = ~std::size_t{0};

    std::shared_ptr<toy::Disk> disk(const std::string& name) {
        const std::lock_guard lock(mutex);
        return disks.at(name);
    }
};

RecorderOptions options_for(Archive& archive, const Game& game) {
    RecorderOptions options;
    options.game = &game;
    options.make_file = [&archive](const FileNameFields& wish) -> Result<NewFile> {
        auto disk = std::make_shared<toy::Disk>();
        if (wish.connection == 1) disk->limit = archive.limit_of_first;
        const std::string name = std::to_string(wish.connection) + "." + std::to_string(wish.part);
        const std::lock_guard lock(archive.mutex);
        archive.disks[name] = disk;
        return NewFile{name, toy::sink_on(disk)};
    };
    options.problems = [&archive](const Problem& problem) {
        const std::lock_guard lock(archive.mutex);
        archive.problems.push_back(problem.message);
    };
    options.on_closed = [&archive](const RecordedFile& file) { archive.closed.push_back(file); };
    return options;
}

std::uint64_t snapshots_in(const toy::Disk& disk) {
    const auto reader = ReelReader::open(memory_source(disk.bytes));
    REQUIRE(reader.ok());
    const auto statistics = (*reader)->statistics();
    REQUIRE(statistics.ok());
    return statistics->snapshots;
}

// Time that the test moves; the wall clock may be set too.
class SetClock final : public Clock {
public:
    SetClock() { anchor(); }
    TimePoint now() const override { return TimePoint(std::chrono::hours(5) + passed_); }
    std::chrono::nanoseconds wall() const override { return kStart + passed_ + asleep_ + set_by_; }
    std::chrono::nanoseconds asleep() const override { return asleep_; }
    void sleep(std::chrono::nanoseconds time) { asleep_ += time; }
    void pass(std::chrono::nanoseconds time) { passed_ += time; }
    void set_by(std::chrono::nanoseconds step) { set_by_ += step; }

    static constexpr std::chrono::nanoseconds kStart = std::chrono::hours(24 * 365 * 55);

private:
    std::chrono::nanoseconds passed_{};
    std::chrono::nanoseconds set_by_{};
    std::chrono::nanoseconds asleep_{};
};

// The rounds of a recorder's threads, when the test wants them.
class SteppedWorkers final : public Workers {
public:
    std::unique_ptr<Work> start(WorkRound round, std::chrono::milliseconds) override {
        auto work = std::make_unique<Rounds>(std::move(round));
        all_.push_back(work.get());
        return work;
    }
    void step() {
        for (Rounds* one : all_) one->once();
    }

private:
    class Rounds final : public Work {
    public:
        explicit Rounds(WorkRound round) : round_(std::move(round)) {}
        Rounds(const Rounds&) = delete;
        Rounds& operator=(const Rounds&) = delete;
        ~Rounds() override {
            while (once()) continue;
        }
        bool once() {
            over_ = over_ || !round_(0ms);
            return !over_;
        }

    private:
        WorkRound round_;
        bool over_ = false;
    };
    std::vector<Rounds*> all_{};
};

// A disk in a folder that runs full, and is freed.
class FillingSink final : public ByteSink {
public:
    FillingSink(std::unique_ptr<ByteSink> file, const bool& full)
        : file_(std::move(file)), full_(full) {}
    Result<void> write(ByteView bytes) override {
        return full_ ? fail("no space left on device") : file_->write(bytes);
    }
    Result<void> sync() override { return file_->sync(); }
    Result<void> close() override { return file_->close(); }

private:
    std::unique_ptr<ByteSink> file_;
    const bool& full_;
};

// What metrics.cpp calls counters.
std::map<std::string, std::uint64_t> counters_of(const RecorderTotals& totals) {
    return {{"snapshots", totals.snapshots},
            {"ok", totals.wire_ok},
            {"mismatch", totals.wire_mismatch},
            {"bytes", totals.bytes},
            {"files", totals.files},
            {"failed", totals.failed},
            {"unwritten", totals.unwritten},
            {"lost", totals.lost},
            {"spilled", totals.spilled}};
}

}  // namespace

TEST_CASE("every client has its own file, numbered by the first frame", "[recording]") {
    Archive archive;
    const SystemClock clock;
    Recorder recorder(options_for(archive, toy::game()), clock);
    recorder.queue().push(7, toy::from_server(toy::ping()));  // queries the server list only
    for (const std::uint64_t client : {9U, 8U})
        for (Tick tick = 0; tick < 20; tick += 2)
            recorder.queue().push(client,
                                  toy::from_server(toy::frame(tick, static_cast<Word>(client))));
    recorder.stop();
    CHECK(archive.closed.size() == 2);
    CHECK(recorder.totals().files == 2);
    CHECK(recorder.totals().snapshots == 20);
    CHECK(recorder.lost() == 0);
    REQUIRE(archive.disks.size() == 2);
    for (const auto& [name, client] : {std::pair{"1.1", 9}, std::pair{"2.1", 8}}) {
        const auto reader = ReelReader::open(memory_source(archive.disk(name)->bytes));
        REQUIRE(reader.ok());
        CHECK((*reader)->finished());
        const auto frame = (*reader)->at({0, 18});
        REQUIRE(frame.ok());
        CHECK(frame->snapshot[0].row[0] == client);
    }
}

TEST_CASE("a client that is gone closes its file while others play on", "[recording]") {
    Archive archive;
    std::mutex mutex;
    std::condition_variable roster;
    std::vector<std::string> closed;
    RecorderOptions options = options_for(archive, toy::game());
    options.on_closed = [&](const RecordedFile& file) {
        const std::lock_guard lock(mutex);
        closed.push_back(file.path);
        roster.notify_all();
    };
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    recorder.queue().push(1, toy::from_server(toy::frame(0, 0)));
    recorder.queue().push(2, toy::from_server(toy::frame(0, 0)));
    recorder.queue().push(QueueItem::Kind::ClientGone, 1, {});
    {
        std::unique_lock lock(mutex);
        REQUIRE(roster.wait_for(lock, 5s, [&] { return !closed.empty(); }));
        CHECK(closed == std::vector<std::string>{"1.1"});
    }
    recorder.queue().push(2, toy::from_server(toy::frame(2, 0)));
    recorder.stop();
    CHECK(closed == std::vector<std::string>{"1.1", "2.1"});
    CHECK(snapshots_in(*archive.disk("2.1")) == 2);
}

TEST_CASE("a file that is full is reported while its client plays on", "[recording]") {
    Archive archive;
    std::mutex mutex;
    std::condition_variable news;
    RecorderOptions options = options_for(archive, toy::game());
    options.recording.split_by_map = true;
    options.recording.reel.chunk_seconds = 0.2;
    std::vector<std::string> closed;
    std::uint64_t snapshots = 0;
    std::vector<RecordedClient> clients;
    options.on_closed = [&](const RecordedFile& file) {
        const std::lock_guard lock(mutex);
        closed.push_back(file.path);
        snapshots += file.snapshots;
    };
    options.on_second = [&](const RecorderTotals& totals) {
        const std::lock_guard lock(mutex);
        clients = totals.clients;
        news.notify_all();
    };
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    for (const char map : {'a', 'b', 'c'}) {
        recorder.queue().push(1, toy::from_server(toy::segment(map)));
        for (Tick tick = 0; tick < 10; tick += 2)
            recorder.queue().push(1, toy::from_server(toy::frame(tick, 0)));
    }
    {
        std::unique_lock lock(mutex);
        // Of the client, whichever file they are in.
        REQUIRE(news.wait_for(lock, 10s, [&] {
            return closed.size() == 2 && !clients.empty() && clients[0].snapshots == 15;
        }));
        CHECK(closed == std::vector<std::string>{"1.1", "1.2"});
        CHECK(snapshots == 10);
        CHECK(clients[0].map == "c");
    }
    recorder.queue().push(1, toy::from_server(toy::frame(10, 0)));
    recorder.stop();
    CHECK(closed == std::vector<std::string>{"1.1", "1.2", "1.3"});
    CHECK(recorder.totals().files == 3);
    CHECK(recorder.totals().snapshots == 16);
}

TEST_CASE("a player who said goodbye gets no marker and is counted no more", "[recording]") {
    Archive archive;
    const SystemClock clock;
    Recorder recorder(options_for(archive, toy::game()), clock);
    for (const std::uint64_t client : {1U, 2U})
        recorder.queue().push(client, toy::from_server(toy::frame(0, 0)));
    recorder.queue().push(1, toy::from_server(toy::goodbye()));
    auto all = recorder.mark(0, "double kill", 10s);
    REQUIRE(all);
    REQUIRE(all->size() == 1);
    CHECK(all->front().client == 2);
    const auto one = recorder.mark(1, "triple kill", 10s);
    REQUIRE(one);
    REQUIRE(one->size() == 1);
    CHECK(one->front().marker.moment.tick == kNoTick);
    CHECK_THAT(one->front().marker.problem, tickreel_test::contains("left"));

    // On the same port he plays again.
    recorder.queue().push(1, toy::from_server(toy::frame(2, 0)));
    all = recorder.mark(0, "again", 10s);
    REQUIRE(all);
    CHECK(all->size() == 2);
    recorder.stop();
    CHECK(recorder.totals().files == 2);
}

TEST_CASE("a goodbye before a kill is known to the next recorder, whatever came since",
          "[recording]") {
    const tickreel_test::Folder folder;
    auto log = *RecoveryLog::open(folder / "ring", 64UL * 1024);
    SetClock clock;
    Archive archive;
    const auto options = [&](SteppedWorkers& workers) {
        RecorderOptions made = options_for(archive, toy::game());
        made.workers = &workers;
        made.log = log.get();
        return made;
    };
    const auto push = [&](Recorder& recorder, std::uint64_t client, const Bytes& bytes) {
        const Datagram datagram = toy::from_server(bytes);
        recorder.queue().push(client, datagram, log->append(client, datagram));
    };
    RecoveredConnections left;
    {
        SteppedWorkers workers;
        Recorder killed(options(workers), clock);
        for (const std::uint64_t client : {1U, 2U, 3U}) push(killed, client, toy::frame(0, 0));
        push(killed, 1, toy::goodbye());
        push(killed, 2, toy::goodbye());
        // More than the ring holds.
        for (Tick tick = 2; tick < 6000; tick += 2) {
            push(killed, 3, toy::frame(tick, 0));
            if (tick % 100 != 0) continue;
            clock.pass(1s);
            workers.step();
        }
        push(killed, 2, toy::frame(2, 0));  // back again
        left = log->left();
    }
    CHECK(left.at(1).datagrams.empty());
    SteppedWorkers workers;
    RecorderOptions next_options = options(workers);
    next_options.left = left;
    Recorder next(std::move(next_options), clock);
    workers.step();
    CHECK(next.totals().left == std::vector<ClientId>{1});
    push(next, 1, toy::frame(2, 0));
    workers.step();
    CHECK(next.totals().left.empty());
    next.stop();
}

TEST_CASE("overload costs the recording, and the recording says so", "[recording]") {
    Archive archive;
    RecorderOptions options = options_for(archive, toy::slow_game());
    options.queue_bytes = 64 * 1024;
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    Tick tick = 0;
    for (; tick < 20; tick += 2) recorder.queue().push(1, toy::from_server(toy::frame(tick, 0)));
    while (recorder.queue().bytes() > 0) std::this_thread::sleep_for(1ms);
    toy::gate().close();
    for (; recorder.lost() < 100; tick += 2)  // the decoder is blocked; pushing never blocks
        recorder.queue().push(1, toy::from_server(toy::frame(tick, 0)));
    toy::gate().open();
    while (recorder.queue().bytes() > 0) std::this_thread::sleep_for(1ms);
    recorder.queue().push(1, toy::from_server(toy::frame(tick, 0)));
    recorder.stop();
    const auto played = static_cast<std::uint64_t>(tick / 2 + 1);
    CHECK(recorder.totals().files == 1);
    CHECK(recorder.totals().snapshots == played - recorder.lost());
    const auto reader = ReelReader::open(memory_source(archive.disk("1.1")->bytes));
    REQUIRE(reader.ok());
    const auto statistics = (*reader)->statistics();
    REQUIRE(statistics.ok());
    REQUIRE_FALSE(statistics->gaps.empty());
    std::uint64_t missing = 0;
    for (const Gap& gap : statistics->gaps) {
        missing += static_cast<std::uint64_t>(gap.to - gap.from) / 2;
        CHECK_THAT(gap.reason, tickreel_test::contains("overloaded"));
    }
    CHECK(missing == recorder.lost());
}

TEST_CASE("after an overload recording goes on, though every snapshot depends on another",
          "[recording]") {
    const bool spills = GENERATE(false, true);  // the file is soon full
    const tickreel_test::Folder folder;
    Archive archive;
    RecorderOptions options = options_for(archive, *find_game("teeworlds"));
    options.queue_bytes = 256 * 1024;
    if (spills) options.spill = {folder / "", 512 * 1024};
    toy::gate().close();
    std::atomic<bool> held{false};
    options.make_file = [&, make = options.make_file](const FileNameFields& wish) {
        if (wish.connection == 2) {
            held = true;
            toy::gate().pass();
        }
        return make(wish);
    };
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    const auto to_queue = [&recorder](std::uint64_t client) {
        return [&recorder, client](const Datagram& datagram) {
            recorder.queue().push(client, datagram);
        };
    };
    const auto idle = [&] { std::this_thread::sleep_for(1ms); };
    tickreel_test::MatchScript match(to_queue(1));
    match.change_map("arena");
    match.enter_game();
    Tick tick = 100;
    const std::size_t limit = recorder.queue().limit();
    const std::size_t most = spills ? limit + (1U << 19) : limit * 7 / 8;
    const auto play = [&](int snapshots) {
        for (int i = 0; i < snapshots; ++i, tick += 2) {
            const auto x = static_cast<std::int32_t>(tick);
            match.snapshot(x, tickreel_test::small_world(x));
            // The wire is slower than this loop.
            while (recorder.queue().bytes() > most) idle();
        }
    };
    play(100);
    while (recorder.queue().bytes() > 0) idle();
    tickreel_test::play_match(to_queue(2), 50);  // its file takes its time
    while (!held) idle();
    while (recorder.lost() < 5000) play(10);
    toy::gate().open();
    play(50);
    recorder.stop();
    const auto reader = ReelReader::open(memory_source(archive.disk("1.1")->bytes));
    REQUIRE(reader.ok());
    CHECK((*reader)->segments().size() == 1);
    const auto statistics = (*reader)->statistics();
    REQUIRE(statistics.ok());
    CHECK((*reader)->timeline().last().tick == tick - 2);
    REQUIRE(statistics->gaps.size() == 1);
    const Gap& gap = statistics->gaps[0];
    CHECK_THAT(gap.reason, tickreel_test::contains("overloaded"));
    CHECK(gap.from == 300);
    CHECK(statistics->snapshots ==
          static_cast<std::uint64_t>((tick - 100 - (gap.to - gap.from)) / 2));
    CHECK(snapshots_in(*archive.disk("2.1")) == 50);
}

TEST_CASE("no total ever falls, whatever becomes of clients, files and the disk", "[recording]") {
    const bool clips = GENERATE(false, true);
    const unsigned seed = GENERATE(range(1U, 13U));
    CAPTURE(clips, seed);
    std::mt19937 random(seed);
    const auto one_in = [&random](unsigned n) { return random() % n == 0; };
    const tickreel_test::Folder folder;
    bool full = false;
    bool refuses = false;
    unsigned made = 0;
    SteppedWorkers workers;
    RecorderOptions options;
    options.game = &toy::game();
    options.workers = &workers;
    options.recording.reel.chunk_seconds = 0.2;
    options.recording.retry = 1s;
    options.recording.split_by_map = one_in(2);
    if (clips)
        options.recording.clips = {
            3s, 500ms, {{std::string(kOnQuery), "Thing.value == 7"}}, folder / ""};
    options.make_file = [&](const FileNameFields&) -> Result<NewFile> {
        if (refuses) return fail("the folder is gone");
        const std::string path = folder / (std::to_string(++made) + ".reel");
        auto file = create_file(path, IfExists::Refuse);
        if (!file) return file.error();
        return NewFile{path, std::make_unique<FillingSink>(*std::move(file), full)};
    };
    SetClock clock;
    Recorder recorder(std::move(options), clock);
    auto before = counters_of(recorder.totals());
    std::set<std::string> moved;
    const auto look = [&](const std::string& when) {
        const auto now = counters_of(recorder.totals());
        for (const auto& [name, value] : now) {
            INFO(name << " " << when);
            CHECK(value >= before.at(name));
            if (value > before.at(name)) moved.insert(name);
        }
        before = now;
    };
    Tick tick = 0;
    for (int round = 0; round < 400; ++round, tick += 2) {
        for (const std::uint64_t client : {1U, 2U, 3U}) {
            if (one_in(60)) recorder.queue().push(QueueItem::Kind::ClientGone, client, {});
            if (one_in(80)) recorder.queue().push(client, toy::from_server(toy::goodbye()));
            if (one_in(50)) recorder.queue().push(client, toy::from_server(toy::segment('a')));
            if (clips && one_in(30)) recorder.queue().push(QueueItem::Kind::Save, client, {});
            recorder.queue().push(client, toy::from_server(toy::frame(tick, one_in(30) ? 7 : 1)));
        }
        if (one_in(40)) full = !full;
        if (one_in(60)) refuses = !refuses;
        if (one_in(40)) {
            // The newest recording, or a part of what is kept.
            std::vector<std::filesystem::path> there{folder / (std::to_string(made) + ".reel")};
            for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / ""))
                if (clips && entry.is_regular_file()) there.push_back(entry.path());
            std::filesystem::remove(there[random() % there.size()]);
        }
        clock.pass(100ms);
        workers.step();
        look("in round " + std::to_string(round));
    }
    recorder.stop();
    look("when it ended");
    // A clip that found no room is tried again, in a file of its own each time.
    const std::uint64_t files = recorder.totals().files;
    CHECK((clips ? files <= made : files == made));
    for (const char* name : {"snapshots", "ok", "bytes", "files", "failed", "unwritten"}) {
        INFO(name);
        CHECK(moved.count(name) == 1);
    }
}

TEST_CASE("nothing is split where no other file can begin", "[recording]") {
    Archive archive;
    FolderStatus folder{"cannot write to reels", 0};
    SetClock clock;
    SteppedWorkers workers;
    RecorderOptions options = options_for(archive, toy::game());
    options.workers = &workers;
    options.look_at_folder = [&] { return folder; };
    Recorder recorder(std::move(options), clock);
    Tick tick = 0;
    const auto play = [&] {
        for (const std::uint64_t client : {1U, 2U})
            recorder.queue().push(client, toy::from_server(toy::frame(tick, 0)));
        tick += 2;
        workers.step();
    };
    play();
    recorder.queue().push(QueueItem::Kind::Split, 0, {});
    play();
    CHECK(archive.disks.size() == 2);
    REQUIRE(archive.problems.size() == 1);
    CHECK_THAT(archive.problems[0], tickreel_test::contains("cannot write to reels"));
    folder.error.clear();
    recorder.queue().push(QueueItem::Kind::Split, 2, {});
    play();
    CHECK(archive.disks.size() == 3);
    recorder.stop();
    CHECK(archive.disks.count("2.2") == 1);
    CHECK(recorder.totals().snapshots == 6);
    CHECK(recorder.totals().failed == 0);
}

TEST_CASE("old recordings are looked for when one has ended, not only now and then",
          "[recording]") {
    Archive archive;
    SetClock clock;
    SteppedWorkers workers;
    RecorderOptions options = options_for(archive, toy::game());
    options.workers = &workers;
    std::vector<std::set<std::string>> looks;
    options.tidy = [&](const std::set<std::string>& open) { looks.push_back(open); };
    Recorder recorder(std::move(options), clock);
    workers.step();
    REQUIRE(looks.size() == 1);  // when it began
    for (const std::uint64_t client : {1U, 2U})
        recorder.queue().push(client, toy::from_server(toy::frame(0, 0)));
    clock.pass(5s);
    workers.step();
    CHECK(looks.size() == 1);
    recorder.queue().push(QueueItem::Kind::ClientGone, 1, {});
    workers.step();
    REQUIRE(looks.size() == 2);
    CHECK(looks.back() == std::set<std::string>{"2.1"});
    clock.pass(29s);
    workers.step();
    CHECK(looks.size() == 2);
    clock.pass(1s);
    workers.step();
    CHECK(looks.size() == 3);
    recorder.stop();
    REQUIRE(looks.size() == 4);
    CHECK(looks.back().empty());
}

TEST_CASE("a full disk ends one recording, not the others", "[recording]") {
    Archive archive;
    archive.limit_of_first = 2000;
    RecorderOptions options = options_for(archive, toy::game());
    options.recording.reel.chunk_seconds = 0.5;
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    for (Tick tick = 0; tick < 20000; tick += 2)
        for (const std::uint64_t client : {1U, 2U})
            recorder.queue().push(
                client, toy::from_server(toy::frame(tick, static_cast<Word>(tick * 7919))));
    recorder.stop();
    REQUIRE(archive.closed.size() == 2);
    for (const RecordedFile& file : archive.closed)
        if (file.error.empty()) CHECK(file.snapshots == 10000);
    CHECK(recorder.totals().failed == 1);
    REQUIRE(recorder.first_failed().has_value());
    CHECK(recorder.first_failed()->path == "1.1");
    REQUIRE(archive.problems.size() == 1);
    CHECK_THAT(archive.problems[0], tickreel_test::contains("the game continues"));
    CHECK(snapshots_in(*archive.disk("1.1")) > 0);
}

TEST_CASE("when the game falls silent, what came so far goes to disk", "[recording]") {
    Archive archive;
    RecorderOptions options = options_for(archive, toy::game());
    options.recording.reel.chunk_seconds = 0.2;
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    recorder.queue().push(1, toy::from_server(toy::frame(0, 0)));
    recorder.queue().push(1, toy::from_server(toy::frame(2, 0)));
    std::this_thread::sleep_for(1500ms);
    const Bytes so_far = archive.disk("1.1")->so_far();
    const auto reader = ReelReader::open(memory_source(so_far));
    REQUIRE(reader.ok());
    CHECK_FALSE((*reader)->finished());
    const auto frame = (*reader)->at({0, 2});
    REQUIRE(frame.ok());
    CHECK(frame->tick == 2);
}

TEST_CASE("what was decoded goes to disk, though all that comes then cannot be", "[recording]") {
    Archive archive;
    RecorderOptions options = options_for(archive, toy::game());
    options.recording.reel.chunk_seconds = 0.2;
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    recorder.queue().push(1, toy::from_server(toy::frame(0, 0)));
    recorder.queue().push(1, toy::from_server(toy::frame(2, 0)));
    bool there = false;
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (!there && std::chrono::steady_clock::now() < deadline) {
        recorder.queue().push(1, toy::from_server(toy::ping()));
        std::this_thread::sleep_for(10ms);
        const std::lock_guard lock(archive.mutex);
        if (archive.disks.count("1.1") == 0) continue;
        const auto reader = ReelReader::open(memory_source(archive.disks.at("1.1")->so_far()));
        there = reader.ok() && (*reader)->at({0, 2}).ok();
    }
    CHECK(there);
}

namespace {

// A server and a client with a session between them, whose decoder waits at the toy's gate.
struct GatedSession {
    explicit GatedSession(Archive& archive, std::size_t queue_bytes = RecorderOptions{}.queue_bytes)
        : server(*UdpSocket::bind(v4_endpoint({127, 0, 0, 1}, 0))),
          network(*SystemNetwork::make()),
          session(open(archive, queue_bytes)),
          client(*UdpSocket::connect(session->local())) {}

    // Did it arrive as it was?
    bool passes(const Bytes& bytes) {
        if (client.send(bytes) != Sent::Yes) return false;
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (server.receive(batch, refused) == 0) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            session->poll(1ms);
        }
        const ByteView came = batch.entries()[0].bytes;
        const bool same = batch.entries().size() == 1 && Bytes(came.begin(), came.end()) == bytes;
        server.send_to(Bytes{1}, batch.entries()[0].from);  // so that the peer counts as a client
        session->poll(1ms);
        return same;
    }

    UdpSocket server;
    std::unique_ptr<SystemNetwork> network;
    SystemClock clock{};
    std::unique_ptr<RecordingSession> session;
    UdpSocket client;
    ReceiveBatch batch{};
    bool refused = false;

private:
    std::unique_ptr<RecordingSession> open(Archive& archive, std::size_t queue_bytes) {
        toy::gate().close();
        SessionOptions options;
        options.proxy.listen = v4_endpoint({127, 0, 0, 1}, 0);
        options.proxy.server = server.local();
        options.recorder = options_for(archive, toy::slow_game());
        options.recorder.queue_bytes = queue_bytes;
        auto opened = RecordingSession::open(std::move(options), *network, clock);
        REQUIRE(opened.ok());
        return *std::move(opened);
    }
};

}  // namespace

TEST_CASE("a decoder that stands still holds up nothing on the wire", "[recording]") {
    Archive archive;
    GatedSession gated(archive, 8192);
    int arrived = 0;
    for (int i = 0; i < 1000; ++i) arrived += gated.passes(toy::frame(i, i)) ? 1 : 0;
    CHECK(arrived == 1000);
    toy::gate().open();
    const SessionReport report = gated.session->stop();
    CHECK(report.recorded.lost > 0);
    CHECK(report.wire.clients_ever == 1);
}

TEST_CASE("what waits when it ends is left to the next recorder, before the ring forgets",
          "[recording]") {
    const tickreel_test::Folder folder;
    Archive archive;
    toy::gate().close();
    auto log = RecoveryLog::open(folder / "ring");
    REQUIRE(log.ok());
    RecorderOptions options = options_for(archive, toy::slow_game());
    options.log = log->get();
    SetClock clock;
    Recorder recorder(std::move(options), clock);
    constexpr Tick kFrames = 40000;  // more than is handed out at once
    for (Tick tick = 0; tick < kFrames; ++tick) {
        const Bytes bytes = toy::frame(tick, 0);
        const Datagram datagram = toy::from_server(bytes);
        recorder.queue().push(1, datagram, (*log)->append(1, datagram));
    }
    recorder.begin_stop();
    clock.pass(2s);
    toy::gate().open();
    recorder.stop();
    CHECK(recorder.lost() == 0);
    const std::uint64_t snapshots = recorder.totals().snapshots;
    CHECK(snapshots > 0);
    CHECK(snapshots < kFrames);
    const RecoveredConnections left = (*log)->left();
    REQUIRE(left.count(1) == 1);
    CHECK(left.at(1).datagrams.size() == kFrames);  // the toy has no state to begin with
    REQUIRE(archive.problems.size() == 1);
    CHECK_THAT(archive.problems[0], tickreel_test::contains("in the ring of --state"));
}

TEST_CASE("a player who said goodbye is no client in the status, though the proxy waits for him",
          "[recording]") {
    Archive archive;
    GatedSession gated(archive);
    toy::gate().open();
    RecordingSession& session = *gated.session;
    const auto until = [&](const auto& there) {
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (!there(session.board().get()) && std::chrono::steady_clock::now() < deadline)
            session.poll(10ms);
        return there(session.board().get());
    };
    const auto plays = [](const SessionStatus& status) {
        return status.clients.size() == 1 && status.recorded.clients.size() == 1 &&
               status.recorded.connections == 1;
    };
    const auto gone = [](const SessionStatus& status) {
        return status.clients.empty() && status.recorded.clients.empty() &&
               status.recorded.connections == 0 && status.recorded.files == 1 &&
               status.recorded.left.size() == 1;
    };
    Tick tick = 0;
    for (; tick < 10; ++tick) REQUIRE(gated.passes(toy::frame(tick, 0)));
    CHECK(until(plays));
    REQUIRE(gated.passes(toy::goodbye()));
    CHECK(until(gone));
    REQUIRE(gated.passes(toy::frame(tick, 0)));
    CHECK(until(plays));
    session.stop();
}

TEST_CASE("the wire goes on while the recordings end", "[recording]") {
    Archive archive;
    GatedSession gated(archive);
    RecordingSession& session = *gated.session;
    const auto passes = [&](Tick tick) { return gated.passes(toy::frame(tick, 0)); };
    for (Tick tick = 0; tick < 50; ++tick) REQUIRE(passes(tick));
    session.begin_stop();
    for (Tick tick = 50; tick < 100; ++tick) REQUIRE(passes(tick));
    CHECK_FALSE(session.recordings_ended());
    toy::gate().open();
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    Tick tick = 100;
    for (; !session.recordings_ended() && std::chrono::steady_clock::now() < deadline; ++tick)
        CHECK(passes(tick));
    CHECK(session.recordings_ended());
    const SessionReport report = session.stop();
    CHECK(report.recorded.lost == 0);
    CHECK(report.recorded.snapshots == 50);  // what came before the stop
}

TEST_CASE("a clock that is set by an hour costs no snapshot and moves none", "[recording]") {
    const Endpoint any = v4_endpoint({127, 0, 0, 1}, 0);
    const auto server = UdpSocket::bind(any);
    REQUIRE(server.ok());
    Archive archive;
    const auto network = *SystemNetwork::make();
    SetClock clock;
    SessionOptions options;
    options.proxy.listen = any;
    options.proxy.server = server->local();
    options.recorder = options_for(archive, toy::game());
    auto session = RecordingSession::open(std::move(options), *network, clock);
    REQUIRE(session.ok());
    const auto client = UdpSocket::connect((*session)->local());
    REQUIRE(client.ok());
    ReceiveBatch batch;
    bool refused = false;
    const auto arrives = [&](const UdpSocket& at) {
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (at.receive(batch, refused) == 0) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            (*session)->poll(1ms);
        }
        return true;
    };
    Endpoint from{};
    for (int i = 0; i < 4; ++i) {  // until the peer counts as a client
        REQUIRE(client->send(Bytes(100, 'x')) == Sent::Yes);
        REQUIRE(arrives(*server));
        from = batch.entries()[0].from;
        REQUIRE(server->send_to(Bytes{1}, from) == Sent::Yes);
        REQUIRE(arrives(*client));
    }
    constexpr int kSnapshots = 600;
    for (int i = 0; i < kSnapshots; ++i) {
        if (i == 200) clock.set_by(1h);
        if (i == 400) clock.set_by(-2h);
        clock.pass(40ms);
        REQUIRE(server->send_to(toy::frame(2 * i, i), from) == Sent::Yes);
        REQUIRE(arrives(*client));
        if (i % 50 != 0) continue;
        REQUIRE(client->send(toy::ping()) == Sent::Yes);
        REQUIRE(arrives(*server));
    }
    const SessionReport report = (*session)->stop();
    REQUIRE(report.recorded.files == 1);
    CHECK(report.recorded.lost == 0);
    for (const std::string_view told : {"the clock was set by 3600", "the clock was set by -7200"})
        CHECK(std::any_of(archive.problems.begin(), archive.problems.end(),
                          [&](const auto& text) { return text.find(told) != std::string::npos; }));
    const auto reel = ReelReader::open(memory_source(archive.disk("1.1")->bytes));
    REQUIRE(reel.ok());
    int frames = 0;
    const auto scanned =
        (*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& frame) {
            ++frames;
            // The toy adds 20 ms for each of its ticks.
            CHECK(frame.time == SetClock::kStart + frames * 40ms + 20ms * frame.tick);
            return true;
        });
    CHECK(scanned.ok());
    CHECK(frames == kSnapshots);
}

TEST_CASE("a recorder that stood still says so, also where the machine did", "[recording]") {
    Archive archive;
    const auto network = *SystemNetwork::make();
    SetClock clock;
    SessionOptions options;
    options.proxy.listen = v4_endpoint({127, 0, 0, 1}, 0);
    options.proxy.server = v4_endpoint({127, 0, 0, 1}, 9);
    options.recorder = options_for(archive, toy::game());
    auto session = RecordingSession::open(std::move(options), *network, clock);
    REQUIRE(session.ok());
    const auto work = [&](std::chrono::milliseconds pause) {
        clock.pass(pause);
        (*session)->poll(1ms);
    };
    clock.pass(1h);  // until the first datagram may come
    for (int i = 0; i < 10; ++i) work(1900ms);
    CHECK((*session)->board().get().standstills == 0);
    work(5s);
    work(1s);
    clock.sleep(1h);
    work(1s);
    work(1s);
    CHECK((*session)->board().get().standstills == 2);
    (*session)->stop();
    std::string said;
    for (const std::string& problem : archive.problems) said += problem + "\n";
    CHECK_THAT(said, tickreel_test::contains("stood still for 5 s: nothing was forwarded"));
    CHECK_THAT(said, tickreel_test::contains("the machine was suspended for 3600 s: nothing"));
}
