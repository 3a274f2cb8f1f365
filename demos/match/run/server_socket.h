#pragma once
// Runs a MatchServer behind a real UDP socket, 50 ticks per second.

#include <memory>

#include "demos/match/net/match_server.h"
#include "recorder/net/udp_socket.h"

namespace tickreel::match {

class ServerSocket {
public:
    static Result<std::unique_ptr<ServerSocket>> open(const ServerOptions& options,
                                                      const Endpoint& local);

    Endpoint local() const { return socket_.local(); }
    const UdpSocket& socket() const { return socket_; }
    MatchServer& server() { return server_; }

    // Reads all waiting datagrams and runs the ticks that are due.
    void run_due(teeworlds::Time now);
    void close(teeworlds::Time now);

private:
    ServerSocket(const ServerOptions& options, UdpSocket socket);

    UdpSocket socket_;
    ReceiveBatch batch_;
    MatchServer server_;
    teeworlds::Time next_tick_{};
};

}  // namespace tickreel::match
