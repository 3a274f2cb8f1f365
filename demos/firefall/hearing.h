#pragma once
// What to say back about the reliable packets of a datagram: which number is expected next.

#include <map>

#include "recorder/games/firefall/sender.h"

namespace tickreel::firefall_match {

class Hearing {
public:
    explicit Hearing(std::uint16_t first) : first_(first) {}

    // Takes what came and lets `sender` say so.
    void take(ByteView datagram, firefall::Sender& sender, std::chrono::nanoseconds now) {
        const auto packets = firefall::read_packets(datagram);
        if (!packets) return;
        for (const firefall::Packet& packet : *packets) {
            const bool reliable = packet.channel == firefall::Channel::Matrix ||
                                  packet.channel == firefall::Channel::ReliableGss;
            if (!reliable) continue;
            std::uint16_t& next = next_.try_emplace(packet.channel, first_).first->second;
            if (packet.sequence == next) ++next;
            sender.send(firefall::Channel::Control, firefall::write_ack(packet.channel, next), now);
        }
    }

private:
    std::uint16_t first_;
    std::map<firefall::Channel, std::uint16_t> next_{};
};

namespace control {
inline constexpr std::uint8_t kClose = 0;
inline constexpr std::uint8_t kMatrixAck = 2;
inline constexpr std::uint8_t kGssAck = 3;
inline constexpr std::uint8_t kTimeRequest = 4;
inline constexpr std::uint8_t kTimeResponse = 5;
}  // namespace control

// Tells `sender` what the other end's control message acknowledges.
inline void take_ack(ByteView message, firefall::Sender& sender) {
    if (message.empty()) return;
    if (message[0] == control::kMatrixAck)
        sender.acknowledged(firefall::Channel::Matrix, message.subspan(1));
    if (message[0] == control::kGssAck)
        sender.acknowledged(firefall::Channel::ReliableGss, message.subspan(1));
}

}  // namespace tickreel::firefall_match
