#pragma once
// .faucap, the capture format of FauCap: little-endian, as written by .NET's BinaryWriter. "FCAP"
// with a length prefix, the number of sessions; per session both addresses as text, the matrix
// port, four numbers of the handshake (some in the wrong byte order; not read, the datagrams have
// them), the game port, the number of datagrams; per datagram the time (100 ns since the year 1), 1
// if sent by the server, 16 bits of length, the UDP payload.

#include "recorder/games/game.h"

namespace tickreel::firefall {

struct FaucapSession {
    std::string server{};  // dotted IPv4
    std::string client{};
    std::uint16_t matrix_port = 0;
    std::uint32_t matrix_protocol = 0;
    std::uint32_t socket = 0;
    std::uint16_t gss_protocol = 0;
    std::uint16_t first_sequence = 0;
    std::uint16_t game_port = 0;
    std::uint32_t datagrams = 0;
};

bool is_faucap(ByteView head);
// Delivers every datagram with the number of its session. A cut file is a problem; only a file that
// is no .faucap is an error.
Result<void> read_faucap(const ByteSource& file, const DatagramTaker& take,
                         const ProblemSink& problems);

Bytes faucap_file_head(std::uint32_t sessions);
Bytes faucap_session_head(const FaucapSession& session);
Bytes faucap_datagram(const Datagram& datagram);  // up to 65535 bytes

}  // namespace tickreel::firefall
