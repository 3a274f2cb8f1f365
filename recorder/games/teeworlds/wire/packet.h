#pragma once
// One datagram: header, token, compression. The payload of a connected packet is chunks (chunk.h),
// of a control packet its message byte and data, of a connectionless one an 8-byte magic and data.
// Tokens are u32, big-endian on the wire: none (0.6.0 to 0.6.4), after the header (0.6.5, 0.7), or
// the last 4 bytes of the payload (DDNet, compressed with it).

#include <optional>

#include "recorder/games/teeworlds/wire/huffman.h"
#include "recorder/games/teeworlds/wire/protocol.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel::teeworlds {

enum class PacketKind : std::uint8_t { Chunks, Control, Connless };

// Unknown is only for parsing: the tail token is detected by the bytes left after the chunks.
enum class TokenMode : std::uint8_t { Unknown, None, Header, Tail };

enum class Control : std::uint8_t {
    KeepAlive = 0,
    Connect = 1,
    ConnectAccept = 2,  // 0.7: ACCEPT
    Accept = 3,         // 0.6 only
    Close = 4,
    Token = 5,  // 0.7 only
};

inline constexpr std::uint32_t kTokenUnknown = 0xffffffff;

struct Packet {
    PacketKind kind = PacketKind::Chunks;
    bool compressed = false;  // as received; the writer decides by itself
    bool resend_requested = false;
    std::uint16_t ack = 0;        // last vital sequence the sender accepted, 0..1023
    std::uint8_t num_chunks = 0;  // Chunks only
    TokenMode token_mode = TokenMode::None;
    std::uint32_t token = 0;           // Header and Tail
    std::uint32_t response_token = 0;  // 0.7 Connless only
    ByteView payload{};                // without the tail token
};

// `mode` is the known mode of the connection: Tail removes 4 bytes, None and Header remove nothing,
// Unknown detects it. The payload is a view into `datagram` or `scratch`.
Result<Packet> parse_packet(ByteView datagram, Protocol protocol, TokenMode mode, Bytes& scratch);

// Compresses if that is strictly smaller (Chunks only). The caller must keep the payload within
// max_payload() (assert).
Bytes write_packet(const Packet& packet, Protocol protocol, HuffmanEnd end = HuffmanEnd::Ddnet);

// Room for chunks in one packet, token not counted.
std::size_t max_payload(Protocol protocol, TokenMode mode);
inline constexpr int kMaxChunksPerPacket = 255;

// Whether this would be a packet of kind Chunks; checks only the first byte.
bool has_chunks(ByteView datagram, Protocol protocol);

std::uint32_t read_token(ByteView bytes);  // the first 4 bytes; at least 4 must be there
void append_token(Bytes& out, std::uint32_t token);

}  // namespace tickreel::teeworlds
