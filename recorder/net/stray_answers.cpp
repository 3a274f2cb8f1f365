#include "recorder/net/stray_answers.h"

namespace tickreel {

void StrayAnswers::listen(Network& network, const Client& client) {
    if (over_ || socket_) return;
    auto socket = network.overhear(*client.upstreams.front().socket);
    if (!socket) return;
    socket_ = *std::move(socket);
    client_ = client.id;
}

std::optional<Endpoint> StrayAnswers::look() {
    if (!socket_) return std::nullopt;
    ReceiveBatch batch(1);
    bool refused = false;
    if (socket_->receive(batch, refused) == 0) return std::nullopt;
    const Endpoint from = batch.entries().front().from;
    stop();
    return from;
}

}  // namespace tickreel
