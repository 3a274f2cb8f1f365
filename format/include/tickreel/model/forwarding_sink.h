#pragma once
// A FrameSink that passes everything on. Filters derive from it and override what they change.

#include "tickreel/model/frame_sink.h"

namespace tickreel {

class ForwardingSink : public FrameSink {
public:
    explicit ForwardingSink(FrameSink& next) : next_(next) {}  // must outlive it

    TypeId add_type(const ItemType& type) override { return next_.add_type(type); }
    void set_property(std::string_view key, std::string_view value) override {
        next_.set_property(key, value);
    }
    void begin_segment(const Segment& segment) override { next_.begin_segment(segment); }
    void add_attachment(const Attachment& attachment) override { next_.add_attachment(attachment); }
    void add_marker(const Marker& marker) override { next_.add_marker(marker); }
    void add_gap(const Gap& gap) override { next_.add_gap(gap); }
    void add_frame(const Frame& frame) override { next_.add_frame(frame); }
    Result<void> finish() override { return next_.finish(); }

protected:
    FrameSink& next() const { return next_; }

private:
    FrameSink& next_;
};

}  // namespace tickreel
