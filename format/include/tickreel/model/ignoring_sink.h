#pragma once
// A FrameSink that knows the types and leaves all else. Who wants one kind of thing derives from
// it.

#include "tickreel/model/frame_sink.h"

namespace tickreel {

class IgnoringSink : public FrameSink {
public:
    TypeId add_type(const ItemType& type) override { return schema_.add(type); }
    void set_property(std::string_view, std::string_view) override {}
    void begin_segment(const Segment&) override {}
    void add_attachment(const Attachment&) override {}
    void add_marker(const Marker&) override {}
    void add_gap(const Gap&) override {}
    void add_frame(const Frame&) override {}
    Result<void> finish() override { return {}; }

    const Schema& schema() const { return schema_; }

private:
    Schema schema_{};
};

}  // namespace tickreel
