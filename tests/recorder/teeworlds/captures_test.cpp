// Real matches: demos of clients and servers, and short connections with reference decodings. They
// are not part of this repository; without them this program says so and exits with 77.

#include "tests/captures.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include <nlohmann/json.hpp>

#include "recorder/games/game.h"
#include "recorder/games/teeworlds/demo_export.h"
#include "tests/recorder/teeworlds/demo_builder.h"
#include "tests/recorder/teeworlds_wire/hex.h"
#include "tickreel/base/shared_sink.h"

using namespace tickreel;
using tickreel_test::captures;
using tickreel_test::CollectingSink;
using tickreel_test::import_bytes;
using tickreel_test::Imported;

namespace {

namespace fs = std::filesystem;

bool have_captures() {
    return fs::exists(captures() / "Multeasymap.demo");
}

const Game& game() {
    return *find_game("teeworlds");
}

Imported import_file(const fs::path& path) {
    const Result<Bytes> bytes = read_whole_file(path.string());
    REQUIRE(bytes);
    return import_bytes(*bytes);
}

std::vector<fs::path> demos_in(const std::string& folder) {
    std::vector<fs::path> demos;
    for (const auto& entry : fs::directory_iterator(captures() / folder / "demos"))
        demos.push_back(entry.path());
    std::sort(demos.begin(), demos.end());
    REQUIRE_FALSE(demos.empty());
    return demos;
}

std::size_t kept_as_bytes(const CollectingSink& sink) {
    std::size_t count = 0;
    for (const Frame& frame : sink.frames)
        for (const Event& event : frame.events)
            if (sink.schema[event.type].name == "Message") ++count;
    return count;
}

}  // namespace

// First: without captures the tests below are meaningless.
TEST_CASE("the captures are there") {
    if (!have_captures()) {
        std::cout << "skipped: no real captures at " << captures().string()
                  << " (set TICKREEL_SHARED)" << std::endl;
        std::exit(77);
    }
    SUCCEED();
}

TEST_CASE("the crowded demo: 1912 snapshots, 62 characters") {
    const Imported imported = import_file(captures() / "Multeasymap.demo");
    REQUIRE(imported.result.ok());
    CHECK(imported.problems.empty());
    CHECK(imported.sink.frames.size() == 1912);
    std::map<std::size_t, int> crowds;
    for (std::size_t i = 0; i < imported.sink.frames.size(); ++i)
        ++crowds[imported.sink.count_items(i, "Character")];
    const auto usual = std::max_element(crowds.begin(), crowds.end(),
                                        [](auto& a, auto& b) { return a.second < b.second; });
    CHECK(usual->first == 62);
    CHECK(imported.sink.segments[0].map == "Multeasymap");
    CHECK(imported.sink.attachments.size() == 1);
    for (const ItemType& type : imported.sink.schema.types()) {
        CAPTURE(type.name);
        CHECK(type.known);
    }
    CHECK(kept_as_bytes(imported.sink) == 0);
}

TEST_CASE("demos of 0.6 and DDNet clients and servers import without a problem") {
    const std::string folder = GENERATE("S1", "S4a", "S5", "S7");
    for (const fs::path& path : demos_in(folder)) {
        CAPTURE(path.filename().string());
        const Imported imported = import_file(path);
        REQUIRE(imported.result.ok());
        CHECK(imported.sink.frames.size() > 50);
        CHECK(imported.sink.segments.size() == 1);
        // The client that was killed left half a chunk: that tick is dropped and reported.
        const bool killed = path.filename().string().find("six2_labdm_2026-11-21_03-15-59") == 0;
        CHECK(imported.problems.size() == (killed ? 2U : 0U));
        CHECK(imported.sink.gaps.size() == (killed ? 1U : 0U));
        if (imported.sink.properties.at("protocol") == "0.6")
            CHECK(kept_as_bytes(imported.sink) == 0);
    }
}

TEST_CASE("200 random cuts of real demos: no wrong snapshot") {
    const std::string name = GENERATE("S1/demos/solo_dm1_2026-11-21_03-06-58.demo",
                                      "S4a/demos/lossy1_dm1_2026-11-21_03-14-15.demo",
                                      "S5/demos/seven1_autorecord_2026-11-21_03-14-52.demo",
                                      "S5/demos/seven1_autorecord_2026-11-21_03-17-39.demo");
    CAPTURE(name);
    const Result<Bytes> bytes = read_whole_file((captures() / name).string());
    REQUIRE(bytes);
    tickreel_test::check_random_cuts(*bytes, 50, 3);
}

TEST_CASE("every real demo goes to frames and back to the same values") {
    const std::string folder = GENERATE("S1", "S5", "S7");
    for (const fs::path& path : demos_in(folder)) {
        CAPTURE(path.filename().string());
        const Imported once = import_file(path);
        Bytes exported;
        const auto exporter = game().exporters[0].make(std::make_unique<SharedSink>(exported));
        for (const ItemType& type : once.sink.schema.types()) exporter->add_type(type);
        for (const auto& [key, value] : once.sink.properties) exporter->set_property(key, value);
        exporter->begin_segment(once.sink.segments[0]);
        for (const Attachment& map : once.sink.attachments) exporter->add_attachment(map);
        for (const Marker& marker : once.sink.markers) exporter->add_marker(marker);
        for (const Frame& frame : once.sink.frames) exporter->add_frame(frame);
        REQUIRE(exporter->finish().ok());

        const Imported again = import_bytes(exported);
        CHECK(again.problems.empty());
        REQUIRE(again.sink.frames.size() == once.sink.frames.size());
        bool same = true;
        for (std::size_t i = 0; i < once.sink.frames.size(); ++i)
            same = same && once.sink.frames[i].moment() == again.sink.frames[i].moment() &&
                   once.sink.frames[i].time == again.sink.frames[i].time &&
                   once.sink.named_items(i) == again.sink.named_items(i) &&
                   once.sink.named_events(i) == again.sink.named_events(i);
        CHECK(same);
        CHECK(once.sink.markers == again.sink.markers);
    }
}

TEST_CASE("short connections to real servers: every snapshot, every checksum") {
    const std::string name =
        GENERATE("v06_5_token", "v06_legacy_handshake", "ddnet20_06", "ddnet20_06_multipart",
                 "ddnet20_vanilla06_handshake", "v07", "ddnet20_07");
    CAPTURE(name);
    std::ifstream file(captures() / "teeworlds_vectors" / (name + ".json"));
    const nlohmann::json packets = nlohmann::json::parse(file);
    std::ifstream truth(captures() / "teeworlds_vectors" / (name + ".expected.json"));
    std::set<std::int64_t> expected;
    for (const auto& line : nlohmann::json::parse(truth))
        for (const auto& part : line)
            if (part.is_object() && part.contains("base") && !part.contains("fake"))
                expected.insert(part["tick"].get<std::int64_t>());

    CollectingSink sink;
    std::vector<std::string> problems;
    const ProblemSink collect = [&](const Problem& p) { problems.push_back(p.message); };
    const auto decoder = game().make_decoder();
    std::vector<Bytes> kept;
    std::vector<Datagram> datagrams;
    for (const auto& packet : packets)
        kept.push_back(tickreel_test::from_hex(packet[2].get<std::string>()));
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto time = std::chrono::microseconds(
            static_cast<std::int64_t>(packets[i][0].get<double>() * 1e6) + 1'000'000'000);
        const bool to_server = packets[i][1].get<std::string>() == "c2s";
        datagrams.push_back({to_server ? Direction::ToServer : Direction::ToClient, time, kept[i]});
        decoder->feed(datagrams.back(), sink, collect);
    }
    decoder->finish(sink, collect);
    CHECK(game().probe(datagrams) > 90);
    CHECK(sink.segments.size() == 1);
    REQUIRE_FALSE(sink.frames.empty());
    // This one ends within a snapshot's parts.
    CHECK(sink.gaps.size() == (name == "ddnet20_06_multipart" ? 1U : 0U));
    for (const Frame& frame : sink.frames) {
        CHECK(frame.wire.checksum != WireChecksum::Mismatch);
        CHECK(frame.tick < 100000);  // none of the random ticks of an address check
        if (frame.wire.checksum == WireChecksum::Ok)
            CHECK(*game().wire_checksum(sink.schema, frame.snapshot) == frame.wire.expected);
    }
    std::set<std::int64_t> ticks;
    for (const Frame& frame : sink.frames) ticks.insert(frame.tick);
    for (const Gap& gap : sink.gaps) ticks.insert(gap.from);
    CHECK(ticks == expected);
}
