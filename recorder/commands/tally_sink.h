#pragma once
// Forwards everything to another sink and counts it, for final reports and progress bars.

#include <functional>

#include "tickreel/model/frame_sink.h"

namespace tickreel {

struct Tally {
    std::uint64_t snapshots = 0;
    std::uint64_t events = 0;
    std::uint64_t markers = 0;
    std::uint64_t attachments = 0;
    std::uint64_t segments = 0;
    std::uint64_t gaps = 0;
};

class TallySink final : public FrameSink {
public:
    // `on_frame` may be empty.
    explicit TallySink(FrameSink& next, std::function<void(const Frame&)> on_frame = {})
        : next_(next), on_frame_(std::move(on_frame)) {}

    const Tally& tally() const { return tally_; }

    TypeId add_type(const ItemType& type) override { return next_.add_type(type); }
    void set_property(std::string_view key, std::string_view value) override {
        next_.set_property(key, value);
    }
    void begin_segment(const Segment& segment) override {
        ++tally_.segments;
        next_.begin_segment(segment);
    }
    void add_attachment(const Attachment& attachment) override {
        ++tally_.attachments;
        next_.add_attachment(attachment);
    }
    void add_marker(const Marker& marker) override {
        ++tally_.markers;
        next_.add_marker(marker);
    }
    void add_gap(const Gap& gap) override {
        ++tally_.gaps;
        next_.add_gap(gap);
    }
    void add_frame(const Frame& frame) override {
        ++tally_.snapshots;
        tally_.events += frame.events.size();
        if (on_frame_) on_frame_(frame);
        next_.add_frame(frame);
    }
    Result<void> finish() override { return next_.finish(); }

private:
    FrameSink& next_;
    std::function<void(const Frame&)> on_frame_;
    Tally tally_;
};

}  // namespace tickreel
