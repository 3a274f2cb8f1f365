#pragma once
// The sending side of a connection: packs messages into packets and datagrams. Reliable ones are
// kept until the peer acknowledges them and are resent after a timeout; the resend codes go 0, 3,
// 1, 2 as in the game's server. Uses neither sockets nor clocks.

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

    // Long messages are fragmented; an unreliable one must fit into a datagram.
    void send(Channel channel, ByteView message, Time now);
    // Queues overdue packets again.
    void resend(Time now);
    // A control message of the peer about `channel`: the next sequence number that it expects, and
    // those beyond a gap that it has.
    void acknowledged(Channel channel, ByteView body);
    bool all_arrived() const;
    // For files, in which everything arrives: the control messages of the peer that acknowledge
    // every packet since the last call, one each. Nothing of them will be resent.
    std::vector<Bytes> acknowledgements();

    // The datagrams to send now.
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

// A receiver's acknowledgement for a reliable channel: everything before `next` has arrived, and so
// have those of `ahead`, beyond a gap.
Bytes write_ack(Channel channel, std::uint16_t next, std::vector<std::uint16_t> ahead = {});

}  // namespace tickreel::firefall
