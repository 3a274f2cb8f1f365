#include "tests/recorder/capture/capture_builder.h"
#include "tests/recorder/capture/read_capture.h"

using namespace tickreel;
using namespace capture_builder;

namespace {

const Bytes kPayload{1, 2, 3, 4, 5};
constexpr std::uint64_t kTime = 1'700'000'000'123'456'789;

}  // namespace

TEST_CASE("pcap of both byte orders and resolutions", "[capture]") {
    for (const bool big : {false, true}) {
        for (const bool nanoseconds : {false, true}) {
            const Bytes file =
                pcap({{kTime, ethernet(ipv4(udp(1000, 8303, kPayload)))}}, {big, nanoseconds, 1});
            CHECK(recognise_capture(file) == CaptureKind::Pcap);
            const ReadCapture read = read_capture(file);
            REQUIRE(read.packets.size() == 1);
            const UdpPacket& packet = read.packets[0];
            CHECK(packet.bytes == kPayload);
            CHECK(packet.from.port == 1000);
            CHECK(packet.to.port == 8303);
            CHECK(packet.from.address[15] == 1);
            CHECK(packet.to.address[15] == 2);
            CHECK(static_cast<std::uint64_t>(packet.time.count()) ==
                  (nanoseconds ? kTime : kTime / 1000 * 1000));
            CHECK_FALSE(read.damaged);
            CHECK(read.problems.empty());
        }
    }
}

TEST_CASE("a packet out of all order of time gets that of the one before it", "[capture]") {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    constexpr std::uint64_t kBit = kSecond << 20;  // a flipped bit: 12 days
    // In nanoseconds since kTime.
    const auto read = [&](const std::vector<std::uint64_t>& sent) {
        std::vector<Packet> packets;
        for (const std::uint64_t time : sent)
            packets.push_back({kTime + time, ethernet(ipv4(udp(1000, 8303, kPayload)))});
        return read_capture(pcap(packets, {false, true, 1}));
    };
    const auto times = [](const ReadCapture& capture) {
        std::vector<std::uint64_t> since;
        for (const UdpPacket& packet : capture.packets)
            since.push_back(static_cast<std::uint64_t>(packet.time.count()) - kTime);
        return since;
    };
    using Times = std::vector<std::uint64_t>;
    const ReadCapture late = read({0, 5, kBit + 10, 20, 5 * kSecond});
    CHECK(times(late) == Times{0, 5, 5, 20, 5 * kSecond});
    REQUIRE(late.problems.size() == 1);
    CHECK(late.problems[0].find("1 packet has a time out of all order (first at offset ") == 0);
    CHECK(times(read({kBit, kBit + 1, 7, kBit + 2})) == Times{kBit, kBit + 1, kBit + 1, kBit + 2});
    CHECK(times(read({kBit, 1, 2})) == Times{1, 1, 2});
    for (const Times& fine :
         {Times{0, 5, kBit, kBit + 5}, {kBit, kBit + 5, 0, 5}, {0, kSecond / 2, 3, kSecond}}) {
        const ReadCapture kept = read(fine);
        CHECK(times(kept) == fine);  // a clock that was set, and the disorder of two interfaces
        CHECK(kept.problems.empty());
    }
}

TEST_CASE("every link type, IPv4 and IPv6", "[capture]") {
    for (const LinkType link :
         {LinkType::Null, LinkType::Ethernet, LinkType::RawBsd, LinkType::RawOther, LinkType::Raw,
          LinkType::Loop, LinkType::LinuxSll, LinkType::Ipv4, LinkType::Ipv6,
          LinkType::LinuxSll2}) {
        const auto number = static_cast<unsigned>(link);
        INFO("link type " << number);
        for (const Bytes& ip : {ipv4(udp(1, 2, kPayload)), ipv6(udp(1, 2, kPayload))}) {
            const ReadCapture read =
                read_capture(pcap({{kTime, linked(link, ip)}}, {false, false, number}));
            REQUIRE(read.packets.size() == 1);
            CHECK(read.packets[0].bytes == kPayload);
        }
    }
    const ReadCapture unknown = read_capture(pcap({{kTime, kPayload}}, {false, false, 105}));
    CHECK(unknown.packets.empty());
    CHECK(unknown.counts.unknown_link == 1);
    CHECK(unknown.counts.link == 105);
}

TEST_CASE("VLAN tags, IP options and IPv6 extension headers are stepped over", "[capture]") {
    const Bytes datagram = udp(1, 2, kPayload);
    for (unsigned tags = 0; tags < 4; ++tags)
        CHECK(read_capture(pcap({{kTime, ethernet(ipv4(datagram), tags)}})).packets.size() == 1);
    for (unsigned words = 0; words <= 10; ++words)
        CHECK(read_capture(pcap({{kTime, ethernet(ipv4(datagram, {words, 0, 0, false, 17}))}}))
                  .packets.size() == 1);
    // hop-by-hop (8 bytes), destination options (16 bytes), then UDP
    const Bytes extensions = Out().u8(60).u8(0).zeros(6).u8(17).u8(1).zeros(14).data();
    const ReadCapture read = read_capture(pcap({{kTime, ethernet(ipv6(datagram, 0, extensions))}}));
    REQUIRE(read.packets.size() == 1);
    CHECK(read.packets[0].bytes == kPayload);
}

TEST_CASE("Ethernet padding behind a short datagram is not payload", "[capture]") {
    Bytes frame = ethernet(ipv4(udp(1, 2, kPayload)));
    frame.resize(60);
    const ReadCapture read = read_capture(pcap({{kTime, frame}}));
    REQUIRE(read.packets.size() == 1);
    CHECK(read.packets[0].bytes == kPayload);
}

TEST_CASE("what is not UDP, cut short or nonsense is counted and left out", "[capture]") {
    Bytes whole = ethernet(ipv4(udp(1, 2, kPayload)));
    const Bytes cut(whole.begin(), whole.end() - 3);
    const Bytes lying = ethernet(ipv4(Out().u16(1).u16(2).u16(3).u16(0).data()));
    const ReadCapture read =
        read_capture(pcap({{kTime, whole},
                           {kTime, cut, 3},
                           {kTime, ethernet(ipv4(kPayload, {0, 0, 0, false, 6}))},
                           {kTime, Bytes{}},
                           {kTime, lying},
                           {kTime, whole}}));
    CHECK(read.packets.size() == 2);
    CHECK(read.counts.cut == 1);
    CHECK(read.counts.other == 3);
    CHECK(read.counts.packets == 6);
    CHECK_FALSE(read.damaged);
}

TEST_CASE("a pcap cut at any byte gives every whole packet and names the offset", "[capture]") {
    std::vector<Packet> packets;
    std::vector<std::size_t> ends{24};
    for (std::uint64_t i = 0; i < 4; ++i) {
        packets.push_back({kTime + i, ethernet(ipv4(udp(1, 2, Bytes(i * 3, 7))))});
        ends.push_back(ends.back() + 16 + packets.back().bytes.size());
    }
    const Bytes file = pcap(packets);
    REQUIRE(file.size() == ends.back());
    for (std::size_t size = 0; size < file.size(); ++size) {
        const ReadCapture read =
            read_capture(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
        if (size < 24) {
            CHECK_FALSE(read.error.empty());
            continue;
        }
        std::size_t whole = 0;
        while (whole + 1 < ends.size() && ends[whole + 1] <= size) ++whole;
        CHECK(read.packets.size() == whole);
        const bool clean = size == ends[whole];
        CHECK(read.damaged != clean);
        if (clean) continue;
        REQUIRE(read.problems.size() == 1);
        CHECK_THAT(read.problems[0],
                   tickreel_test::contains("offset " + std::to_string(ends[whole])));
    }
}

TEST_CASE("a packet length out of a damaged file costs no memory", "[capture]") {
    Bytes file = pcap({{kTime, ethernet(ipv4(udp(1, 2, kPayload)))}});
    for (std::size_t i = 32; i < 36; ++i) file[i] = 0xff;
    const ReadCapture read = read_capture(file);
    CHECK(read.packets.empty());
    CHECK(read.damaged);
    REQUIRE(read.problems.size() == 1);
    CHECK_THAT(read.problems[0], tickreel_test::contains("offset 24"));
}

TEST_CASE("a damaged IPv4 header is known by its checksum", "[capture]") {
    const auto is_damaged = [](unsigned checksum, Byte address) {
        Bytes packet = ipv4(udp(1000, 8303, kPayload));
        packet[10] = static_cast<Byte>(checksum >> 8);
        packet[11] = static_cast<Byte>(checksum);
        packet[14] = address;
        const ReadCapture read = read_capture(pcap({{kTime, ethernet(packet)}}));
        REQUIRE(read.packets.size() == 1);
        return read.packets[0].damaged;
    };
    constexpr unsigned kSum = 0x66ca;
    CHECK_FALSE(is_damaged(kSum, 0));
    CHECK(is_damaged(kSum, 2));
    CHECK(is_damaged(kSum + 1, 0));
    CHECK_FALSE(is_damaged(0, 2));  // left to the network card
}
