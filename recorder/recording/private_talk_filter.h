#pragma once
// Leaves out what players say to some players only, before anything of it reaches a file.

#include <algorithm>

#include "recorder/recording/privacy.h"
#include "tickreel/model/forwarding_sink.h"

namespace tickreel {

class PrivateTalkFilter final : public ForwardingSink {
public:
    PrivateTalkFilter(const Game& game, FrameSink& next) : ForwardingSink(next), game_(game) {}

    std::uint64_t left_out() const { return left_out_; }

    TypeId add_type(const ItemType& type) override {
        const TypeId id = next().add_type(type);
        schema_.add(type);
        return id;
    }
    void add_frame(const Frame& frame) override {
        const auto is_private = [this](const Event& event) {
            return is_private_talk(game_, schema_[event.type], event.row);
        };
        if (std::none_of(frame.events.begin(), frame.events.end(), is_private))
            return next().add_frame(frame);
        Frame rest = frame;
        left_out_ += std::erase_if(rest.events, is_private);
        next().add_frame(rest);
    }

private:
    const Game& game_;
    Schema schema_{};  // the same ids: each type is added once, in the same order
    std::uint64_t left_out_ = 0;
};

}  // namespace tickreel
