#pragma once
// Frames of several recordings one by one, for readers that pull. Holds a bounded stretch of frames
// in memory and reads only the chunks that the bounds touch.

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tickreel/base/problem.h"
#include "tickreel/model/evolver.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// One recording as tables see it.
struct ReelFile {
    std::string path{};  // as the `file` column says it
    const ReelReader* reel = nullptr;
    MomentRange range{};       // nothing outside is in the tables
    EvolverMakers evolvers{};  // for the columns of use Evolved
};

// Ticks [from, to], of every segment.
struct TickBounds {
    Tick from = std::numeric_limits<Tick>::min();
    Tick to = std::numeric_limits<Tick>::max();
    bool operator==(const TickBounds&) const = default;
};

class SharedFrames;
using FrameBatch = std::shared_ptr<const std::vector<Frame>>;

class FrameCursor {
public:
    FrameCursor(std::span<const ReelFile> files, TickBounds bounds, ProblemSink problems)
        : files_(files), bounds_(bounds), problems_(std::move(problems)) {}
    // Frames of the only file that others read as well, as one of the readers.
    FrameCursor(std::span<const ReelFile> file, SharedFrames& shared, std::size_t reader)
        : files_(file), shared_(&shared), reader_(reader) {}

    // Error: the reader's. False: no more.
    Result<bool> next();
    const Frame& frame() const { return (*batch_)[at_]; }  // stays there until next() reads on
    bool at_last_in_memory() const { return !batch_ || at_ + 1 >= batch_->size(); }
    bool at_first_in_memory() const { return at_ == 0; }
    // The frames in memory: a group of the recording, or a part of one that is too large.
    std::span<const Frame> in_memory() const { return *batch_; }
    const FrameBatch& stretch() const { return batch_; }  // who holds it keeps them
    bool in_last_file() const { return file_ + 1 >= files_.size(); }
    // Instead of next(): all frames of the next stretch; nothing at the end.
    Result<FrameBatch> take_batch();
    // Of the frame; after the end of the last one.
    std::size_t file() const { return std::min(file_, files_.size() - 1); }

private:
    MomentRange next_range(const ReelFile& file);
    Result<void> read(const ReelFile& file, MomentRange range, std::vector<Frame>& into);

    std::span<const ReelFile> files_;
    TickBounds bounds_;
    ProblemSink problems_;
    std::size_t file_ = 0;
    std::size_t chunk_ = 0;  // the first that is not read yet
    bool resumed_ = false;   // the batch was full: go on after its last frame
    Moment resume_{};
    SharedFrames* shared_ = nullptr;
    std::size_t reader_ = 0;
    FrameBatch batch_;
    std::size_t at_ = 0;
};

}  // namespace tickreel
