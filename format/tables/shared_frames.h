#pragma once
// Shares the frames of one recording between several readers, so that they are decoded once: all
// readers get the same stretch of frames, and the next one is read when all are done with it. Each
// reader has a separate thread; a reader that stops early must say so, or the others wait
// indefinitely.

#include <condition_variable>
#include <mutex>
#include <optional>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

class SharedFrames {
public:
    // one_core: only one reader at a time is between two calls of next().
    SharedFrames(FrameCursor source, std::size_t readers, bool one_core)
        : source_(std::move(source)),
          asked_(readers, 0),
          gone_(readers, false),
          one_core_(one_core) {}

    // Blocks until the other readers call it too. Empty at the end.
    Result<FrameBatch> next(std::size_t reader);
    void leave(std::size_t reader);
    void stop();  // every later next() fails

private:
    bool everybody_asked() const;
    void read_on();
    void end_turn(std::size_t reader);

    FrameCursor source_;
    std::vector<std::uint64_t> asked_;  // number of calls per reader
    std::vector<bool> gone_;
    bool one_core_;
    std::optional<std::size_t> turn_;  // whose it is
    std::uint64_t read_ = 0;           // number of stretches so far
    Result<FrameBatch> now_{FrameBatch()};
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace tickreel
