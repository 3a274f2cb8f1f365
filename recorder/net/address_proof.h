#pragma once
// Proves that a client really is at its datagrams' source address. In handshakes the client repeats
// a random number that only the server's answer contained: whoever sends four bytes that were in
// the server's short answers, and that nobody could have guessed, received that answer. Independent
// of the protocol. For old protocols without tokens, see UdpProxy.

#include <cstdint>
#include <vector>

#include "tickreel/base/bytes.h"

namespace tickreel {

class AddressProof {
public:
    // True if this datagram of the client proves its address.
    bool heard(ByteView from_client);
    void answered(ByteView from_server);

private:
    std::vector<std::uint32_t> said_{};     // sent by the client before the answer: proves nothing
    std::vector<std::uint32_t> answers_{};  // four-byte sequences of the answers
};

}  // namespace tickreel
