#pragma once
// Reads a .reel. Opens finished, unfinished, cut and damaged files; what is missing is in
// damage(), never an exception and never a wrong frame. Holds the index and a small cache of
// decoded groups, never the file. Const methods may be called from several threads.

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
    // Decoded chunks that are kept: some groups of a crowded match, minutes of a small one. The
    // last one is kept in any case.
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
    // Of the same markers: the numbers by which mark.h edits and deletes them. They never change.
    std::span<const std::uint32_t> marker_numbers() const;
    std::span<const Gap> gaps() const;  // losses that the recorder reported, in time order
    std::span<const ChunkInfo> chunks() const;
    std::span<const AttachmentInfo> attachments() const;
    Result<Bytes> attachment(std::size_t index) const;  // checked against its sha256
    std::span<const Damage> damage() const;  // found so far; reading chunks may add to it
    bool finished() const;                   // footer and trailer were there
    std::uint64_t file_bytes() const;
    // From the footer; of an unfinished file, and when damage is known, counted on first use.
    Result<Statistics> statistics() const;

    // The last frame at or before the moment within its segment (the first frame when the moment
    // is before all). Index lookup, one contiguous read, decoding of at most one group.
    Result<Frame> at(Moment moment) const;
    // The first frame after / the last frame before it, across segments; nothing at the ends.
    Result<std::optional<Frame>> next(Moment after) const;
    Result<std::optional<Frame>> previous(Moment before) const;

    // Every frame in [from, to) in order until `visit` returns false; each chunk is decoded once.
    // Damaged chunks are reported and skipped.
    Result<void> scan(MomentRange range, const ProblemSink& problems,
                      const std::function<bool(const Frame&)>& visit) const;
    MomentRange everything() const;

    // Reads every record of the file front to back and checks it against its checksums, also the
    // copies that reading never needs. What is wrong goes to `problems` and to damage(). Says how
    // many records are sound. Does not decode frames: that is scan().
    Result<std::uint64_t> check_records(const ProblemSink& problems) const;

    // Whether every record holds its checksum. Reads the whole file on first use.
    bool sound() const;

    // Live tail: takes in what was appended since. True when something new is there. Not
    // thread-safe against the const methods.
    Result<bool> refresh();

private:
    friend class ReelCursor;  // cursor.h: playback, frame by frame
    ReelReader();
    std::unique_ptr<ReaderCore> core_;
};

// Everything of a reel into any sink: types, properties, segments, frames of the range, markers,
// attachments. The body of cut, export, optimize and recover. Does not call finish().
// `first_segment` is the number that the sink will give to the next segment (merging). `stopped`
// is asked at every frame; true ends the copy with an error.
Result<void> copy_frames(const ReelReader& from, MomentRange range, const ProblemSink& problems,
                         FrameSink& into, std::uint32_t first_segment = 0,
                         const std::function<bool()>& stopped = {});

}  // namespace tickreel
