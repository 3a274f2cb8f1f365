#pragma once
// Whether anything listens at the server while nobody asks it: an empty datagram now and then,
// which games ignore. Only a refusal (ICMP) says something: what comes through to a server that
// hangs is not answered either.

#include <memory>
#include <optional>

#include "recorder/net/clock.h"
#include "recorder/net/network.h"

namespace tickreel {

// The same, asked at once: waits for up to a second.
bool may_listen_at(const Endpoint& server);

class ServerProbe {
public:
    // Call it about every second. False: nobody listens there, or there is no way (no route);
    // true: it was not refused. An error: nobody was asked, for want of a socket.
    std::optional<Result<bool>> look(Network& network, const Endpoint& server,
                                     Clock::TimePoint now);

private:
    std::unique_ptr<DatagramSocket> asked_{};  // in the round before
    Clock::TimePoint last_{};
};

}  // namespace tickreel
