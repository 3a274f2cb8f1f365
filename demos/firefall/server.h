#pragma once
// The server of a Stage: handshakes on one port, the game on another, one session per client. As in
// the game's server, keyframes and controllers use the reliable channel, everything else is routed
// with references over the other. Datagrams in, datagrams out; no socket, no clock.

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "demos/firefall/ack_tracker.h"
#include "demos/firefall/stage.h"
#include "recorder/games/firefall/snapshot_messages.h"
#include "recorder/games/firefall/transport.h"
#include "recorder/net/endpoint.h"

namespace tickreel::firefall_match {

enum class Port : std::uint8_t { Matrix, Game };

struct ServerCounts {
    std::uint64_t sessions = 0;
    std::uint64_t keyframes = 0;
    std::uint64_t commands = 0;
    std::uint64_t requests = 0;  // for keyframes
    std::uint64_t refused = 0;   // of those: too soon after the previous one
};

class Session;

class Server {
public:
    using Time = std::chrono::nanoseconds;
    using Send = std::function<void(Port from, const Endpoint& to, ByteView datagram)>;

    // `first_socket`: the number of the first session. A server that was started again has others:
    // a client that has not noticed would play in somebody else's.
    Server(Stage& stage, std::uint16_t game_port, Send send,
           std::uint32_t first_socket = 0x01000001);
    ~Server();

    void feed(Port port, const Endpoint& from, ByteView datagram, Time now);
    // After a step of the stage: sends the changes to every client. Who has been silent for long is
    // forgotten.
    void tell(Time now);
    void change_zone(Time now);                 // into the same one: everything in it is told again
    void close(Time now);                       // tells everybody
    bool serves(const Endpoint& client) const;  // it plays
    ServerCounts counts() const;

private:
    void shake_hands(const Endpoint& from, ByteView datagram, Time now);
    void deliver(Session& session);

    Stage& stage_;
    std::uint16_t game_port_;
    Send send_;
    std::map<std::uint32_t, std::unique_ptr<Session>> sessions_;
    ServerCounts forgotten_{};  // of sessions that are over
    std::uint32_t next_socket_;
};

}  // namespace tickreel::firefall_match
