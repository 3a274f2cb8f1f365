#pragma once
// Collects the frames of the open chunk and knows when it is full. Memory is bounded by what the
// frames hold, not by how many there are.

#include <span>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

class ChunkBuilder {
public:
    ChunkBuilder(double ticks_per_second, double seconds)
        : ticks_per_second_(ticks_per_second), seconds_(seconds) {}

    // True when `frame` belongs into the next chunk: too late, or too far, for this one.
    bool ends_before(const Frame& frame) const;
    void add(Frame frame);
    bool full() const;
    // True when a frame that follows at the shortest step so far would be too late: a reader of a
    // growing file need not wait for it.
    bool over() const;
    bool empty() const { return frames_.empty(); }
    std::span<const Frame> frames() const { return frames_; }
    void clear();

private:
    double ticks_per_second_;
    double seconds_;
    std::vector<Frame> frames_;
    Snapshot last_;                   // also of the chunk before: what the next frame changes
    std::uint64_t raw_words_ = 0;     // what the frames hold in memory
    std::uint64_t stored_bytes_ = 0;  // a rough guess of the encoded size
    Tick step_ = 0;                   // the shortest within a chunk so far; 0 = none
};

// Recorded seconds from one frame to a later one, by tick or by clock, whichever is more.
double seconds_between(const Frame& from, const Frame& to, double ticks_per_second);

}  // namespace tickreel
