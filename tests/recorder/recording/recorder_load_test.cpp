// The recorder thread under more than it can decode, or with nothing to decode, and the wire beside
// it.

#include <atomic>
#include <functional>

#include "recorder/net/udp_socket.h"
#include "recorder/recording/recording_session.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/recorder_stage.h"
#include "tests/recorder/recording/synthetic_match.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

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

// A recorder of Teeworlds that stands still while a file is made: that of the connection `slow`,
// until the toy's gate opens.
class HeldRecorder {
public:
    HeldRecorder(RecorderOptions options, std::uint64_t slow)
        : recorder_(held_at(std::move(options), slow), clock_) {}

    Recorder* operator->() { return &recorder_; }
    std::function<void(const Datagram&)> to_queue(std::uint64_t client) {
        return
            [this, client](const Datagram& datagram) { recorder_.queue().push(client, datagram); };
    }
    // The wire is slower than the loops here.
    void wait_while_above(std::size_t bytes) {
        while (recorder_.queue().bytes() > bytes) std::this_thread::sleep_for(1ms);
    }
    void hold(std::uint64_t client) {
        play_match(to_queue(client), 50);
        while (!held_) std::this_thread::sleep_for(1ms);
    }

private:
    RecorderOptions held_at(RecorderOptions options, std::uint64_t slow) {
        options.queue_bytes = 256 * 1024;
        toy::gate().close();
        options.make_file = [this, slow, make = options.make_file](const FileNameFields& wish) {
            if (wish.connection == slow) {
                held_ = true;
                toy::gate().pass();
            }
            return make(wish);
        };
        return options;
    }

    std::atomic<bool> held_{false};
    SystemClock clock_{};
    Recorder recorder_;
};

// Whether tick 2 can be read there, sooner or later.
bool reaches_disk(
    Archive& archive, const std::function<void()>& meanwhile = [] {}) {
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < deadline) {
        meanwhile();
        std::this_thread::sleep_for(10ms);
        const std::lock_guard lock(archive.mutex);
        if (archive.disks.count("1.1") == 0) continue;
        const auto reader = ReelReader::open(memory_source(archive.disks.at("1.1")->so_far()));
        if (!reader.ok()) continue;
        const auto frame = (*reader)->at({0, 2});
        if (frame.ok() && frame->tick == 2) return true;
    }
    return false;
}

}  // namespace

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
    const Folder folder;
    Archive archive;
    RecorderOptions options = options_for(archive, *find_game("teeworlds"));
    if (spills) options.spill = {folder / "", 512 * 1024};
    HeldRecorder recorder(std::move(options), 2);
    MatchScript match(recorder.to_queue(1));
    match.change_map("arena");
    match.enter_game();
    Tick tick = 100;
    const std::size_t limit = recorder->queue().limit();
    // From three quarters on, the oldest are left out: of the queue, or of what may wait for a
    // file of any size.
    const std::size_t most = spills ? limit + (1U << 20) * 7 / 8 : limit * 7 / 8;
    const auto play = [&](int snapshots) {
        for (int i = 0; i < snapshots; ++i, tick += 2) {
            const auto x = static_cast<std::int32_t>(tick);
            match.snapshot(x, small_world(x));
            recorder.wait_while_above(most);
        }
    };
    play(100);
    recorder.wait_while_above(0);
    recorder.hold(2);
    while (recorder->lost() < 5000) play(10);
    toy::gate().open();
    recorder.wait_while_above(0);  // perhaps all of it is left out
    play(50);
    recorder->stop();
    const auto reader = ReelReader::open(memory_source(archive.disk("1.1")->bytes));
    REQUIRE(reader.ok());
    CHECK((*reader)->segments().size() == 1);
    const auto statistics = (*reader)->statistics();
    REQUIRE(statistics.ok());
    CHECK((*reader)->timeline().last().tick == tick - 2);
    REQUIRE_FALSE(statistics->gaps.empty());
    CHECK(statistics->gaps[0].from == 300);
    Tick missing = 0;
    for (const Gap& gap : statistics->gaps) {
        CHECK_THAT(gap.reason, tickreel_test::contains("overloaded"));
        missing += gap.to - gap.from;
    }
    CHECK(statistics->snapshots == static_cast<std::uint64_t>((tick - 100 - missing) / 2));
    CHECK(snapshots_in(*archive.disk("2.1")) == 50);
}

TEST_CASE("who joins while the recorder is overloaded has a gap from his first snapshot on",
          "[recording]") {
    Archive archive;
    RecorderOptions options = options_for(archive, *find_game("teeworlds"));
    HeldRecorder recorder(std::move(options), 1);
    recorder.hold(1);
    MatchScript match(recorder.to_queue(2));
    match.change_map("arena");
    match.enter_game();
    Tick tick = 100;
    const auto play = [&](int snapshots) {
        for (int i = 0; i < snapshots; ++i, tick += 2) {
            match.snapshot(static_cast<std::int32_t>(tick),
                           small_world(static_cast<std::int32_t>(tick)));
            recorder.wait_while_above(recorder->queue().limit() * 7 / 8);
        }
    };
    while (recorder->lost() < 5000) play(10);
    toy::gate().open();
    recorder.wait_while_above(0);
    play(50);
    recorder->stop();
    const auto reader = ReelReader::open(memory_source(archive.disk("2.1")->bytes));
    REQUIRE(reader.ok());
    const auto statistics = (*reader)->statistics();
    REQUIRE(statistics.ok());
    REQUIRE_FALSE(statistics->gaps.empty());
    CHECK(statistics->gaps[0].from == 100);
    const Tick first = (*reader)->timeline().first().tick;
    CHECK(statistics->gaps[0].to > first - 2);
    CHECK(statistics->gaps[0].to <= first);
    for (const Gap& gap : statistics->gaps)
        CHECK_THAT(gap.reason, tickreel_test::contains("overloaded"));
}

TEST_CASE("a map that is played again while the recorder is overloaded is a segment of its own",
          "[recording]") {
    const bool twice = GENERATE(false, true);
    Archive archive;
    RecorderOptions options = options_for(archive, *find_game("teeworlds"));
    std::vector<std::string> problems;
    options.problems = [&](const Problem& problem) { problems.push_back(problem.message); };
    HeldRecorder recorder(std::move(options), 2);
    MatchScript match(recorder.to_queue(1));
    Tick tick = 0;
    const auto begin = [&](Tick first) {
        match.change_map("arena");
        match.pass_time(first * 20ms);
        match.enter_game();
        tick = first;
    };
    const auto play = [&](int snapshots) {
        for (int i = 0; i < snapshots; ++i, tick += 2) {
            const auto x = static_cast<std::int32_t>(tick);
            match.pass_time(28ms);  // 40 ms with what it sends
            match.snapshot(x, small_world(x));
            recorder.wait_while_above(recorder->queue().limit() * 7 / 8);
        }
    };
    begin(100);
    play(100);
    recorder.wait_while_above(0);
    recorder.hold(2);
    play(10);  // some of what is left out, too
    if (twice) {
        begin(40);
        play(20);
    }
    begin(10);
    while (recorder->lost() < 5000 || tick < 1000) play(10);  // farther than it was before
    toy::gate().open();
    recorder.wait_while_above(0);
    play(50);
    recorder->stop();
    const auto reader = ReelReader::open(memory_source(archive.disk("1.1")->bytes));
    REQUIRE(reader.ok());
    REQUIRE((*reader)->segments().size() == 2);
    Tick last = 0;
    Tick first = kNoTick;
    const auto read = (*reader)->scan((*reader)->everything(), ignore_problems, [&](Frame frame) {
        if (frame.segment == 0) last = frame.tick;
        if (frame.segment == 1 && first == kNoTick) first = frame.tick;
        return true;
    });
    REQUIRE(read.ok());
    CHECK(last >= 298);
    CHECK(last < 320);
    CHECK(first > 10);
    const auto statistics = (*reader)->statistics();
    REQUIRE(statistics.ok());
    const std::vector<Gap>& gaps = statistics->gaps;
    REQUIRE(gaps.size() == (twice ? 1 : 2));
    // All of the new map's beginning.
    CHECK(gaps.back().segment == 1);
    CHECK(gaps.back().from == 10);
    CHECK(gaps.back().to > first - 2);
    CHECK(gaps.back().to <= first);
    CHECK_THAT(gaps.back().reason, tickreel_test::contains("overloaded"));
    const auto told = std::count_if(problems.begin(), problems.end(), [](const std::string& one) {
        return one.find("nobody knows when that map ended") != std::string::npos;
    });
    CHECK(told == (twice ? 1 : 0));
    if (twice) return;
    // The rest of the old one, as far as it was played.
    CHECK(gaps[0].segment == 0);
    CHECK(gaps[0].from == last + 2);
    CHECK(gaps[0].to >= 318);
    CHECK(gaps[0].to < 340);
    CHECK_THAT(gaps[0].reason, tickreel_test::contains("the map changed meanwhile"));
}

TEST_CASE("when the game falls silent, what came so far goes to disk", "[recording]") {
    Archive archive;
    RecorderOptions options = options_for(archive, toy::game());
    options.recording.reel.chunk_seconds = 0.2;
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    recorder.queue().push(1, toy::from_server(toy::frame(0, 0)));
    recorder.queue().push(1, toy::from_server(toy::frame(2, 0)));
    CHECK(reaches_disk(archive));
    const auto reader = ReelReader::open(memory_source(archive.disk("1.1")->so_far()));
    REQUIRE(reader.ok());
    CHECK_FALSE((*reader)->finished());
}

TEST_CASE("what was decoded goes to disk, though all that comes then cannot be", "[recording]") {
    Archive archive;
    RecorderOptions options = options_for(archive, toy::game());
    options.recording.reel.chunk_seconds = 0.2;
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    recorder.queue().push(1, toy::from_server(toy::frame(0, 0)));
    recorder.queue().push(1, toy::from_server(toy::frame(2, 0)));
    CHECK(reaches_disk(archive, [&] { recorder.queue().push(1, toy::from_server(toy::ping())); }));
}

TEST_CASE("the last snapshot goes to disk, though what comes next comes late", "[recording]") {
    Archive archive;
    SetClock clock;
    SteppedWorkers workers;
    RecorderOptions options = options_for(archive, *find_game("teeworlds"));
    options.recording.reel.chunk_seconds = 0.2;
    options.workers = &workers;
    Recorder recorder(std::move(options), clock);
    const auto written_after = [&](std::chrono::milliseconds pause) -> std::uint64_t {
        for (int i = 0; i < 3; ++i) workers.step();
        clock.pass(pause);
        for (int i = 0; i < 3; ++i) workers.step();
        if (archive.disks.count("1.1") == 0) return 0;
        const auto reader = ReelReader::open(memory_source(archive.disk("1.1")->so_far()));
        REQUIRE(reader.ok());
        const auto statistics = (*reader)->statistics();
        REQUIRE(statistics.ok());
        return statistics->snapshots;
    };
    MatchScript match([&](const Datagram& datagram) { recorder.queue().push(1, datagram); });
    match.change_map("arena");
    match.enter_game();
    for (const std::int32_t tick : {100, 102, 104}) match.snapshot(tick, small_world(tick));
    CHECK(written_after(1s) == 3);
    for (const std::int32_t tick : {106, 108, 110}) match.snapshot(tick, small_world(tick));
    CHECK(written_after(150ms) == 3);
    match.acknowledge(110);  // no frame: the chunk ends before the game is silent
    CHECK(written_after(100ms) == 5);
    CHECK(written_after(1s) == 6);
}

TEST_CASE("what the queue had no room for is told, at most once a minute", "[recording]") {
    Archive archive;
    SetClock clock;
    SteppedWorkers workers;
    RecorderOptions options = options_for(archive, toy::game());
    options.queue_bytes = 8192;
    options.workers = &workers;
    Recorder recorder(std::move(options), clock);
    Tick tick = 0;
    const auto told_after = [&](std::chrono::seconds pause) {
        for (int i = 0; i < 1000; ++i, tick += 2)
            recorder.queue().push(1, toy::from_server(toy::frame(tick, 1)));
        clock.pass(pause);
        workers.step();
        return std::count_if(
            archive.problems.begin(), archive.problems.end(), [](const std::string& text) {
                return text.find("did not fit into the queue") != std::string::npos;
            });
    };
    CHECK(told_after(std::chrono::seconds(2)) == 1);
    CHECK(recorder.lost() > 0);
    CHECK(told_after(std::chrono::seconds(2)) == 1);
    CHECK(told_after(std::chrono::seconds(60)) == 2);
}

TEST_CASE("a decoder that stands still holds up nothing on the wire", "[recording]") {
    Archive archive;
    GatedSession gated(archive, 8192);
    int arrived = 0;
    for (int i = 0; i < 1000; ++i) arrived += gated.passes(toy::frame(i, i)) ? 1 : 0;
    CHECK(arrived == 1000);
    // Whoever asks is told at once, not when it goes on.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (gated.session->board().get().recorded.lost == 0 &&
           std::chrono::steady_clock::now() < deadline)
        gated.session->poll(std::chrono::milliseconds(1));
    CHECK(gated.session->board().get().recorded.lost > 0);
    toy::gate().open();
    const SessionReport report = gated.session->stop();
    CHECK(report.recorded.lost > 0);
    CHECK(report.wire.clients_ever == 1);
}

TEST_CASE("what waits when it ends is left to the next recorder, before the ring forgets",
          "[recording]") {
    const Folder folder;
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
