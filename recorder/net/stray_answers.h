#pragma once
// A server that answers from another address or port than the one it was asked on: the sockets to
// it hear nobody else, so its clients get no answer and nothing says why. Until the server was
// heard, what comes to a client's port from elsewhere is listened for.

#include <memory>
#include <optional>

#include "recorder/net/client_table.h"

namespace tickreel {

class StrayAnswers {
public:
    // To this client, until it is forgotten. One at a time is enough.
    void listen(Network& network, const Client& client);
    void forget(ClientId client) {
        if (client == client_) socket_.reset();
    }
    // Where an answer came from. Once.
    std::optional<Endpoint> look();
    // The server was heard: it is as it should be.
    void stop() {
        socket_.reset();
        over_ = true;
    }

private:
    std::unique_ptr<DatagramSocket> socket_{};
    ClientId client_ = 0;
    bool over_ = false;
};

}  // namespace tickreel
