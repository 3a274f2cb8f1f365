#pragma once
// One end of a connection, sending: messages become packets in datagrams. Reliable ones are kept
// until the other end has them and are sent again when it is silent about them for too long; the
// resend codes go 0, 3, 1, 2 as the game's server does. Knows neither sockets nor clocks.

#include <array>
#include <chrono>
#include <deque>

#include "recorder/games/firefall/packet.h"

namespace tickreel::firefall {

inline constexpr std::size_t kLargestDatagram = 1400;  // the largest that the game's server sends

class Sender {
public:
    using Time = std::chrono::nanoseconds;
    static constexpr Time kPatience = std::chrono::milliseconds(400);

    Sender(std::uint32_t socket, std::uint16_t first_sequence);

    // Long ones go in fragments; an unreliable one must fit into a datagram.
    void send(Channel channel, ByteView message, Time now);
    // What waited too long goes again.
    void resend(Time now);
    // A control message of the other end about `channel`: the next sequence number that it expects,
    // and those behind a gap that it has.
    void acknowledged(Channel channel, ByteView body);
    bool all_arrived() const;
    void forget();  // nothing will be sent again

    // The datagrams to be sent now.
    std::vector<Bytes> take();

private:
    struct Unheard {
        Packet packet{};
        Time sent{};
    };
    struct Lane {
        std::uint16_t next = 0;
        std::deque<Unheard> unheard{};
    };

    void put(const Packet& packet);
    Lane& lane(Channel channel) { return lanes_[static_cast<std::size_t>(channel)]; }

    std::uint32_t socket_;
    std::array<Lane, kChannels> lanes_{};
    std::vector<Bytes> datagrams_{};
};

// What a receiver says of a reliable channel: all before `next` has arrived, and so have those of
// `ahead`, behind a gap.
Bytes write_ack(Channel channel, std::uint16_t next, std::vector<std::uint16_t> ahead = {});

}  // namespace tickreel::firefall
