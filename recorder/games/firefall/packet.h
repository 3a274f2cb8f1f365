#pragma once
// Datagrams of Firefall's transport. All numbers are big-endian. A datagram is a 32-bit socket id
// and, if that is 0, a handshake of four letters, else consecutive packets: a 16-bit header (2 bits
// channel, 2 bits resend code, 1 bit "more fragments follow", 11 bits length including the header),
// a 16-bit sequence number except on the control channel, the payload. The payload of a resent
// packet is XORed with a byte that depends on the resend code.

#include <optional>
#include <vector>

#include "recorder/datagram.h"
#include "tickreel/base/result.h"

namespace tickreel::firefall {

enum class Channel : std::uint8_t { Control, Matrix, ReliableGss, UnreliableGss };
inline constexpr std::size_t kChannels = 4;

struct Packet {
    Channel channel = Channel::Control;
    std::uint8_t resend = 0;  // 0: first transmission
    bool more = false;
    std::uint16_t sequence = 0;  // not on the control channel
    Bytes payload{};             // decoded
};

// Control messages that acknowledge: the type, the next number that is expected, numbers that have
// arrived (16 bits each).
inline constexpr std::uint8_t kMatrixAck = 2;
inline constexpr std::uint8_t kGssAck = 3;

inline constexpr std::size_t kMaxPayload = 0x7ff - 4;

struct Handshake {
    enum class Step : std::uint8_t { Poke, Hehe, Kiss, Hugg, Abort };
    Step step = Step::Poke;
    std::uint16_t matrix_protocol = 0;  // Poke
    std::uint32_t socket = 0;           // Hehe, Kiss
    std::uint16_t gss_protocol = 0;     // Kiss
    std::uint16_t first_sequence = 0;   // Hugg: for every channel, both directions
    std::uint16_t game_port = 0;        // Hugg
};

// The two bytes from `at` on, which must be there, high byte first.
std::uint16_t big16(ByteView bytes, std::size_t at);

// The first four bytes; empty for a shorter datagram.
std::optional<std::uint32_t> socket_of(ByteView datagram);

std::optional<Handshake> read_handshake(ByteView datagram);
Bytes write_handshake(const Handshake& handshake);

// The port to which the server's datagram redirects the client, and its offset in the datagram.
inline constexpr std::size_t kGamePortAt = 10;
std::optional<std::uint16_t> game_port(const Datagram& datagram);

// Everything after the socket id.
Result<std::vector<Packet>> read_packets(ByteView datagram);
void write_packet(const Packet& packet, Bytes& datagram);

}  // namespace tickreel::firefall
