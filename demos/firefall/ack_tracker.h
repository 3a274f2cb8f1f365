#pragma once
// Acknowledges the reliable packets of a datagram: which number is expected next, and which ones
// beyond a gap have arrived.

#include <map>
#include <set>

#include "recorder/games/firefall/sender.h"

namespace tickreel::firefall_match {

class AckTracker {
public:
    explicit AckTracker(std::uint16_t first) : first_(first) {}

    // Takes the received packets and lets `sender` acknowledge them, once per channel.
    void take(ByteView datagram, firefall::Sender& sender, std::chrono::nanoseconds now) {
        const auto packets = firefall::read_packets(datagram);
        if (!packets) return;
        std::set<firefall::Channel> heard;
        for (const firefall::Packet& packet : *packets) {
            if (packet.channel != firefall::Channel::Matrix &&
                packet.channel != firefall::Channel::ReliableGss)
                continue;
            heard.insert(packet.channel);
            lane(packet.channel).take(packet.sequence);
        }
        for (const firefall::Channel channel : heard) {
            const Lane& own = lane(channel);
            sender.send(
                firefall::Channel::Control,
                firefall::write_ack(channel, own.next, {own.ahead.begin(), own.ahead.end()}), now);
        }
    }

private:
    static constexpr std::size_t kMostAhead = 256;

    struct Lane {
        std::uint16_t next = 0;
        std::set<std::uint16_t> ahead{};  // beyond a gap

        void take(std::uint16_t sequence) {
            const auto distance = static_cast<std::int16_t>(sequence - next);
            if (distance > 0 && ahead.size() < kMostAhead) ahead.insert(sequence);
            if (distance != 0) return;
            do ++next;
            while (ahead.erase(next) > 0);
        }
    };
    Lane& lane(firefall::Channel channel) {
        return lanes_.try_emplace(channel, Lane{first_, {}}).first->second;
    }

    std::uint16_t first_;
    std::map<firefall::Channel, Lane> lanes_{};
};

namespace control {
inline constexpr std::uint8_t kClose = 0;
inline constexpr std::uint8_t kMatrixAck = 2;
inline constexpr std::uint8_t kGssAck = 3;
inline constexpr std::uint8_t kTimeRequest = 4;
inline constexpr std::uint8_t kTimeResponse = 5;
}  // namespace control

// Passes the acknowledgement in the peer's control message to `sender`.
inline void take_ack(ByteView message, firefall::Sender& sender) {
    if (message.empty()) return;
    if (message[0] == control::kMatrixAck)
        sender.acknowledged(firefall::Channel::Matrix, message.subspan(1));
    if (message[0] == control::kGssAck)
        sender.acknowledged(firefall::Channel::ReliableGss, message.subspan(1));
}

}  // namespace tickreel::firefall_match
