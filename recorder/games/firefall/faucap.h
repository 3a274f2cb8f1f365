#pragma once
// .faucap, the captures of FauCap: little endian, as .NET's BinaryWriter writes. "FCAP" with its
// length in front, the number of sessions; per session both addresses as text, the matrix port,
// four numbers of the handshake (some in the wrong byte order: the datagrams tell them better, they
// are not read), the game port, the number of datagrams; per datagram the time (100 ns since the
// year 1), 1 when it came from the server, 16 bits of length, the UDP payload.

#include "recorder/games/game.h"

namespace tickreel::firefall {

struct FaucapSession {
    std::string server{};  // dotted
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
// Every datagram with the number of its session. A file that is cut is a problem, only one that is
// no .faucap an error.
Result<void> read_faucap(const ByteSource& file, const DatagramTaker& take,
                         const ProblemSink& problems);

Bytes faucap_file_head(std::uint32_t sessions);
Bytes faucap_session_head(const FaucapSession& session);
Bytes faucap_datagram(const Datagram& datagram);  // up to 65535 bytes

}  // namespace tickreel::firefall
