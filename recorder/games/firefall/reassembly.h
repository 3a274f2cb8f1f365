#pragma once
// Reassembles one direction of a reliable channel: packets in any order, some twice, become whole
// messages in the order in which they were sent. Packets missing from the capture are given up
// after some seconds or when too many wait behind them; their message is dropped.

#include <chrono>
#include <map>
#include <optional>

#include "recorder/games/firefall/packet.h"

namespace tickreel::firefall {

class Reassembly {
public:
    using Time = std::chrono::nanoseconds;
    static constexpr std::size_t kMaxWaiting = 512;             // packets
    static constexpr std::size_t kMaxMessage = 1U << 20;        // bytes
    static constexpr Time kPatience = std::chrono::seconds(5);  // resends arrive within one

    // The first sequence number, if the handshake gave it. Otherwise the first packet's.
    void expect(std::uint16_t sequence) { expected_ = sequence; }

    // Returns the messages that are now complete.
    std::vector<Bytes> add(Packet packet, Time time);
    // At the end: returns what waits behind a gap.
    std::vector<Bytes> flush();

    std::uint64_t repeated() const { return repeated_; }
    std::uint64_t lost() const { return lost_; }  // packets given up

private:
    struct BufferedPacket {
        Packet packet{};
        Time since{};
    };

    void take(Packet packet, std::vector<Bytes>& messages);
    void drain(std::vector<Bytes>& messages);
    void skip_gap(std::vector<Bytes>& messages);

    std::optional<std::uint16_t> expected_{};
    std::map<std::uint64_t, BufferedPacket> waiting_{};  // by sequence number without wrapping
    std::uint64_t count_ = 0;                            // the expected number, without wrapping
    Bytes message_{};
    bool broken_ = false;  // the current message has lost a part
    std::uint64_t repeated_ = 0;
    std::uint64_t lost_ = 0;
};

}  // namespace tickreel::firefall
