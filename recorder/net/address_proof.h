#pragma once
// Whether somebody really is at the address that a datagram says it comes from. Handshakes have the
// client repeat a random number that only the server's answer told it; so whoever sends four bytes
// that the server's short answers held, and that nobody could have guessed, received that answer.
// Knows no protocol. Without such a proof (old protocols have no token), see UdpProxy.

#include <cstdint>
#include <vector>

#include "tickreel/base/bytes.h"

namespace tickreel {

class AddressProof {
public:
    // True when this datagram of the client proves it.
    bool heard(ByteView from_client);
    void answered(ByteView from_server);

private:
    std::vector<std::uint32_t> said_{};     // by the client before the answer: proves nothing
    std::vector<std::uint32_t> answers_{};  // four bytes each
};

}  // namespace tickreel
