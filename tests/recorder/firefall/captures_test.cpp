// A real match of build 1802. It is not part of this repository; without it this program says so
// and exits with 77.

#include "tests/captures.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "recorder/capture/udp_capture.h"
#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/faucap_export.h"
#include "recorder/games/firefall/probe.h"
#include "recorder/games/game.h"
#include "tests/catch.h"
#include "tests/recorder/firefall/frame_digest.h"
#include "tests/recorder/firefall/read_back.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;

namespace {

std::string capture_path() {
    return (tickreel_test::captures() / "firefall" / "ff1802_game.pcap").string();
}

ReelOptions import_options() {
    const Packing packing = find_game("firefall")->packing;
    return {.chunk_seconds = packing.chunk_seconds,
            .group_seconds = packing.group_seconds,
            .level = packing.level};
}

// Frames are checked, compressed and dropped: keeping all would take hundreds of megabytes.
class RowChecker final : public tickreel_test::CollectingSink {
public:
    TypeId add_type(const ItemType& type) override {
        writer_.add_type(type);
        return CollectingSink::add_type(type);
    }
    void begin_segment(const Segment& segment) override {
        writer_.begin_segment(segment);
        CollectingSink::begin_segment(segment);
    }
    Result<void> finish() override { return writer_.finish(); }
    std::uint64_t packed_bytes() const { return writer_.bytes_written(); }

    void add_frame(const Frame& frame) override {
        writer_.add_frame(frame);
        if (frames_++ % 25 != 0) return;
        const firefall::ProtocolLayout* protocol = firefall::builtin_layouts().find(18533);
        for (const Item item : frame.snapshot) {
            if (schema[item.key.type].origin == "derived") continue;
            const auto typecode =
                static_cast<std::uint8_t>(std::stoi(schema[item.key.type].origin));
            const firefall::ViewShape shape(*protocol->find(typecode));
            const auto view = firefall::View::from_row(shape, item.row);
            REQUIRE(view);
            REQUIRE(view->row() == std::vector<Word>(item.row.begin(), item.row.end()));
        }
    }

private:
    std::size_t frames_ = 0;
    ReelWriter writer_{std::make_unique<MemorySink>(),
                       {.game = "firefall", .ticks_per_second = 20, .start = {}, .properties = {}},
                       import_options()};
};

struct Kept {
    Direction direction = Direction::ToServer;
    std::chrono::nanoseconds time{};
    Bytes bytes{};
};

// All datagrams of the capture, with the handshake.
std::vector<Kept> read_capture() {
    if (!std::filesystem::exists(capture_path())) {
        std::cout << "skipped: no real capture at " << capture_path() << " (set TICKREEL_SHARED)"
                  << std::endl;
        std::exit(77);
    }
    const auto file = open_file(capture_path());
    REQUIRE(file);
    auto capture = UdpCapture::open(**file, ignore_problems);
    REQUIRE(capture);
    std::vector<Kept> all;
    std::optional<UdpEnd> client;
    while (const auto packet = capture->next()) {
        if (!client) client = packet->from;
        const auto direction = packet->from == *client ? Direction::ToServer : Direction::ToClient;
        all.push_back({direction, packet->time, Bytes(packet->bytes.begin(), packet->bytes.end())});
    }
    return all;
}

// Bytes of a recording of the whole match.
std::uint64_t packed_match(const std::vector<Kept>& all, const ReelOptions& options, bool inputs) {
    ReelWriter writer(std::make_unique<MemorySink>(),
                      {.game = "firefall", .ticks_per_second = 20, .start = {}, .properties = {}},
                      options);
    firefall::Decoder decoder;
    if (!inputs) decoder.leave_out_inputs();
    for (const Kept& one : all)
        decoder.feed({one.direction, one.time, one.bytes}, writer, ignore_problems);
    decoder.finish(writer, ignore_problems);
    REQUIRE(writer.finish());
    return writer.bytes_written();
}

class Counter final : public tickreel_test::CollectingSink {
public:
    void add_frame(const Frame&) override {}
};

}  // namespace

TEST_CASE("a real match decodes without loss and agrees with the server's checksums") {
    firefall::Decoder decoder;
    decoder.leave_out_inputs();  // what they take is measured below
    RowChecker sink;
    for (const Kept& one : read_capture())
        if (!firefall::read_handshake(one.bytes))  // from the other port
            decoder.feed({one.direction, one.time, one.bytes}, sink, ignore_problems);
    decoder.finish(sink, ignore_problems);
    const firefall::WorldCounters& world = decoder.world_counters();
    CHECK(decoder.transport_counters().malformed + world.malformed == 0);
    CHECK(decoder.transport_counters().packets == 16539);
    CHECK(world.keyframes == 652);
    CHECK(world.bad_keyframes == 0);
    CHECK(world.bad_updates == 0);
    // Without searching for explanations it would be 11723 and 114.
    CHECK(world.checksums_ok == 11802);
    CHECK(world.checksums_bad == 35);
    CHECK(world.repaired == 29);
    CHECK(world.poses == 17027);
    CHECK(world.bad_poses == 0);
    CHECK(sink.properties["protocol"] == "gss 18533");
    REQUIRE(sink.finish());
    constexpr std::uint64_t kZstd19 = 582062;  // size of the capture compressed with `zstd -19`
    CHECK(sink.packed_bytes() * 100 <= kZstd19 * 35);
}

TEST_CASE("samples of keys and aim are cheap, while recording and imported") {
    const std::vector<Kept> all = read_capture();
    const double seconds =
        std::chrono::duration<double>(all.back().time - all.front().time).count();
    const auto rate = [&](const ReelOptions& options) {
        const std::uint64_t with = packed_match(all, options, true);
        return static_cast<double>(with - packed_match(all, options, false)) / seconds;
    };
    const double recording = rate({.group_seconds = find_game("firefall")->packing.group_seconds});
    const double imported = rate(import_options());
    std::cout << "bytes a second for samples: " << recording << " recording, " << imported
              << " imported\n";
    CHECK(recording <= 1500);
    CHECK(imported <= 500);
    CHECK(imported > 100);  // they are there
}

TEST_CASE("a real match that is captured from its middle on") {
    const std::vector<Kept> all = read_capture();
    firefall::Decoder decoder;
    Counter sink;
    for (std::size_t i = all.size() / 2; i < all.size(); ++i)
        decoder.feed({all[i].direction, all[i].time, all[i].bytes}, sink, ignore_problems);
    decoder.finish(sink, ignore_problems);
    const firefall::WorldCounters& world = decoder.world_counters();
    CHECK(sink.properties["protocol"] == "gss 18533");  // from the first matching keyframe
    CHECK(decoder.transport_counters().malformed + world.malformed == 0);
    CHECK(world.keyframes > 50);
    CHECK(world.bad_keyframes + world.bad_updates == 0);
    CHECK(world.checksums_ok > 50 * world.checksums_bad);
}

TEST_CASE("two sessions in one capture are two worlds") {
    const std::vector<Kept> all = read_capture();
    firefall::Decoder decoder;
    Counter sink;
    for (const auto later : {std::chrono::minutes(0), std::chrono::minutes(10)})
        for (const Kept& one : all)
            decoder.feed({one.direction, one.time + later, one.bytes}, sink, ignore_problems);
    decoder.finish(sink, ignore_problems);
    CHECK(sink.segments.size() == 2);
    CHECK(decoder.transport_counters().malformed == 0);
    CHECK(decoder.world_counters().keyframes == 2 * 652);
    CHECK(decoder.world_counters().checksums_bad == 2 * 35);
}

TEST_CASE("a real match comes back from .faucap: ticks, snapshots, events, checksums") {
    Bytes file;
    const auto out = firefall::make_faucap_exporter(std::make_unique<SharedSink>(file));
    tickreel_test::DigestSink before(out.get());
    firefall::Decoder first;
    for (const Kept& one : read_capture())
        first.feed({one.direction, one.time, one.bytes}, before, ignore_problems);
    first.finish(before, ignore_problems);
    REQUIRE(out->finish());
    tickreel_test::DigestSink after;
    firefall::Decoder second(firefall::Annotations::Accepted);
    REQUIRE(tickreel_test::read_back(file, second, after));
    CHECK(after.segments == before.segments);
    REQUIRE(after.frames.size() == before.frames.size());
    for (std::size_t i = 0; i < after.frames.size(); ++i)
        CHECK(after.frames[i] == before.frames[i]);
}
