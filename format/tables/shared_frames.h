#pragma once
// The frames of one recording for several readers at a time, so that they are decoded once: all get
// the same stretch of frames, and the next one is read when every reader is through with it. Each
// reader is a thread of its own; one that will ask no more must say so, or the others wait for
// ever.

#include <condition_variable>
#include <mutex>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

class SharedFrames {
public:
    SharedFrames(FrameCursor source, std::size_t readers)
        : source_(std::move(source)), asked_(readers, 0), gone_(readers, false) {}

    // Blocks until the others ask as well. Nothing at the end.
    Result<FrameBatch> next(std::size_t reader);
    void leave(std::size_t reader);
    void stop();  // every next() fails from now on

private:
    bool everybody_asked() const;
    void read_on();

    FrameCursor source_;
    std::vector<std::uint64_t> asked_;  // how often, by reader
    std::vector<bool> gone_;
    std::uint64_t read_ = 0;  // how many stretches there were
    Result<FrameBatch> now_{FrameBatch()};
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace tickreel
