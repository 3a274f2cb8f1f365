#include "recorder/games/teeworlds/demo_reader.h"

#include "tests/recorder/teeworlds/demo_builder.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::character;
using tickreel_test::demo_header;
using tickreel_test::wire_snapshot;

namespace {

Result<DemoHeader> header_of(const Bytes& bytes) {
    return read_demo_header(*memory_source(bytes));
}

// Ticks and kinds as text: "k100 s m 102 d".
std::string chunks_of(const Bytes& bytes) {
    const auto source = memory_source(bytes);
    const Result<DemoHeader> header = read_demo_header(*source);
    REQUIRE(header);
    DemoReader reader(*source, *header, bytes.size());
    std::string all;
    for (;;) {
        Result<std::optional<DemoChunk>> chunk = reader.next();
        if (!chunk) return all + "! " + chunk.error().message;
        if (!*chunk) return all;
        const DemoChunk& it = **chunk;
        if (it.kind == DemoChunkKind::TickMarker)
            all += (it.keyframe ? "k" : "") + std::to_string(it.tick) + " ";
        else
            all += std::string(" smd").substr(static_cast<std::size_t>(it.kind), 1) + " ";
    }
}

}  // namespace

TEST_CASE("every header version reads back") {
    const int version = GENERATE(3, 4, 5, 6);
    CAPTURE(version);
    DemoHeader header = demo_header();
    header.map_crc = 0xdeadbeef;
    header.length_seconds = 77;
    header.markers = {50, 1000};
    header.map_sha256 = std::string(62, '0') + "ab";
    DemoWriter demo(version);
    demo.begin_tick(10, true);
    const Bytes map{1, 2, 3};
    const Bytes bytes = demo.finish(header, map);
    const Result<DemoHeader> read = header_of(bytes);
    REQUIRE(read);
    CHECK(read->version == version);
    CHECK(read->net_version == kNetVersion06);
    CHECK(read->map_name == "arena");
    CHECK(read->map_size == 3);
    CHECK(read->map_crc == 0xdeadbeef);
    CHECK(read->type == "client");
    CHECK(read->length_seconds == 77);
    CHECK(read->timestamp == "2026-11-21_03-06-58");
    CHECK(read->markers == (version == 3 ? std::vector<Tick>{} : std::vector<Tick>{50, 1000}));
    CHECK(read->map_sha256 == (version == 6 ? header.map_sha256 : ""));
    CHECK(bytes[read->map_offset] == 1);
    CHECK(chunks_of(bytes) == "k10 ");
}

TEST_CASE("a version 6 file without the hash block has its map right after the markers") {
    DemoWriter demo(5);
    demo.begin_tick(10, true);
    Bytes bytes = demo.finish(demo_header(), Bytes{9});
    bytes[7] = 6;
    const Result<DemoHeader> read = header_of(bytes);
    REQUIRE(read);
    CHECK(read->map_sha256.empty());
    CHECK(read->map_offset == 436);
    CHECK(chunks_of(bytes) == "k10 ");
}

TEST_CASE("ticks: short steps, long steps, absolute ones") {
    const int version = GENERATE(4, 5, 6);
    DemoWriter demo(version);
    demo.begin_tick(1000, true);
    demo.begin_tick(1001, false);
    demo.begin_tick(1032, false);
    demo.begin_tick(1095, false);
    demo.begin_tick(1346, true);
    demo.begin_tick(9000, false);
    CHECK(chunks_of(demo.finish(demo_header(), {})) == "k1000 1001 1032 1095 k1346 9000 ");
}

TEST_CASE("chunks of every size class") {
    DemoWriter demo;
    demo.begin_tick(1, true);
    std::size_t before = demo.size();
    std::vector<std::size_t> heads;
    for (const std::size_t size : {4U, 60U, 4000U}) {
        Bytes message(size);
        for (std::size_t i = 0; i < size; ++i) message[i] = static_cast<Byte>(i * 37 + 11);
        REQUIRE(demo.add_message(message).ok());
        heads.push_back(demo.size() - before);
        before = demo.size();
    }
    CHECK(heads[0] < 31);
    CHECK((heads[1] > 32 && heads[1] < 258));
    CHECK(heads[2] > 258);
    CHECK(chunks_of(demo.finish(demo_header(), {})) == "k1 m m m ");
}

TEST_CASE("a file that is no demo, or one of the future, is refused by name") {
    const Result<DemoHeader> text = header_of({'h', 'e', 'l', 'l', 'o', ' ', 'y', 'o', 'u'});
    REQUIRE_FALSE(text);
    CHECK_THAT(text.error().message, tickreel_test::contains("TWDEMO"));
    DemoWriter demo;
    Bytes bytes = demo.finish(demo_header(), {});
    for (const int version : {2, 7, 255}) {
        bytes[7] = static_cast<Byte>(version);
        const Result<DemoHeader> refused = header_of(bytes);
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.error().message,
                   tickreel_test::contains("version " + std::to_string(version)));
    }
    CHECK_FALSE(header_of({}));
}

TEST_CASE("cut at any byte: what was complete is read, the rest is named") {
    DemoWriter demo;
    demo.begin_tick(100, true);
    tickreel_test::add_snapshot(demo, wire_snapshot({character(0, 5, 6)}));
    demo.begin_tick(102, false);
    tickreel_test::add_broadcast(demo, "a message that is longer than thirty bytes when packed");
    const Bytes whole = demo.finish(demo_header(), Bytes{1, 2, 3, 4});
    const std::string all = chunks_of(whole);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        if (!header_of(cut)) {
            CHECK(size < 436);
            continue;
        }
        const std::string got = chunks_of(cut);
        const std::size_t mark = got.find("! ");
        if (size < kDemoHashedHeaderSize) continue;  // reads as a file without the hash block
        CHECK(all.rfind(got.substr(0, mark), 0) == 0);
        if (mark != std::string::npos) CHECK_THAT(got, tickreel_test::contains("cut at offset"));
    }
}

TEST_CASE("hostile numbers end the file, nothing else") {
    DemoWriter demo;
    Bytes bytes = demo.finish(demo_header(), {});
    SECTION("a relative tick first") {
        bytes.push_back(0x80 | 0x20 | 2);
        CHECK_THAT(chunks_of(bytes), tickreel_test::contains("relative"));
    }
    SECTION("a negative tick") {
        for (const int byte : {0x80, 0xff, 0xff, 0xff, 0xfe})
            bytes.push_back(static_cast<Byte>(byte));
        CHECK_THAT(chunks_of(bytes), tickreel_test::contains("out of range"));
    }
    SECTION("a chunk of no kind") {
        bytes.push_back(0x05);
        CHECK_THAT(chunks_of(bytes), tickreel_test::contains("unknown kind"));
    }
    SECTION("a map larger than the file") {
        for (std::size_t i = 136; i < 140; ++i) bytes[i] = 0xff;
        CHECK(chunks_of(bytes).empty());
    }
}

TEST_CASE("snapshot images: there and back, and wrong ones refused") {
    const WireSnapshot snapshot =
        wire_snapshot({{6, 0, {1, 2, 3, 4, 5, 6, 7, 8}}, character(3, -9, 8), {0x7fff, 1, {}}});
    const std::vector<std::int32_t> image = write_snapshot_image(snapshot);
    const Result<WireSnapshot> read = read_snapshot_image(image);
    REQUIRE(read);
    CHECK(read->same_items(snapshot));
    CHECK(read->get_item(0).type == 6);  // the order is kept

    for (std::size_t at = 0; at < 5; ++at) {
        for (const std::int32_t bad : {-1, -4, 3, 1 << 30, INT32_MAX, INT32_MIN}) {
            std::vector<std::int32_t> broken = image;
            if (broken[at] == bad) continue;
            broken[at] = bad;
            CAPTURE(at, bad);
            CHECK_FALSE(read_snapshot_image(broken));
        }
    }
    CHECK_FALSE(read_snapshot_image({}));
    const std::vector<std::int32_t> twice{16, 2, 0, 8, 5 << 16, 1, 5 << 16, 2};
    const Result<WireSnapshot> first = read_snapshot_image(twice);
    REQUIRE(first);
    CHECK(first->num_items() == 1);
    CHECK(first->get_item(0).ints[0] == 1);
}
