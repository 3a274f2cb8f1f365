#pragma once
// Reads .reel files: finished, unfinished, cut and damaged ones. damage() lists what is missing;
// there are no exceptions and never a wrong frame. Keeps the index and a small cache of decoded
// groups in memory, never the file. Const methods may be called from several threads.

#include <memory>
#include <optional>
#include <span>

#include "tickreel/base/file.h"
#include "tickreel/base/problem.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/frame_sink.h"
#include "tickreel/model/schema.h"
#include "tickreel/reel/contents.h"
#include "tickreel/reel/recording_info.h"
#include "tickreel/reel/statistics.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

struct ReaderCore;

struct ReadOptions {
    // Cache of decoded chunks: a few groups of a crowded match, minutes of a small one. The most
    // recent chunk is kept even if it is larger.
    std::size_t cache_bytes = 32U << 20;
};

class ReelReader {
public:
    static Result<std::unique_ptr<ReelReader>> open(std::unique_ptr<ByteSource> source,
                                                    const ReadOptions& options = {});
    ~ReelReader();

    const RecordingInfo& info() const;
    const Schema& schema() const;
    std::span<const Segment> segments() const;
    const Timeline& timeline() const;
    std::span<const Marker> markers() const;  // in time order
    // Parallel to markers(): the numbers by which mark.h edits and deletes them. They never change.
    std::span<const std::uint32_t> marker_numbers() const;
    std::span<const Gap> gaps() const;  // losses reported by the recorder, in time order
    std::span<const ChunkInfo> chunks() const;
    std::span<const AttachmentInfo> attachments() const;
    Result<Bytes> attachment(std::size_t index) const;  // verified against its SHA-256
    std::span<const Damage> damage() const;             // found so far; reading chunks may add more
    bool finished() const;                              // footer and end record are present
    std::uint64_t file_bytes() const;
    // From the footer; for unfinished or damaged files counted from the frames on first use.
    Result<Statistics> statistics() const;

    // The last frame at or before the moment within its segment (the segment's first frame if the
    // moment precedes it). Cost: an index lookup, one contiguous read, decoding at most one group.
    Result<Frame> at(Moment moment) const;
    // The first frame after / the last frame before a moment, across segments; empty at the ends.
    Result<std::optional<Frame>> next(Moment after) const;
    Result<std::optional<Frame>> previous(Moment before) const;

    // Visits every frame in [from, to) in order until `visit` returns false; decodes each chunk
    // once. Damaged chunks are reported and skipped.
    Result<void> scan(MomentRange range, const ProblemSink& problems,
                      const std::function<bool(const Frame&)>& visit) const;
    MomentRange everything() const;

    // Reads every record of the file front to back and verifies its checksums, including redundant
    // copies that normal reading never uses. Defects go to `problems` and to damage(). Returns the
    // number of sound records. Does not decode frames: use scan() for that.
    Result<std::uint64_t> check_records(const ProblemSink& problems) const;

    // Whether the checksums of all records match. Reads the whole file on first use.
    bool sound() const;

    // For live files: reads what was appended since. Returns true if there is anything new. Must
    // not run concurrently with the const methods.
    Result<bool> refresh();

private:
    friend const ReaderCore& core_of(const ReelReader& reader);  // for other ways of reading
    ReelReader();
    std::unique_ptr<ReaderCore> core_;
};

// Copies a reel into any sink: types, properties, segments, frames of the range, markers,
// attachments. Used by cut, export, optimize and recover. Does not call finish().
// `first_segment` is the number that the sink will give to the next segment (for merging).
// `stopped` is called for every frame; true ends the copy with an error.
Result<void> copy_frames(const ReelReader& from, MomentRange range, const ProblemSink& problems,
                         FrameSink& into, std::uint32_t first_segment = 0,
                         const std::function<bool()>& stopped = {});

}  // namespace tickreel
