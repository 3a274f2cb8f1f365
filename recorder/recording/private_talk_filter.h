#pragma once
// Leaves out what players say to some players only, before anything of it reaches a file.

#include <algorithm>

#include "recorder/recording/privacy.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel {

class PrivateTalkFilter final : public FrameSink {
public:
    PrivateTalkFilter(const Game& game, FrameSink& next) : game_(game), next_(next) {}

    std::uint64_t left_out() const { return left_out_; }

    TypeId add_type(const ItemType& type) override {
        const TypeId id = next_.add_type(type);
        schema_.add(type);
        return id;
    }
    void set_property(std::string_view key, std::string_view value) override {
        next_.set_property(key, value);
    }
    void begin_segment(const Segment& segment) override { next_.begin_segment(segment); }
    void add_attachment(const Attachment& attachment) override { next_.add_attachment(attachment); }
    void add_marker(const Marker& marker) override { next_.add_marker(marker); }
    void add_gap(const Gap& gap) override { next_.add_gap(gap); }
    void add_frame(const Frame& frame) override {
        const auto is_private = [this](const Event& event) {
            return is_private_talk(game_, schema_[event.type], event.row);
        };
        if (std::none_of(frame.events.begin(), frame.events.end(), is_private))
            return next_.add_frame(frame);
        Frame rest = frame;
        left_out_ += std::erase_if(rest.events, is_private);
        next_.add_frame(rest);
    }
    Result<void> finish() override { return next_.finish(); }

private:
    const Game& game_;
    FrameSink& next_;
    Schema schema_{};  // the same ids: each type is added once, in the same order
    std::uint64_t left_out_ = 0;
};

}  // namespace tickreel
