#pragma once
// An item from the wire thread to the recorder thread.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "recorder/datagram.h"

namespace tickreel {

struct QueueItem {
    enum class Kind : std::uint8_t { Datagram, ClientGone, Problem, Split, Mark, Save };
    Kind kind = Kind::Datagram;
    std::uint64_t client = 0;
    Direction direction = Direction::ToServer;
    std::chrono::nanoseconds time{};
    ByteView bytes{};
    std::shared_ptr<const Byte[]> block{};  // where they are, with those of others
    std::string text{};                     // Problem: the line; Mark: the marker's
    std::uint64_t lost_before = 0;          // datagrams of this client that did not fit
    std::uint64_t place = 0;  // after it, in the RecoveryLog; Mark, Save: see OrderAnswers
};

}  // namespace tickreel
