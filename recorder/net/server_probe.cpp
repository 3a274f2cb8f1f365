#include "recorder/net/server_probe.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kEvery{10};

}  // namespace

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
