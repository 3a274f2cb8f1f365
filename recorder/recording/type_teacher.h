#pragma once
// Gives item types that the decoder does not know the names and fields that a person has written
// down (--schema). Their words stay what they are.

#include <map>
#include <memory>
#include <string>

#include "tickreel/model/frame_sink.h"

namespace tickreel {

// By ItemType::origin: "24", "uuid 76ce455b-...".
using TaughtTypes = std::map<std::string, ItemType, std::less<>>;

class TypeTeacher final : public FrameSink {
public:
    TypeTeacher(std::shared_ptr<const TaughtTypes> taught, FrameSink& next)
        : taught_(std::move(taught)), next_(next) {}

    TypeId add_type(const ItemType& type) override {
        const auto known = type.known ? taught_->end() : taught_->find(type.origin);
        return next_.add_type(known == taught_->end() ? type : known->second);
    }
    void set_property(std::string_view key, std::string_view value) override {
        next_.set_property(key, value);
    }
    void begin_segment(const Segment& segment) override { next_.begin_segment(segment); }
    void add_attachment(const Attachment& attachment) override { next_.add_attachment(attachment); }
    void add_marker(const Marker& marker) override { next_.add_marker(marker); }
    void add_gap(const Gap& gap) override { next_.add_gap(gap); }
    void add_frame(const Frame& frame) override { next_.add_frame(frame); }
    Result<void> finish() override { return next_.finish(); }

private:
    std::shared_ptr<const TaughtTypes> taught_;
    FrameSink& next_;
};

}  // namespace tickreel
