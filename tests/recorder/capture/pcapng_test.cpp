#include "recorder/capture/pcapng_reader.h"
#include "tests/recorder/capture/capture_builder.h"
#include "tests/recorder/capture/read_capture.h"

using namespace tickreel;
using namespace capture_builder;
using std::chrono::nanoseconds;

namespace {

const Bytes kPayload{1, 2, 3, 4, 5};

Bytes frame(unsigned port) {
    return ethernet(ipv4(udp(port, 8303, kPayload)));
}

}  // namespace

TEST_CASE("pcapng of both byte orders, several interfaces and sections", "[capture]") {
    for (const bool big : {false, true}) {
        Pcapng file(big);
        const Bytes nano = file.option(9, Bytes{9});
        file.interface(1).interface(276, nano);
        file.packet(0, 1'700'000'000'000'001, frame(1));
        file.packet(1, 1'700'000'000'000'000'002,
                    linked(LinkType::LinuxSll2, ipv4(udp(2, 8303, kPayload))));
        file.block(5, Bytes(16));       // interface statistics
        file.block(0x0bad, Bytes(40));  // of a custom type
        file.section(!big);             // resets the interfaces and changes the byte order
        file.interface(101).packet(0, 5'000'000, ipv6(udp(3, 8303, kPayload)));
        CHECK(recognise_capture(file.data()) == CaptureKind::Pcapng);
        const ReadCapture read = read_capture(file.data());
        CHECK(read.problems.empty());
        REQUIRE(read.packets.size() == 3);
        for (unsigned i = 0; i < 3; ++i) {
            CHECK(read.packets[i].from.port == i + 1);
            CHECK(read.packets[i].bytes == kPayload);
        }
        CHECK(read.packets[0].time == nanoseconds(1'700'000'000'000'001'000));
        CHECK(read.packets[1].time == nanoseconds(1'700'000'000'000'000'002));
        CHECK(read.packets[2].time == nanoseconds(5'000'000'000));
    }
}

TEST_CASE("simple packets take the first interface and the last known time", "[capture]") {
    Pcapng file;
    file.interface(1).packet(0, 7'000'000, frame(1)).simple(frame(2));
    const ReadCapture read = read_capture(file.data());
    REQUIRE(read.packets.size() == 2);
    CHECK(read.packets[1].from.port == 2);
    CHECK(read.packets[1].time == nanoseconds(7'000'000'000));

    Pcapng short_snaps;
    short_snaps.interface(1, {}, 30).simple(frame(2));
    CHECK(read_capture(short_snaps.data()).packets.empty());
}

TEST_CASE("the same packet on two interfaces comes twice", "[capture]") {
    Pcapng file;
    file.interface(1).interface(1).packet(0, 1, frame(1)).packet(1, 1, frame(1));
    CHECK(read_capture(file.data()).packets.size() == 2);
}

TEST_CASE("time resolutions in powers of ten and of two, and the offset", "[capture]") {
    CHECK(pcapng_time(1'500, 3, 0) == nanoseconds(1'500'000'000));
    CHECK(pcapng_time(1, 0, 0) == nanoseconds(1'000'000'000));
    CHECK(pcapng_time(1'000'000'000'001, 12, 0) == nanoseconds(1'000'000'000));
    CHECK(pcapng_time(3, 0x81, 0) == nanoseconds(1'500'000'000));
    CHECK(pcapng_time((5ULL << 40) + (1ULL << 39), 0x80 | 40, 0) == nanoseconds(5'500'000'000));
    CHECK(pcapng_time(2'000'000, 6, 100) == nanoseconds(102'000'000'000));
    CHECK(pcapng_time(2'000'000, 6, -1) == nanoseconds(1'000'000'000));
    // Hostile values have defined results.
    for (const int resolution : {0, 19, 20, 127, 128, 191, 192, 255})
        for (const std::int64_t offset : {INT64_MIN, std::int64_t{0}, INT64_MAX})
            CHECK(pcapng_time(~0ULL, static_cast<std::uint8_t>(resolution), offset) <
                  nanoseconds::max());
}

TEST_CASE("a pcapng cut at any byte gives every whole packet and names the offset", "[capture]") {
    Pcapng file;
    file.interface(1);
    std::vector<std::size_t> ends{file.data().size()};
    const std::size_t section = 28;
    for (unsigned i = 0; i < 3; ++i) {
        file.packet(0, i, frame(i + 1));
        ends.push_back(file.data().size());
    }
    for (std::size_t size = 0; size < file.data().size(); ++size) {
        const Bytes part(file.data().begin(),
                         file.data().begin() + static_cast<std::ptrdiff_t>(size));
        const ReadCapture read = read_capture(part);
        if (size < section) {
            CHECK_FALSE(read.error.empty());
            continue;
        }
        std::size_t whole = 0;
        while (whole + 1 < ends.size() && ends[whole + 1] <= size) ++whole;
        CHECK(read.packets.size() == (size < ends[0] ? 0 : whole));
        const bool clean = size == section || size == ends[whole];
        CHECK(read.damaged != clean);
        if (clean) continue;
        REQUIRE(read.problems.size() == 1);
        const std::size_t at = size < ends[0] ? section : ends[whole];
        CHECK_THAT(read.problems[0], tickreel_test::contains("offset " + std::to_string(at)));
    }
}

TEST_CASE("impossible blocks end the reading with the reason", "[capture]") {
    const auto problem_of = [](const Bytes& bytes) {
        const ReadCapture read = read_capture(bytes);
        CHECK(read.damaged);
        REQUIRE(read.problems.size() == 1);
        return read.problems[0];
    };
    CHECK_THAT(problem_of(Pcapng().packet(0, 1, frame(1)).data()),
               tickreel_test::contains("unknown interface"));
    CHECK_THAT(problem_of(Pcapng().simple(frame(1)).data()),
               tickreel_test::contains("before any interface"));
    CHECK_THAT(problem_of(Pcapng().interface(1).block(6, Bytes(8)).data()),
               tickreel_test::contains("too short"));
    CHECK_THAT(
        problem_of(
            Pcapng().interface(1).block(6, Out(false).zeros(12).u32(999).u32(9).data()).data()),
        tickreel_test::contains("shorter than its packet"));
    Bytes odd = Pcapng().interface(1).data();
    odd[28 + 4] = 13;  // the interface block's length
    CHECK_THAT(problem_of(odd), tickreel_test::contains("impossible length"));
    Bytes order = Pcapng().section(false).data();
    order[28 + 8] = 0;
    CHECK_THAT(problem_of(order), tickreel_test::contains("byte order"));
}

TEST_CASE("a foreign file is refused", "[capture]") {
    CHECK_THAT(read_capture(Bytes{'T', 'W', 'D', 'E', 'M', 'O'}).error,
               tickreel_test::contains("neither pcap nor pcapng"));
    CHECK_FALSE(read_capture(Bytes{}).error.empty());
}
