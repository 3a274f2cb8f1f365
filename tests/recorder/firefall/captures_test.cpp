// A real match of build 1802. It is not part of this repository; without it this program says so
// and exits 77.

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "recorder/capture/udp_capture.h"
#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/probe.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

using namespace tickreel;

namespace {

std::string capture_path() {
    const char* shared = std::getenv("TICKREEL_SHARED");
    const std::filesystem::path root =
        shared != nullptr ? std::filesystem::path(shared)
                          : std::filesystem::path(TICKREEL_SOURCE_DIR) / ".." / "shared";
    return (root / "captures" / "firefall" / "ff1802_game.pcap").string();
}

// Frames are looked at and forgotten: all of them would be hundreds of megabytes.
class RowChecker final : public tickreel_test::CollectingSink {
public:
    void add_frame(const Frame& frame) override {
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
};

}  // namespace

TEST_CASE("a real match decodes without loss and agrees with the server's checksums") {
    if (!std::filesystem::exists(capture_path())) {
        std::cout << "skipped: no real capture at " << capture_path() << " (set TICKREEL_SHARED)"
                  << std::endl;
        std::exit(77);
    }
    const auto file = open_file(capture_path());
    REQUIRE(file);
    auto capture = UdpCapture::open(**file, ignore_problems);
    REQUIRE(capture);
    firefall::Decoder decoder;
    RowChecker sink;
    std::optional<UdpEnd> client;
    while (const auto packet = capture->next()) {
        if (firefall::read_handshake(packet->bytes)) continue;  // of the other port
        if (!client) client = packet->from;
        const auto direction = packet->from == *client ? Direction::ToServer : Direction::ToClient;
        decoder.feed({direction, packet->time, packet->bytes}, sink, ignore_problems);
    }
    decoder.finish(sink, ignore_problems);
    const firefall::WorldCounters& world = decoder.world_counters();
    CHECK(decoder.transport_counters().malformed + world.malformed == 0);
    CHECK(decoder.transport_counters().packets == 16539);
    CHECK(world.keyframes == 652);
    CHECK(world.bad_keyframes == 0);
    CHECK(world.bad_updates == 0);
    // Without looking for what explains a difference it would be 11723 and 114.
    CHECK(world.checksums_ok == 11798);
    CHECK(world.checksums_bad == 39);
    CHECK(world.put_right == 25);
    CHECK(world.poses == 17027);
    CHECK(world.bad_poses == 0);
    CHECK(sink.properties["protocol"] == "gss 18533");
}
