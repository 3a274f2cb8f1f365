// Datagrams and chunks of every kind, written and read.

#include "recorder/games/teeworlds/wire/packet.h"

#include <random>

#include "recorder/games/teeworlds/wire/chunk.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/hex.h"
#include "tickreel/base/sha256.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::from_hex;

namespace {

Packet read(const Bytes& bytes, Protocol protocol, TokenMode mode, Bytes& scratch) {
    const Result<Packet> packet = parse_packet(bytes, protocol, mode, scratch);
    REQUIRE(packet);
    return *packet;
}

std::string refusal(const Bytes& bytes, Protocol protocol, TokenMode mode = TokenMode::Unknown) {
    Bytes scratch;
    const Result<Packet> packet = parse_packet(bytes, protocol, mode, scratch);
    return packet ? "" : packet.error().message;
}

// Chunks of random sizes, as many as fit.
Packet random_packet(std::mt19937_64& random, Protocol protocol, TokenMode mode, Bytes& payload) {
    Packet packet;
    packet.token_mode = mode;
    packet.token = static_cast<std::uint32_t>(random());
    packet.ack = static_cast<std::uint16_t>(random() % kSequenceCount);
    packet.resend_requested = random() % 2 == 0;
    const std::size_t room = max_payload(protocol, mode);
    payload.clear();
    for (std::size_t count = random() % 20; count > 0; --count) {
        Bytes data(random() % 200);
        for (Byte& byte : data) byte = static_cast<Byte>(random() % (random() % 2 ? 256 : 4));
        if (payload.size() + kMaxChunkHeader + data.size() > room) break;
        Chunk chunk;
        chunk.vital = random() % 2 == 0;
        chunk.resent = chunk.vital && random() % 2 == 0;
        chunk.sequence = static_cast<std::uint16_t>(random() % kSequenceCount);
        chunk.data = data;
        write_chunk(payload, chunk, protocol);
        ++packet.num_chunks;
    }
    packet.payload = payload;
    return packet;
}

}  // namespace

TEST_CASE("packets of every protocol and token mode survive writing and reading") {
    std::mt19937_64 random(3);
    const std::vector<std::pair<Protocol, TokenMode>> kinds = {{Protocol::V06, TokenMode::None},
                                                               {Protocol::V06, TokenMode::Header},
                                                               {Protocol::V06, TokenMode::Tail},
                                                               {Protocol::V07, TokenMode::Header}};
    Bytes payload;
    Bytes scratch;
    for (const auto& [protocol, mode] : kinds) {
        for (int round = 0; round < 1000; ++round) {
            const Packet out = random_packet(random, protocol, mode, payload);
            const Bytes bytes = write_packet(out, protocol);
            REQUIRE(bytes.size() <= kMaxPacketSize);
            for (const TokenMode expected : {mode, TokenMode::Unknown}) {
                const Packet in = read(bytes, protocol, expected, scratch);
                REQUIRE(in.kind == PacketKind::Chunks);
                REQUIRE(in.ack == out.ack);
                REQUIRE(in.resend_requested == out.resend_requested);
                REQUIRE(in.num_chunks == out.num_chunks);
                REQUIRE(in.token_mode == mode);
                if (mode != TokenMode::None) REQUIRE(in.token == out.token);
                REQUIRE(hex(in.payload) == hex(payload));
            }
        }
    }
}

TEST_CASE("the handshake packets of the real servers read as what they are") {
    Bytes scratch;
    const Packet connect =
        read(from_hex("10000001544b454effffffff"), Protocol::V06, TokenMode::Unknown, scratch);
    CHECK(connect.kind == PacketKind::Control);
    CHECK(connect.payload.size() == 9);  // the token of CONNECT is data
    const Packet accept =
        read(from_hex("100000037a73a986"), Protocol::V06, TokenMode::Unknown, scratch);
    CHECK(accept.token_mode == TokenMode::Tail);
    CHECK(accept.token == 0x7a73a986);
    CHECK(accept.payload.size() == 1);
    const Bytes answer = from_hex("1800002b1aa71802ca201eb9");
    const Packet header = read(answer, Protocol::V06, TokenMode::Unknown, scratch);
    CHECK(header.token_mode == TokenMode::Header);
    CHECK(header.token == 0x2b1aa718);
    CHECK(hex(header.payload) == "02ca201eb9");
    const Packet seven =
        read(from_hex("04000056f42f74057a73a986"), Protocol::V07, TokenMode::Unknown, scratch);
    CHECK(seven.kind == PacketKind::Control);
    CHECK(seven.token == 0x56f42f74);
}

TEST_CASE("CLOSE with and without reason and token") {
    Bytes scratch;
    Bytes bytes;
    const auto close = [&](const char* text) {
        bytes = from_hex(text);
        return read(bytes, Protocol::V06, TokenMode::Unknown, scratch);
    };
    CHECK(close("10000004").token_mode == TokenMode::None);
    CHECK(close("1000000462796500").token_mode == TokenMode::None);
    CHECK(close("100000047a73a986").token == 0x7a73a986);
    const Packet both = close("10000004627965007a73a986");
    CHECK(both.token == 0x7a73a986);
    CHECK(hex(both.payload) == "0462796500");
}

TEST_CASE("connectionless packets") {
    Bytes scratch;
    const Bytes request = from_hex("ffffffffffffffffffff6769653305");
    const Packet packet = read(request, Protocol::V06, TokenMode::Unknown, scratch);
    CHECK(packet.kind == PacketKind::Connless);
    CHECK(hex(packet.payload) == "ffffffff6769653305");
    CHECK(write_packet(packet, Protocol::V06) == request);
    const Bytes seven = from_hex("210102030405060708ffffffff67696533");
    const Packet packet7 = read(seven, Protocol::V07, TokenMode::Unknown, scratch);
    CHECK(packet7.token == 0x01020304);
    CHECK(packet7.response_token == 0x05060708);
    CHECK(write_packet(packet7, Protocol::V07) == seven);
}

TEST_CASE("packets that no peer would accept are refused with a reason") {
    CHECK(refusal({}, Protocol::V06) == "packet of 0 bytes");
    CHECK(refusal(Bytes(1401, 0), Protocol::V06) == "packet of 1401 bytes");
    CHECK(refusal(from_hex("040000ffffffff05"), Protocol::V06) == "not a 0.6 packet");
    CHECK(refusal(from_hex("c00000ffffffff05"), Protocol::V07) == "not a 0.7 packet");
    CHECK(refusal(from_hex("080000aabb"), Protocol::V06) == "header without its token");
    CHECK(refusal(from_hex("100000"), Protocol::V06) == "empty control packet");
    CHECK(refusal(from_hex("800001ffff"), Protocol::V06) == "broken compression");
    CHECK(refusal(from_hex("000000aabb"), Protocol::V06, TokenMode::Tail) == "no room for a token");
    CHECK(refusal(from_hex("20ff"), Protocol::V06) == "packet of 2 bytes");
    // 1401 bytes after decompression
    Bytes bomb = {0x80, 0, 1};
    const Bytes packed = huffman_encode(Bytes(1401, 0), HuffmanEnd::Ddnet);
    bomb.insert(bomb.end(), packed.begin(), packed.end());
    CHECK(refusal(bomb, Protocol::V06) == "broken compression");
}

TEST_CASE("chunk headers of both protocols hold every size and sequence") {
    for (const Protocol protocol : {Protocol::V06, Protocol::V07}) {
        const Bytes data(max_chunk_data(protocol), 0x55);
        for (int i = 0; i < kSequenceCount; ++i) {
            Chunk chunk;
            chunk.vital = true;
            chunk.resent = i % 3 == 0;
            chunk.sequence = static_cast<std::uint16_t>(i);
            chunk.data = ByteView(data).first(static_cast<std::size_t>(i) * data.size() / 1023);
            Bytes out;
            write_chunk(out, chunk, protocol);
            ChunkReader reader(out, 1, protocol);
            const std::optional<Chunk> back = reader.next();
            REQUIRE(back);
            REQUIRE(back->vital);
            REQUIRE(back->resent == chunk.resent);
            REQUIRE(back->sequence == chunk.sequence);
            REQUIRE(back->data.size() == chunk.data.size());
            REQUIRE(reader.position() == out.size());
        }
    }
}

TEST_CASE("chunks that run over the payload are refused, left-over bytes are not chunks") {
    const Bytes good = from_hex("0002aabb0001cc");
    ChunkReader one(good, 1, Protocol::V06);
    CHECK(hex(one.next()->data) == "aabb");
    CHECK_FALSE(one.next());
    CHECK_FALSE(one.failed());
    CHECK(one.position() == 4);
    ChunkReader three(good, 3, Protocol::V06);
    CHECK(three.next());
    CHECK(three.next());
    CHECK_FALSE(three.next());
    CHECK(three.failed());
    const Bytes cut = from_hex("0009aabb");
    ChunkReader short_one(cut, 1, Protocol::V06);
    CHECK_FALSE(short_one.next());
    CHECK(short_one.failed());
}
