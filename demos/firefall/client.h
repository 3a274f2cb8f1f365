#pragma once
// A headless client: performs the handshake, logs in, keeps its views up to date, verifies them
// against the server's checksums and requests a keyframe when one differs. Datagrams in, datagrams
// out; no socket, no clock.

#include <functional>

#include "demos/firefall/ack_tracker.h"
#include "recorder/games/firefall/transport.h"
#include "recorder/games/firefall/world.h"

namespace tickreel::firefall_match {

class Client final : private firefall::TransportSink {
public:
    using Time = std::chrono::nanoseconds;
    // `port` 0: the handshake port.
    using Send = std::function<void(std::uint16_t port, ByteView datagram)>;

    // `ticket`: what it logs in with.
    explicit Client(Send send, Bytes ticket = Bytes(3))
        : send_(std::move(send)), ticket_(std::move(ticket)) {}

    void feed(ByteView datagram, Time now);
    void update(Time now);  // call often
    void leave(Time now);

    bool playing() const { return zone_; }
    bool closed() const { return closed_; }  // by the server
    const firefall::World& world() const { return world_; }
    const firefall::WorldCounters& counters() const { return world_.counters(); }
    std::size_t changed() const { return changed_; }  // number of changes to views and positions

private:
    void session_started(std::uint16_t) override;
    void message(Direction direction, firefall::Channel channel, ByteView payload) override;
    void take_handshake(const firefall::Handshake& heard, Time now);
    void say(firefall::Handshake handshake);
    void say_command(std::uint64_t id, std::uint8_t command, ByteView body,
                     firefall::Channel channel, Time now);
    void move(Time now);
    void request(const std::vector<firefall::CheckOutcome>& checks, Time now);
    void flush();

    Send send_;
    Bytes ticket_;
    bool closed_ = false;
    firefall::Transport transport_{};
    firefall::World world_{};
    std::optional<firefall::Sender> sender_{};
    std::optional<AckTracker> acks_{};
    std::uint16_t port_ = 0;
    std::uint32_t socket_ = 0;
    bool zone_ = false;
    std::size_t changed_ = 0;
    Time last_poke_{};
    Time last_clock_{};
    Time last_command_{};
    Time last_move_{};
};

}  // namespace tickreel::firefall_match
