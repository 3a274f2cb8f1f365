#pragma once
// One UDP payload between a game client and its server. Bytes and time are passed in; no decoder
// owns a socket or a clock.

#include <chrono>

#include "tickreel/base/bytes.h"

namespace tickreel {

enum class Direction : std::uint8_t { ToServer, ToClient };

// The kind of a client's datagram, judged by its bytes alone.
enum class ClientIntent : std::uint8_t {
    Query,    // asks for the server list's information
    Opening,  // a step of the handshake
    Playing,  // anything else
};

struct Datagram {
    Direction direction = Direction::ToServer;
    std::chrono::nanoseconds time{};  // UTC since 1970
    ByteView bytes{};
};

}  // namespace tickreel
