#include "recorder/capture/fragments.h"

#include <algorithm>
#include <random>

#include "tests/recorder/capture/capture_builder.h"
#include "tests/recorder/capture/read_capture.h"

using namespace tickreel;
using namespace capture_builder;
using namespace std::chrono_literals;

namespace {

Bytes counting(std::size_t size) {
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<Byte>(i * 7 + i / 256);
    return bytes;
}

// The pieces of one IPv4 packet, `step` bytes each.
std::vector<Packet> pieces_of(const Bytes& datagram, std::size_t step, unsigned id) {
    std::vector<Packet> pieces;
    for (std::size_t at = 0; at < datagram.size(); at += step) {
        const std::size_t size = std::min(step, datagram.size() - at);
        const V4 how{0, id, static_cast<unsigned>(at), at + size < datagram.size(), 17};
        pieces.push_back({1, ethernet(ipv4(ByteView(datagram).subspan(at, size), how))});
    }
    return pieces;
}

}  // namespace

TEST_CASE("fragments in any order, and twice, make the datagram", "[capture]") {
    std::mt19937_64 random(3);
    const Bytes payload = counting(5000);
    std::vector<Packet> pieces = pieces_of(udp(5, 6, payload), 1480, 77);
    REQUIRE(pieces.size() == 4);
    for (int round = 0; round < 24; ++round) {
        std::shuffle(pieces.begin(), pieces.end(), random);
        std::vector<Packet> sent = pieces;
        sent.insert(sent.begin() + 2, sent[1]);  // a duplicate
        const ReadCapture read = read_capture(pcap(sent));
        REQUIRE(read.packets.size() == 1);
        CHECK(read.packets[0].bytes == payload);
        CHECK(read.incomplete == 0);
    }
}

TEST_CASE("IPv6 fragments make the datagram", "[capture]") {
    const Bytes payload = counting(2000);
    const Bytes datagram = udp(5, 6, payload);
    std::vector<Packet> sent;
    for (std::size_t at = 0; at < datagram.size(); at += 800) {
        const std::size_t size = std::min<std::size_t>(800, datagram.size() - at);
        const unsigned more = at + size < datagram.size() ? 1 : 0;
        const Bytes header =
            Out().u8(17).u8(0).u16(static_cast<unsigned>(at) | more).u32(99).data();
        sent.push_back({1, ethernet(ipv6(ByteView(datagram).subspan(at, size), 44, header))});
    }
    const ReadCapture read = read_capture(pcap(sent));
    REQUIRE(read.packets.size() == 1);
    CHECK(read.packets[0].bytes == payload);
}

TEST_CASE("two packets with different ids do not mix", "[capture]") {
    auto first = pieces_of(udp(5, 6, counting(3000)), 1480, 1);
    const auto second = pieces_of(udp(5, 6, Bytes(3000, 9)), 1480, 2);
    std::vector<Packet> sent;
    for (std::size_t i = 0; i < first.size(); ++i) {
        sent.push_back(first[i]);
        sent.push_back(second[i]);
    }
    const ReadCapture read = read_capture(pcap(sent));
    REQUIRE(read.packets.size() == 2);
    CHECK(read.packets[0].bytes == counting(3000));
    CHECK(read.packets[1].bytes == Bytes(3000, 9));
}

TEST_CASE("a missing piece is counted, never invented", "[capture]") {
    auto pieces = pieces_of(udp(5, 6, counting(5000)), 1480, 77);
    for (std::size_t missing = 0; missing < pieces.size(); ++missing) {
        auto sent = pieces;
        sent.erase(sent.begin() + static_cast<std::ptrdiff_t>(missing));
        const ReadCapture read = read_capture(pcap(sent));
        CHECK(read.packets.empty());
        CHECK(read.incomplete == 1);
    }
}

TEST_CASE("hostile fragments: overlaps, impossible ends, floods", "[capture]") {
    const Bytes block(16, 1);
    IpPayload piece;
    piece.fragment = true;
    piece.more = true;
    piece.bytes = block;
    SECTION("overlap") {
        Fragments fragments;
        CHECK_FALSE(fragments.add(piece, 0s));
        IpPayload last = piece;
        last.offset = 8;
        last.more = false;
        CHECK_FALSE(fragments.add(last, 0s));
        last.offset = 16;
        CHECK_FALSE(fragments.add(last, 0s));
    }
    SECTION("beyond 64 KiB") {
        Fragments fragments;
        piece.offset = 65528;
        CHECK_FALSE(fragments.add(piece, 0s));
    }
    SECTION("a length that is no multiple of eight in the middle") {
        Fragments fragments;
        piece.bytes = ByteView(block).first(15);
        CHECK_FALSE(fragments.add(piece, 0s));
    }
    SECTION("a flood of first pieces is bounded") {
        Fragments fragments;
        for (std::uint32_t id = 0; id < 10'000; ++id) {
            piece.key.id = id;
            CHECK_FALSE(fragments.add(piece, std::chrono::milliseconds(id)));
            CHECK(fragments.waiting() <= 64);
        }
        CHECK(fragments.given_up() + fragments.waiting() == 10'000);
    }
    SECTION("old ones are given up") {
        Fragments fragments;
        CHECK_FALSE(fragments.add(piece, 0s));
        piece.key.id = 1;
        CHECK_FALSE(fragments.add(piece, 31s));
        CHECK(fragments.given_up() == 1);
        CHECK(fragments.waiting() == 1);
    }
}
