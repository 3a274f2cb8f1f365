#pragma once
// Forwards everything to another sink and counts it, for final reports and progress bars.

#include <functional>
#include <string>

#include "tickreel/model/forwarding_sink.h"

namespace tickreel {

struct Tally {
    std::uint64_t snapshots = 0;
    std::uint64_t events = 0;
    std::uint64_t markers = 0;
    std::uint64_t attachments = 0;
    std::uint64_t segments = 0;
    std::uint64_t gaps = 0;
    std::string other_times{};  // where what cannot be read makes times in a copy others
};

class TallySink final : public ForwardingSink {
public:
    // `on_frame` may be empty.
    explicit TallySink(FrameSink& next, std::function<void(const Frame&)> on_frame = {})
        : ForwardingSink(next), on_frame_(std::move(on_frame)) {}

    const Tally& tally() const { return tally_; }

    void begin_segment(const Segment& segment) override {
        ++tally_.segments;
        next().begin_segment(segment);
    }
    void add_attachment(const Attachment& attachment) override {
        ++tally_.attachments;
        next().add_attachment(attachment);
    }
    void add_marker(const Marker& marker) override {
        ++tally_.markers;
        next().add_marker(marker);
    }
    void add_gap(const Gap& gap) override {
        ++tally_.gaps;
        next().add_gap(gap);
    }
    void add_frame(const Frame& frame) override {
        ++tally_.snapshots;
        tally_.events += frame.events.size();
        if (on_frame_) on_frame_(frame);
        next().add_frame(frame);
    }

private:
    std::function<void(const Frame&)> on_frame_;
    Tally tally_;
};

}  // namespace tickreel
