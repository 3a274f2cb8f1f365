#pragma once
// Writes a match file (FORMAT.md, 7): several recordings of one match, what they share once. Each
// view is described as a FrameSink would be; then its frames come tick by tick with those of the
// others. After a failure the rest is ignored, and finish() returns the first failure.

#include <memory>
#include <span>

#include "tickreel/model/frame_sink.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

// A view, apart from its frames. Types, segments, gaps and markers are numbered as in its
// recording.
struct ViewInfo {
    std::string name{};
    std::chrono::nanoseconds start{};  // UTC since 1970; 0: unknown
    // How far its clock is ahead of the match file's: nothing depends on it but the file's size
    // and the times of the world's frames.
    std::chrono::nanoseconds clock{};
    std::map<std::string, std::string> properties{};
};

struct ViewFrame {
    std::uint32_t view = 0;
    const Frame* frame = nullptr;
};

class MatchWriter {
public:
    MatchWriter(std::unique_ptr<ByteSink> out, const RecordingInfo& info, const ReelOptions& = {});
    ~MatchWriter();  // without finish() the file stays unfinished

    std::uint32_t add_view(const ViewInfo& view);  // numbered from 0
    void add_type(std::uint32_t view, const ItemType& type);
    void add_attachment(std::uint32_t view, const Attachment& attachment);
    void add_gap(std::uint32_t view, const Gap& gap);
    void add_marker(std::uint32_t view, const Marker& marker);
    // The next segment of the file; then those of the views whose frames will be in it.
    void begin_segment(const Segment& segment);
    void begin_segment(std::uint32_t view, const Segment& segment);
    // One frame each of at least one view, all of the same tick, in the order of the views'
    // numbers.
    void add_tick(std::span<const ViewFrame> frames);
    Result<void> finish();

    Result<void> status() const;
    std::uint64_t bytes_written() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// What a match file is written with: shorter groups than a recording's, whose frames are smaller.
ReelOptions match_options();

}  // namespace tickreel
