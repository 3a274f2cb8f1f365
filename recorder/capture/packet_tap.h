#pragma once
// The packets that pass an interface of this machine, as they pass it: libpcap, which needs root or
// the capability CAP_NET_RAW. Nothing is sent and nothing is changed.

#include "recorder/capture/packet_reader.h"
#include "recorder/net/endpoint.h"

namespace tickreel {

// next() is empty while none is there.
class PacketTap : public PacketReader {
public:
    virtual void wait(std::chrono::milliseconds timeout) = 0;  // until one is there
    virtual std::uint32_t dropped() const = 0;                 // by the system: not read in time
};

// UDP from and to the server's address. `interface`: "eth0", "lo", "any".
Result<std::unique_ptr<PacketTap>> open_tap(const std::string& interface, const Endpoint& server);

}  // namespace tickreel
