#pragma once
// Pulls frames of several recordings one by one. Holds a bounded stretch of frames in memory and
// reads only the chunks within the bounds.

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tickreel/base/problem.h"
#include "tickreel/model/evolver.h"
#include "tickreel/model/tick_steps.h"
#include "tickreel/reel/item_columns.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class StayCache;

// A recording as input for tables.
struct ReelFile {
    std::string path{};  // shown in the `file` column
    const ReelReader* reel = nullptr;
    MomentRange range{};       // rows outside it are excluded
    EvolverMakers evolvers{};  // for the columns of use Evolved
    // Names are read once for everybody who has the same one; nullptr: anew each time.
    std::shared_ptr<StayCache> stays{};
    TickSteps steps{};  // of tables of items only the first snapshot of each; events are all there
};

// Segments of recordings.
using PlaceSet = std::set<std::pair<const ReelReader*, std::uint32_t>>;
// Rows at one end of a table: the first or the last in order of ticks.
struct FewRows {
    std::uint64_t rows = 0;
    bool last = false;
    bool operator==(const FewRows&) const = default;
};

// Entity numbers as the column `id` has them, rising.
using IdList = std::vector<std::int64_t>;

// Which frames are wanted: ticks [from, to] of every segment, or of some.
struct TickBounds {
    Tick from = std::numeric_limits<Tick>::min();
    Tick to = std::numeric_limits<Tick>::max();
    // Microseconds since 1970, inclusive. Groups of chunks are left out by it, not single frames.
    std::int64_t time_from = std::numeric_limits<std::int64_t>::min();
    std::int64_t time_to = std::numeric_limits<std::int64_t>::max();
    std::shared_ptr<const PlaceSet> places{};  // nullptr = all
    std::optional<FewRows> few{};              // no others, whatever they are
    std::shared_ptr<const IdList> ids{};       // only these items; nullptr = all
    bool operator==(const TickBounds&) const = default;

    bool has_times() const {
        const TickBounds all;
        return time_from != all.time_from || time_to != all.time_to;
    }
};
// What either wants, what both want.
TickBounds hull(const TickBounds& a, const TickBounds& b);
TickBounds both(const TickBounds& a, const TickBounds& b);
// Those that hold whole steps of the files: then the first snapshot of a step is known. Times and
// numbers of rows say nothing about where steps begin.
TickBounds whole_steps(TickBounds bounds, std::span<const ReelFile> files);

// What is wanted of frames besides ticks, times, wire facts and events: what is not costs next to
// nothing (part_scan.h).
struct FrameFilter {
    std::function<bool(const Schema&, TypeId)> items{};  // of which types
    bool sizes = false;                                  // how large whole snapshots are
    // Of the only such type: these words (rising), as columns beside frames without snapshots.
    std::function<std::vector<std::uint32_t>(const ItemType&)> words{};
    bool bare = false;  // wire facts and events are not wanted
};

class SharedFrames;
class GroupTimes;
using FrameBatch = std::shared_ptr<const std::vector<Frame>>;

class FrameCursor {
public:
    FrameCursor(std::span<const ReelFile> files, TickBounds bounds, ProblemSink problems,
                std::optional<FrameFilter> filter = {});  // none: whole frames
    // Reads a single file together with other readers that share its frames.
    FrameCursor(std::span<const ReelFile> file, SharedFrames& shared, std::size_t reader);

    FrameCursor(FrameCursor&&) noexcept;
    FrameCursor& operator=(FrameCursor&&) noexcept;
    ~FrameCursor();

    // Error: from the reader. False: no more frames.
    Result<bool> next();
    const Frame& frame() const { return (*batch_)[at_]; }  // valid until next() reads more frames
    // Of the frame's whole snapshot, when wished for.
    std::uint32_t items() const { return sizes_[at_][0]; }
    std::uint32_t words() const { return sizes_[at_][1]; }
    // Its items, when wished for as columns; no columns: it has none.
    const ItemColumns* columns() const { return columns_[at_].first.get(); }
    std::size_t block() const { return columns_[at_].second; }
    bool at_last_in_memory() const { return !batch_ || at_ + 1 >= batch_->size(); }
    bool at_first_in_memory() const { return at_ == 0; }
    // The frames in memory: a group of the recording, or a part of a group that is too large.
    std::span<const Frame> in_memory() const { return *batch_; }
    const FrameBatch& stretch() const { return batch_; }  // holding it keeps the frames
    bool in_last_file() const { return file_ + 1 >= files_.size(); }
    // Instead of next(): all frames of the next stretch; empty at the end.
    Result<FrameBatch> take_batch();
    // Of the current frame; after the end, of the last one.
    std::size_t file() const { return std::min(file_, files_.size() - 1); }

private:
    MomentRange next_range(const ReelFile& file);
    bool is_wanted(std::size_t first_chunk, std::size_t last_chunk);
    Result<void> read(const ReelFile& file, MomentRange range, std::vector<Frame>& into);
    Result<void> read_parts(const ReelFile& file, MomentRange range, std::vector<Frame>& into);
    bool is_full(const std::vector<Frame>& frames, std::size_t words);

    std::span<const ReelFile> files_;
    TickBounds bounds_;
    ProblemSink problems_;
    std::optional<FrameFilter> filter_{};
    std::optional<std::size_t> wish_of_{};  // the file that these are of
    std::vector<TypeId> wished_types_;
    bool changing_ = false;  // items of these, in the group before
    std::optional<std::vector<std::uint32_t>> wished_words_{};
    std::vector<std::array<std::uint32_t, 2>> sizes_;  // of the batch
    std::vector<std::pair<std::shared_ptr<const ItemColumns>, std::size_t>> columns_;  // likewise
    std::unique_ptr<const GroupTimes> times_;  // of the file, when bounds have times
    std::size_t file_ = 0;
    std::size_t chunk_ = 0;  // the first that is not read yet
    bool resumed_ = false;   // the batch was full: continue after its last frame
    Moment resume_{};
    SharedFrames* shared_ = nullptr;
    std::size_t reader_ = 0;
    FrameBatch batch_;
    std::size_t at_ = 0;
};

}  // namespace tickreel
