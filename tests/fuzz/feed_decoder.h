#pragma once
// Datagrams of both directions in any order: the decoder never crashes, and its output keeps the
// order that FrameSink requires (the sink throws otherwise). Input: per datagram a byte of
// direction and time step, two of length, the bytes.

#include "recorder/games/game.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

namespace tickreel_test {

// Returns the datagrams, for a game's probe; they are views into `input`.
inline std::vector<tickreel::Datagram> feed_decoder(tickreel::StreamDecoder& decoder,
                                                    tickreel::ByteView input) {
    using namespace tickreel;
    ByteReader in(input);
    CollectingSink sink;
    std::vector<Datagram> datagrams;
    std::chrono::nanoseconds time = std::chrono::hours(1);
    while (in.left() > 3) {
        const std::uint8_t head = in.u8();
        const std::size_t length = std::min<std::size_t>(in.u16(), in.left());
        time += std::chrono::milliseconds(head >> 1);
        const Direction direction = (head & 1) != 0 ? Direction::ToClient : Direction::ToServer;
        datagrams.push_back({direction, time, in.bytes(length)});
        decoder.feed(datagrams.back(), sink, ignore_problems);
    }
    decoder.finish(sink, ignore_problems);
    return datagrams;
}

}  // namespace tickreel_test
