#pragma once
// Collects the frames of the open chunk and decides when it is full. Memory is limited by the size
// of the frames, not by their number; who only asks how long the chunk gets need not keep them.

#include <span>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

class ChunkBuilder {
public:
    enum class Keep { Frames, Extent };
    ChunkBuilder(double ticks_per_second, double seconds, Keep keep = Keep::Frames)
        : ticks_per_second_(ticks_per_second), seconds_(seconds), keep_(keep) {}

    // True if `frame` must go into the next chunk: its time or tick is too far for this one.
    bool ends_before(const Frame& frame) const;
    void add(const Frame& frame);
    bool full() const;
    // True if even the next frame at the shortest step so far would be too late: the chunk can be
    // closed now, and a reader of a growing file need not wait for that frame.
    bool over() const;
    bool empty() const { return count_ == 0; }
    std::size_t count() const { return count_; }
    Moment first() const { return first_.moment(); }
    Tick last_tick() const { return last_tick_; }
    std::span<const Frame> frames() const { return frames_; }  // none with Keep::Extent
    void clear();

private:
    double ticks_per_second_;
    double seconds_;
    Keep keep_;
    std::vector<Frame> frames_;
    std::size_t count_ = 0;
    Frame first_;  // without its items and events
    Tick last_tick_ = 0;
    Snapshot last_;                   // also of the previous chunk: the base of the next frame
    std::uint64_t raw_words_ = 0;     // memory of the frames
    std::uint64_t stored_bytes_ = 0;  // rough estimate of the encoded size
    Tick step_ = 0;                   // the shortest within a chunk so far; 0: none
};

// Recorded seconds between two frames, by tick or by clock, whichever is longer.
double seconds_between(const Frame& from, const Frame& to, double ticks_per_second);

}  // namespace tickreel
