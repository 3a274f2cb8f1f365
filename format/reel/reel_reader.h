#pragma once
// Reads a .reel. Opens finished, unfinished, cut and damaged files; what is missing is in
// damage(), never an exception and never a wrong frame. Holds the index and a small cache of
// decoded groups, never the file. Const methods may be called from several threads.

#include <memory>
#include <optional>
#include <span>

#include "format/base/file.h"
#include "format/base/problem.h"
#include "format/model/frame.h"
#include "format/model/frame_sink.h"
#include "format/model/schema.h"
#include "format/reel/recording_info.h"
#include "format/reel/statistics.h"
#include "format/reel/timeline.h"

namespace tickreel {

struct ChunkInfo {
    std::uint64_t offset = 0;        // of the record in the file
    std::uint32_t stored_bytes = 0;  // record with header
    std::uint32_t raw_bytes = 0;     // payload before compression
    std::uint32_t segment = 0;
    Tick first_tick = 0;
    Tick last_tick = 0;
    std::uint32_t snapshots = 0;
    std::uint16_t codec = 0;
    bool starts_group = false;
};

struct AttachmentInfo {
    std::string name{};
    std::string media{};
    std::uint64_t bytes = 0;
    std::uint64_t stored_bytes = 0;
    std::string sha256{};  // lower-case hex
};

// A stretch of the file that could not be read, and the ticks that went with it where known.
struct Damage {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::string what{};  // "chunk of ticks 400..500: checksum wrong", "file ends inside a record"
    std::optional<Gap> ticks{};
};

class ReelReader {
public:
    static Result<std::unique_ptr<ReelReader>> open(std::unique_ptr<ByteSource> source);
    ~ReelReader();

    const RecordingInfo& info() const;
    const Schema& schema() const;
    std::span<const Segment> segments() const;
    const Timeline& timeline() const;
    std::span<const Marker> markers() const;  // in time order
    std::span<const ChunkInfo> chunks() const;
    std::span<const AttachmentInfo> attachments() const;
    Result<Bytes> attachment(std::size_t index) const;  // checked against its sha256
    std::span<const Damage> damage() const;  // found so far; reading chunks may add to it
    bool finished() const;                   // footer and trailer were there
    std::uint64_t file_bytes() const;
    // From the footer; of an unfinished file counted on first use.
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

    // Live tail: takes in what was appended since. True when something new is there. Not
    // thread-safe against the const methods.
    Result<bool> refresh();

private:
    ReelReader();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Everything of a reel into any sink: types, properties, segments, frames of the range, markers,
// attachments. The body of cut, export, optimize and recover. Does not call finish().
Result<void> copy_frames(const ReelReader& from, MomentRange range, const ProblemSink& problems,
                         FrameSink& into);

}  // namespace tickreel
