#include "demos/match/run/client_socket.h"

namespace tickreel::match {

Result<std::unique_ptr<ClientSocket>> ClientSocket::open(const ClientOptions& options,
                                                         const Endpoint& server) {
    auto socket = UdpSocket::connect(server);
    if (!socket) return socket.error();
    return std::unique_ptr<ClientSocket>(new ClientSocket(options, std::move(*socket)));
}

ClientSocket::ClientSocket(const ClientOptions& options, UdpSocket socket)
    : socket_(std::move(socket)),
      client_(options, [this](ByteView datagram) { socket_.send(datagram); }) {}

void ClientSocket::run_due(teeworlds::Time now) {
    bool refused = false;
    while (socket_.receive(batch_, refused) > 0)
        for (const auto& entry : batch_.entries()) client_.feed(entry.bytes, now);
    client_.update(now);
}

}  // namespace tickreel::match
