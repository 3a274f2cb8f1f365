#pragma once
// The rules of vital chunks: numbered 1, 2, .. 1023, 0, 1 .., accepted strictly in order, resent
// until acknowledged. Used by endpoints and passive observers.

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

#include "recorder/games/teeworlds/wire/protocol.h"
#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

using Time = std::chrono::nanoseconds;  // any steady origin; only differences matter

// How far `sequence` is ahead of `from`, modulo 1024: 0..1023.
int sequence_distance(int from, int sequence);

class VitalReceiver {
public:
    enum class Verdict : std::uint8_t { Accept, Duplicate, Gap };

    // Accept advances; Gap means: request a resend.
    Verdict receive(int sequence);
    int last() const { return last_; }  // the sequence to acknowledge
    void set_last(int sequence) { last_ = sequence; }

private:
    int last_ = 0;
};

class VitalSender {
public:
    struct Pending {
        int sequence = 0;
        Bytes data{};
        Time first_sent{};
        Time last_sent{};
    };
    static constexpr std::size_t kBufferSize = std::size_t{32} * 1024;

    // False if the resend buffer is full (the peer has not acknowledged for too long).
    bool can_take(std::size_t size) const;
    const Pending& add(ByteView data, Time now);

    // False if the peer acknowledges something that was never sent: the whole packet is untrusted.
    bool valid_ack(int ack) const;
    void acknowledge(int ack);  // must be valid

    std::deque<Pending>& pending() { return pending_; }
    const std::deque<Pending>& pending() const { return pending_; }
    int last() const { return last_; }

private:
    std::deque<Pending> pending_;
    std::size_t buffered_ = 0;
    int last_ = 0;
    int acked_ = 0;
};

}  // namespace tickreel::teeworlds
