#pragma once
// Runs a BotClient behind a real UDP socket.

#include <memory>

#include "demos/match/net/bot_client.h"
#include "recorder/net/udp_socket.h"

namespace tickreel::match {

class ClientSocket {
public:
    static Result<std::unique_ptr<ClientSocket>> open(const ClientOptions& options,
                                                      const Endpoint& server);

    const UdpSocket& socket() const { return socket_; }
    BotClient& client() { return client_; }
    void run_due(teeworlds::Time now);

private:
    ClientSocket(const ClientOptions& options, UdpSocket socket);

    UdpSocket socket_;
    ReceiveBatch batch_{4};
    BotClient client_;
};

}  // namespace tickreel::match
