#pragma once
// The chunks of a packet: one message each, vital ones numbered. 0.6 sizes have 10 bits, 0.7 sizes
// 12. Views point into the packet's payload.

#include <optional>

#include "recorder/games/teeworlds/wire/protocol.h"
#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

struct Chunk {
    bool vital = false;
    bool resent = false;
    std::uint16_t sequence = 0;  // vital only, 0..1023
    ByteView data{};             // the message, id first
};

std::size_t max_chunk_data(Protocol protocol);
inline constexpr std::size_t kMaxChunkHeader = 3;

class ChunkReader {
public:
    ChunkReader(ByteView payload, int num_chunks, Protocol protocol)
        : payload_(payload), left_(num_chunks), protocol_(protocol) {}

    // Empty at the end or after a chunk that extends past the payload (failed()).
    std::optional<Chunk> next();
    bool failed() const { return failed_; }
    std::size_t position() const { return at_; }  // bytes used so far

private:
    ByteView payload_;
    std::size_t at_ = 0;
    int left_;
    Protocol protocol_;
    bool failed_ = false;
};

// The data must fit max_chunk_data() (assert).
void write_chunk(Bytes& out, const Chunk& chunk, Protocol protocol);

}  // namespace tickreel::teeworlds
