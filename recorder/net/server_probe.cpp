#include "recorder/net/server_probe.h"

#include <chrono>
#include <thread>
#include <utility>

#include "recorder/net/udp_socket.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kEvery{10};
constexpr std::chrono::seconds kRefusal{1};  // on its way back
constexpr std::chrono::milliseconds kLookAgain{20};

}  // namespace

bool may_listen_at(const Endpoint& server) {
    const auto socket = UdpSocket::connect(server);
    if (!socket || socket->send({}) == Sent::Refused) return false;
    bool refused = false;
    ReceiveBatch answers(1);
    const auto begun = std::chrono::steady_clock::now();
    while (!refused && std::chrono::steady_clock::now() - begun < kRefusal) {
        std::this_thread::sleep_for(kLookAgain);
        socket->receive(answers, refused);
    }
    return !refused;
}

std::optional<Result<bool>> ServerProbe::look(Network& network, const Endpoint& server,
                                              Clock::TimePoint now) {
    if (const auto asked = std::exchange(asked_, nullptr)) {
        ReceiveBatch answers(1);
        bool refused = false;
        asked->receive(answers, refused);
        return !refused;
    }
    if (last_ != Clock::TimePoint{} && now - last_ < kEvery) return std::nullopt;
    last_ = now;
    auto socket = network.connect(server, {});
    if (!socket) {
        // Out of descriptors, none can be opened at all: that says nothing about the server.
        const auto any = network.bind(server.is_v4() ? v4_endpoint({}, 0) : Endpoint{});
        if (any) return false;
        return fail("cannot ask the server whether it is there: ", any.error().message);
    }
    asked_ = *std::move(socket);
    if (asked_->send({}) != Sent::Refused) return std::nullopt;
    asked_.reset();
    return false;
}

}  // namespace tickreel
