#include "recorder/games/firefall/packet.h"

#include <array>
#include <cassert>
#include <string_view>

namespace tickreel::firefall {

namespace {

constexpr std::size_t kSocketBytes = 4;
constexpr std::uint16_t kPokeHigh = 4;
constexpr std::array<std::string_view, 5> kSteps{"POKE", "HEHE", "KISS", "HUGG", "ABRT"};
constexpr std::array<std::size_t, 5> kStepBytes{12, 12, 14, 12, 8};
// By resend code; the server goes 0, 3, 1, then presumably 2.
constexpr std::array<Byte, 4> kResendMask{0x00, 0xff, 0xaa, 0xcc};

std::uint32_t big32(ByteView bytes, std::size_t at) {
    return std::uint32_t{big16(bytes, at)} << 16 | big16(bytes, at + 2);
}

void put16(Bytes& out, std::uint16_t value) {
    out.push_back(static_cast<Byte>(value >> 8));
    out.push_back(static_cast<Byte>(value));
}

void put32(Bytes& out, std::uint32_t value) {
    put16(out, static_cast<std::uint16_t>(value >> 16));
    put16(out, static_cast<std::uint16_t>(value));
}

}  // namespace

std::uint16_t big16(ByteView bytes, std::size_t at) {
    return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

std::optional<std::uint32_t> socket_of(ByteView datagram) {
    if (datagram.size() < kSocketBytes) return std::nullopt;
    return big32(datagram, 0);
}

std::optional<Handshake> read_handshake(ByteView datagram) {
    if (datagram.size() < 8 || big32(datagram, 0) != 0) return std::nullopt;
    const std::string_view letters(reinterpret_cast<const char*>(datagram.data()) + kSocketBytes,
                                   4);
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
        if (letters != kSteps[i] || datagram.size() < kStepBytes[i]) continue;
        Handshake read{.step = static_cast<Handshake::Step>(i)};
        if (read.step == Handshake::Step::Poke) read.matrix_protocol = big16(datagram, 10);
        if (read.step == Handshake::Step::Hehe || read.step == Handshake::Step::Kiss)
            read.socket = big32(datagram, 8);
        if (read.step == Handshake::Step::Kiss) read.gss_protocol = big16(datagram, 12);
        if (read.step == Handshake::Step::Hugg) {
            read.first_sequence = big16(datagram, 8);
            read.game_port = big16(datagram, kGamePortAt);
        }
        return read;
    }
    return std::nullopt;
}

Bytes write_handshake(const Handshake& handshake) {
    Bytes out;
    put32(out, 0);
    const ByteView letters = as_bytes(kSteps[static_cast<std::size_t>(handshake.step)]);
    out.insert(out.end(), letters.begin(), letters.end());
    switch (handshake.step) {
        case Handshake::Step::Poke:
            put16(out, kPokeHigh);
            put16(out, handshake.matrix_protocol);
            break;
        case Handshake::Step::Hehe:
            put32(out, handshake.socket);
            break;
        case Handshake::Step::Kiss:
            put32(out, handshake.socket);
            put16(out, handshake.gss_protocol);
            break;
        case Handshake::Step::Hugg:
            put16(out, handshake.first_sequence);
            put16(out, handshake.game_port);
            break;
        case Handshake::Step::Abort:
            break;
    }
    return out;
}

std::optional<std::uint16_t> game_port(const Datagram& datagram) {
    if (datagram.direction != Direction::ToClient) return std::nullopt;
    const std::optional<Handshake> read = read_handshake(datagram.bytes);
    if (!read || read->step != Handshake::Step::Hugg) return std::nullopt;
    return read->game_port;
}

Result<std::vector<Packet>> read_packets(ByteView datagram) {
    std::vector<Packet> packets;
    std::size_t at = kSocketBytes;
    while (at < datagram.size()) {
        if (datagram.size() - at < 2) return fail("half a packet header at offset ", at);
        const std::uint16_t header = big16(datagram, at);
        Packet packet{.channel = static_cast<Channel>(header >> 14),
                      .resend = static_cast<std::uint8_t>(header >> 12 & 3),
                      .more = (header >> 11 & 1) != 0};
        const std::size_t length = header & 0x7ff;
        const std::size_t head = packet.channel == Channel::Control ? 2 : 4;
        if (length < head || length > datagram.size() - at)
            return fail("packet of length ", length, " at offset ", at);
        if (head == 4) packet.sequence = big16(datagram, at + 2);
        const ByteView payload = datagram.subspan(at + head, length - head);
        packet.payload.assign(payload.begin(), payload.end());
        for (Byte& byte : packet.payload) byte ^= kResendMask[packet.resend];
        packets.push_back(std::move(packet));
        at += length;
    }
    return packets;
}

void write_packet(const Packet& packet, Bytes& datagram) {
    assert(packet.payload.size() <= kMaxPayload);
    const bool control = packet.channel == Channel::Control;
    const std::size_t length = packet.payload.size() + (control ? 2 : 4);
    put16(datagram, static_cast<std::uint16_t>(static_cast<unsigned>(packet.channel) << 14 |
                                               (packet.resend & 3U) << 12 |
                                               (packet.more ? 1U : 0U) << 11 | length));
    if (!control) put16(datagram, packet.sequence);
    for (const Byte byte : packet.payload)
        datagram.push_back(static_cast<Byte>(byte ^ kResendMask[packet.resend & 3U]));
}

}  // namespace tickreel::firefall
