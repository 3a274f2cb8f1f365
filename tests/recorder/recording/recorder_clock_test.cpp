// The recorder thread and clocks that are set, or stood still.

#include <algorithm>

#include "recorder/net/udp_socket.h"
#include "recorder/recording/recording_session.h"
#include "recorder/recording/state_file.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/recorder_stage.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

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

// What an upgrade of the program is.
TEST_CASE("who plays on over a restart has one clock, however it is set", "[recording]") {
    const Endpoint any = v4_endpoint({127, 0, 0, 1}, 0);
    const auto server = UdpSocket::bind(any);
    REQUIRE(server.ok());
    const Folder folder;
    Archive archive;
    const auto network = *SystemNetwork::make();
    SetClock clock;
    Endpoint listen = any;
    std::unique_ptr<StateFile> state;
    std::unique_ptr<RecordingSession> session;
    const auto start = [&] {
        session.reset();
        state.reset();
        clock.anchor();  // as a program does that starts
        auto opened = StateFile::open(folder / "state", server->local(), 8);
        REQUIRE(opened.ok());
        state = *std::move(opened);
        SessionOptions options;
        options.proxy.listen = listen;
        options.proxy.server = server->local();
        options.proxy.store = state.get();
        options.recorder = options_for(archive, toy::game());
        auto made = RecordingSession::open(std::move(options), *network, clock);
        REQUIRE(made.ok());
        session = *std::move(made);
        listen = session->local();
    };
    start();
    const auto begun = clock.offset();
    clock.set_by(1h);
    start();
    CHECK(clock.offset() == begun + 1h);  // nobody was there

    const auto client = UdpSocket::connect(listen);
    REQUIRE(client.ok());
    ReceiveBatch batch;
    bool refused = false;
    const auto arrives = [&](const UdpSocket& at) {
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (at.receive(batch, refused) == 0) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            session->poll(1ms);
        }
        return true;
    };
    for (int i = 0; i < 4; ++i) {  // until the peer counts as a client
        REQUIRE(client->send(Bytes(100, 'x')) == Sent::Yes);
        REQUIRE(arrives(*server));
        REQUIRE(server->send_to(Bytes{1}, batch.entries()[0].from) == Sent::Yes);
        REQUIRE(arrives(*client));
    }
    clock.set_by(-2h);
    start();
    CHECK(session->resumed() == 1);
    CHECK(clock.offset() == begun + 1h);
    CHECK(clock.step() == -2h);
    clock.pass(2s);
    session->poll(1ms);
    session->stop();
    CHECK(std::any_of(archive.problems.begin(), archive.problems.end(), [](const auto& text) {
        return text.find("the clock was set by -7200") != std::string::npos;
    }));
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
    const int looks_before = GENERATE(0, 10);  // datagrams may wait from open() on
    for (int i = 0; i < looks_before; ++i) work(1900ms);
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
