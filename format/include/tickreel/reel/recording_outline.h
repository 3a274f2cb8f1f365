#pragma once
// What a recording is apart from its frames, learned while these pass by: what ReelReader says of
// the file that ReelWriter makes of them, without making one. Memory: a snapshot, and what the
// footer of that file would hold.

#include <memory>
#include <span>

#include "tickreel/model/frame_sink.h"
#include "tickreel/reel/contents.h"
#include "tickreel/reel/recording_info.h"
#include "tickreel/reel/statistics.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

class RecordingOutline final : public FrameSink {
public:
    explicit RecordingOutline(const RecordingInfo& info);
    RecordingOutline(RecordingOutline&&) noexcept;
    RecordingOutline& operator=(RecordingOutline&&) noexcept;
    ~RecordingOutline() override;

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override;
    void add_marker(const Marker& marker) override;
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;
    Result<void> finish() override;

    const RecordingInfo& info() const;
    const Schema& schema() const;
    // After finish().
    const Timeline& timeline() const;
    std::span<const Gap> gaps() const;          // in time order
    std::span<const ChunkInfo> chunks() const;  // without their places and sizes
    Statistics statistics() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tickreel
