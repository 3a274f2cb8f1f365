// Recording what passes an interface: the proxy behind a tap, which here plays a capture.

#include "recorder/capture/tap_network.h"

#include "recorder/net/clock.h"
#include "recorder/recording/recording_session.h"
#include "tests/catch.h"
#include "tests/recorder/recording/recorder_stage.h"
#include "tests/recorder/recording/synthetic_match.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace std::chrono_literals;
using namespace tickreel_test;

namespace {

class PlayedTap final : public PacketTap {
public:
    explicit PlayedTap(Bytes pcap)
        : source_(memory_source(std::move(pcap))),
          reader_(*open_capture(*source_, ignore_problems)) {}
    std::optional<CapturedPacket> next() override {
        auto packet = reader_->next();
        over_ = !packet;
        if (packet && packet->bytes.size() > keep) packet->bytes.resize(keep);
        if (packet && begun) {
            if (!first_) first_ = packet->time;
            packet->time += *begun - *first_;
        }
        return packet;
    }
    std::size_t keep = kMaxDatagram;                  // bytes of each packet
    std::optional<std::chrono::nanoseconds> begun{};  // when the first one passed
    bool damaged() const override { return reader_->damaged(); }
    std::uint64_t position() const override { return reader_->position(); }
    void wait(std::chrono::milliseconds) override {}
    std::uint32_t dropped() const override { return 7; }
    const bool& over() const { return over_; }

private:
    std::unique_ptr<ByteSource> source_;
    std::unique_ptr<PacketReader> reader_;
    std::optional<std::chrono::nanoseconds> first_{};
    bool over_ = false;
};

SessionOptions tapped(const Endpoint& server, Archive& archive) {
    SessionOptions options;
    options.proxy.listen.port = server.port;
    options.proxy.server = server;
    options.proxy.upstream_view = UpstreamView::Endpoints;
    options.proxy.max_amplification = 1000;
    options.recorder = options_for(archive, toy::game());
    options.recorder.game = nullptr;  // what comes is recognised
    return options;
}

}  // namespace

TEST_CASE("what passes an interface is recorded, of each client that plays", "[recording]") {
    tickreel_test::MatchCapture match;
    match.add_match(4000, 300);
    match.add_pings(4001, 20);
    match.add_match(4002, 200, true);
    auto tap = std::make_unique<PlayedTap>(match.pcap());
    const bool& over = tap->over();
    const Endpoint server = v4_endpoint({10, 0, 0, 2}, 8303);
    TapNetwork network(std::move(tap), server);
    SystemClock clock;
    Archive archive;
    auto session = RecordingSession::open(tapped(server, archive), network, clock);
    REQUIRE(session.ok());
    while (!over) (*session)->poll(1ms);
    const SessionReport report = (*session)->stop();
    CHECK(report.connections == 2);
    CHECK(report.unrecorded == 0);
    CHECK(report.recorded.snapshots == 300 + 2 * 200);
    CHECK(report.recorded.wire_mismatch == 0);
    CHECK(report.wire.overflowed == 7);
    REQUIRE(archive.disks.size() == 2);
    for (const auto& [name, disk] : archive.disks) {
        const auto reel = ReelReader::open(memory_source(disk->bytes));
        REQUIRE(reel.ok());
        CHECK((*reel)->statistics()->gaps.empty());
    }
}

TEST_CASE("who listens in late has the time at which each packet passed", "[recording]") {
    tickreel_test::MatchCapture match;
    match.add_match(4000, 100);
    const Bytes pcap = match.pcap();
    auto tap = std::make_unique<PlayedTap>(pcap);
    SystemClock clock;
    // As one that was stopped for 100 s; the match takes some seconds.
    tap->begun = clock.wall() - 100s;
    const std::chrono::nanoseconds begun = *tap->begun;
    const bool& over = tap->over();
    const Endpoint server = v4_endpoint({10, 0, 0, 2}, 8303);
    TapNetwork network(std::move(tap), server);
    Archive archive;
    auto session = RecordingSession::open(tapped(server, archive), network, clock);
    REQUIRE(session.ok());
    while (!over) (*session)->poll(1ms);
    (*session)->stop();
    PlayedTap again(pcap);
    std::chrono::nanoseconds first{}, last{};
    while (const auto packet = again.next()) {
        if (first.count() == 0) first = packet->time;
        last = packet->time;
    }
    REQUIRE(archive.disks.size() == 1);
    const auto reel = ReelReader::open(memory_source(archive.disks.begin()->second->bytes));
    REQUIRE(reel.ok());
    std::vector<std::chrono::nanoseconds> times;
    REQUIRE((*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& frame) {
        times.push_back(frame.time - begun);
        return true;
    }));
    REQUIRE(times.size() == 100);
    CHECK(times.front() > -100ms);
    CHECK(times.back() < last - first + 100ms);
    CHECK(times.back() > last - first - 1s);
}

TEST_CASE("a recorder that listens in forwards nothing, and does not say that it does",
          "[recording]") {
    tickreel_test::MatchCapture match;
    match.add_match(4000, 100);
    match.add_match(4001, 100);
    auto tap = std::make_unique<PlayedTap>(match.pcap());
    tap->keep = 60;
    const bool& over = tap->over();
    const Endpoint server = v4_endpoint({10, 0, 0, 2}, 8303);
    TapNetwork network(std::move(tap), server);
    SetClock clock;
    Archive archive;
    SessionOptions options = tapped(server, archive);
    options.proxy.max_clients = 1;
    auto session = RecordingSession::open(std::move(options), network, clock);
    REQUIRE(session.ok());
    (*session)->poll(1ms);
    clock.pass(5s);
    while (!over) (*session)->poll(1ms);
    const SessionReport report = (*session)->stop();
    CHECK(report.wire.overflowed > 7);  // what was longer is missing, too
    std::string said;
    for (const std::string& problem : archive.problems) said += problem + "\n";
    CHECK_THAT(said, tickreel_test::contains("stood still for 5 s: nothing was read meanwhile"));
    CHECK_THAT(said, tickreel_test::contains("new ones are not recorded until others leave"));
    CHECK_THAT(said, !tickreel_test::contains("forwarded"));
}
