#pragma once
// Decodes a .faucap of one connection in memory. False if it is none.

#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/faucap.h"

namespace tickreel_test {

inline bool read_back(const tickreel::Bytes& file, tickreel::StreamDecoder& decoder,
                      tickreel::FrameSink& sink) {
    bool one = true;
    const auto take = [&](unsigned connection, const tickreel::Datagram& datagram, double) {
        one = one && connection == 0;
        decoder.feed(datagram, sink, tickreel::ignore_problems);
        return true;
    };
    const auto source = tickreel::memory_source(file);
    const bool read =
        tickreel::firefall::read_faucap(*source, take, tickreel::ignore_problems).ok();
    decoder.finish(sink, tickreel::ignore_problems);
    return read && one;
}

}  // namespace tickreel_test
