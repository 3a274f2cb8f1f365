#pragma once
// Frames of several recordings one by one, for readers that pull. Holds a bounded stretch of frames
// in memory and reads only the chunks that the bounds touch.

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "format/base/problem.h"
#include "format/reel/reel_reader.h"

namespace tickreel {

// One recording as tables see it.
struct ReelFile {
    std::string path{};  // as the `file` column says it
    const ReelReader* reel = nullptr;
    MomentRange range{};  // nothing outside is in the tables
};

// Ticks [from, to], of every segment.
struct TickBounds {
    Tick from = std::numeric_limits<Tick>::min();
    Tick to = std::numeric_limits<Tick>::max();
    bool operator==(const TickBounds&) const = default;
};

class FrameCursor {
public:
    FrameCursor(std::span<const ReelFile> files, TickBounds bounds, ProblemSink problems)
        : files_(files), bounds_(bounds), problems_(std::move(problems)) {}

    // Error: the reader's. False: no more.
    Result<bool> next();
    const Frame& frame() const { return batch_[at_]; }
    std::size_t file() const { return file_; }

private:
    Result<bool> next_batch();
    MomentRange next_range(const ReelFile& file);
    Result<void> read(const ReelFile& file, MomentRange range);

    std::span<const ReelFile> files_;
    TickBounds bounds_;
    ProblemSink problems_;
    std::size_t file_ = 0;
    std::size_t chunk_ = 0;  // the first that is not read yet
    bool resumed_ = false;   // the batch was full: go on after its last frame
    Moment resume_{};
    std::vector<Frame> batch_;
    std::size_t at_ = 0;
    bool started_ = false;
};

}  // namespace tickreel
