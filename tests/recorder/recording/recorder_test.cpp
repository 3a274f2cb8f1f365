// The recorder thread: which client has which file, and where one ends.

#include <filesystem>

#include "recorder/recording/clip_files.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/recorder_stage.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

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
    const Folder folder;
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
