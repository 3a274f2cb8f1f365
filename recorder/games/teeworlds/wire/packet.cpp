#include "recorder/games/teeworlds/wire/packet.h"

#include <algorithm>
#include <cassert>

#include "recorder/games/teeworlds/wire/chunk.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::size_t kTokenSize = 4;
constexpr unsigned kAckHighBits = 0x03;

// Bits of byte 0. The two protocols use the same flags at different positions.
struct Flags {
    unsigned compressed = 0;
    unsigned resend = 0;
    unsigned connless = 0x20;
    unsigned control = 0;
};
constexpr Flags kFlags06 = {0x80, 0x40, 0x20, 0x10};
constexpr Flags kFlags07 = {0x10, 0x08, 0x20, 0x04};
constexpr unsigned kHeaderToken06 = 0x08;
constexpr unsigned kOnly07 = 0x04;  // never set by 0.6
constexpr unsigned kReserved07 = 0xc0;

constexpr const Flags& flags_of(Protocol protocol) {
    return protocol == Protocol::V06 ? kFlags06 : kFlags07;
}

Result<Packet> parse_connless(ByteView datagram, Protocol protocol) {
    const std::size_t header = protocol == Protocol::V06 ? 6 : 9;
    if (datagram.size() < header)
        return fail("connectionless packet of ", datagram.size(), " bytes");
    Packet packet;
    packet.kind = PacketKind::Connless;
    if (protocol == Protocol::V07) {
        if ((datagram[0] & kAckHighBits) != 1) return fail("unknown connectionless version");
        packet.token_mode = TokenMode::Header;
        packet.token = read_token(datagram.subspan(1));
        packet.response_token = read_token(datagram.subspan(5));
    }
    packet.payload = datagram.subspan(header);
    return packet;
}

// The bytes left after the chunks; empty if the chunks extend past the end.
std::optional<std::size_t> left_over(const Packet& packet, Protocol protocol) {
    ChunkReader chunks(packet.payload, packet.num_chunks, protocol);
    while (chunks.next()) {
    }
    if (chunks.failed()) return std::nullopt;
    return packet.payload.size() - chunks.position();
}

// Control messages that DDNet ends with a token: empty, or a reason with its NUL.
bool control_has_tail(ByteView payload) {
    if (static_cast<Control>(payload[0]) != Control::Close) return payload.size() == 1 + kTokenSize;
    const auto nul = std::find(payload.begin() + 1, payload.end(), Byte{0});
    const auto after = static_cast<std::size_t>(payload.end() - nul);
    return nul == payload.end() ? payload.size() == 1 + kTokenSize : after == 1 + kTokenSize;
}

// In CONNECT and CONNECTACCEPT the token is part of the message in every mode.
bool control_may_have_tail(ByteView payload) {
    const auto message = static_cast<Control>(payload[0]);
    return message != Control::Connect && message != Control::ConnectAccept;
}

bool has_tail(const Packet& packet, TokenMode mode) {
    if (packet.token_mode == TokenMode::Header) return false;
    const bool control = packet.kind == PacketKind::Control;
    if (control && !control_may_have_tail(packet.payload)) return false;
    if (mode == TokenMode::Unknown) {
        return control ? control_has_tail(packet.payload)
                       : left_over(packet, Protocol::V06) == kTokenSize;
    }
    return mode == TokenMode::Tail;
}

Result<void> cut_tail(Packet& packet) {
    if (packet.payload.size() < kTokenSize) return fail("no room for a token");
    const std::size_t size = packet.payload.size() - kTokenSize;
    packet.token = read_token(packet.payload.subspan(size));
    packet.token_mode = TokenMode::Tail;
    packet.payload = packet.payload.first(size);
    if (packet.kind == PacketKind::Control && size == 0) return fail("empty control packet");
    return {};
}

}  // namespace

std::uint32_t read_token(ByteView bytes) {
    assert(bytes.size() >= kTokenSize);
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
           static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

void append_token(Bytes& out, std::uint32_t token) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<Byte>(token >> shift));
}

std::size_t max_payload(Protocol protocol, TokenMode mode) {
    if (protocol == Protocol::V07) return 1391;
    if (mode == TokenMode::Header) return 1390;
    return mode == TokenMode::Tail ? 1397 - kTokenSize : 1394;
}

bool has_chunks(ByteView datagram, Protocol protocol) {
    const Flags& flags = flags_of(protocol);
    return !datagram.empty() && (datagram[0] & (flags.connless | flags.control)) == 0;
}

Result<Packet> parse_packet(ByteView datagram, Protocol protocol, TokenMode mode, Bytes& scratch) {
    if (datagram.size() < 3) return fail("packet of ", datagram.size(), " bytes");
    if (datagram.size() > kMaxPacketSize) return fail("packet of ", datagram.size(), " bytes");
    const Flags& flags = flags_of(protocol);
    const unsigned first = datagram[0];
    if ((first & flags.connless) != 0) return parse_connless(datagram, protocol);
    if (protocol == Protocol::V06 && (first & kOnly07) != 0) return fail("not a 0.6 packet");
    if (protocol == Protocol::V07 && (first & kReserved07) != 0) return fail("not a 0.7 packet");

    Packet packet;
    packet.kind = (first & flags.control) != 0 ? PacketKind::Control : PacketKind::Chunks;
    packet.compressed = (first & flags.compressed) != 0;
    packet.resend_requested = (first & flags.resend) != 0;
    packet.ack = static_cast<std::uint16_t>((first & kAckHighBits) << 8 | datagram[1]);
    packet.num_chunks = datagram[2];
    std::size_t header = 3;
    if (protocol == Protocol::V07 || (first & kHeaderToken06) != 0) {
        if (datagram.size() < header + kTokenSize) return fail("header without its token");
        packet.token_mode = TokenMode::Header;
        packet.token = read_token(datagram.subspan(header));
        header += kTokenSize;
    }
    packet.payload = datagram.subspan(header);
    if (packet.kind == PacketKind::Control) {
        if (packet.payload.empty()) return fail("empty control packet");
        packet.num_chunks = 0;
        packet.compressed = false;
    } else if (packet.compressed) {
        if (!huffman_decode(packet.payload, kMaxPayloadSize, scratch))
            return fail("broken compression");
        packet.payload = scratch;
    }
    if (has_tail(packet, mode)) {
        if (const Result<void> cut = cut_tail(packet); !cut) return cut.error();
    }
    return packet;
}

namespace {

Bytes write_connless(const Packet& packet, Protocol protocol) {
    Bytes out;
    if (protocol == Protocol::V06) {
        out.assign(6, 0xff);
    } else {
        out.push_back(static_cast<Byte>(kFlags07.connless | 1));
        append_token(out, packet.token);
        append_token(out, packet.response_token);
    }
    out.insert(out.end(), packet.payload.begin(), packet.payload.end());
    return out;
}

}  // namespace

Bytes write_packet(const Packet& packet, Protocol protocol, HuffmanEnd end) {
    if (packet.kind == PacketKind::Connless) return write_connless(packet, protocol);
    assert(packet.payload.size() <= max_payload(protocol, packet.token_mode));
    const Flags& flags = flags_of(protocol);

    Bytes payload(packet.payload.begin(), packet.payload.end());
    if (packet.token_mode == TokenMode::Tail) append_token(payload, packet.token);
    unsigned first = packet.ack >> 8 & kAckHighBits;
    if (packet.resend_requested) first |= flags.resend;
    if (packet.kind == PacketKind::Control) {
        first |= flags.control;
    } else if (Bytes small = huffman_encode(payload, end); small.size() < payload.size()) {
        first |= flags.compressed;
        payload = std::move(small);
    }
    const bool header_token = packet.token_mode == TokenMode::Header;
    if (header_token && protocol == Protocol::V06) first |= kHeaderToken06;

    Bytes out = {static_cast<Byte>(first), static_cast<Byte>(packet.ack), packet.num_chunks};
    if (header_token || protocol == Protocol::V07) append_token(out, packet.token);
    out.insert(out.end(), payload.begin(), payload.end());
    return out;
}

}  // namespace tickreel::teeworlds
