#pragma once
// Gives item types that the decoder does not know the names and fields that a person has written
// down (--schema). Their words stay what they are. The property "protocol" comes before the first
// of them.

#include <map>
#include <memory>
#include <string>

#include "recorder/games/game.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/forwarding_sink.h"

namespace tickreel {

// By ItemType::origin: "24", "uuid 76ce455b-..."; of several protocols.
using TaughtTypes = std::multimap<std::string, DescribedType, std::less<>>;

class TypeTeacher final : public ForwardingSink {
public:
    TypeTeacher(std::shared_ptr<const TaughtTypes> taught, FrameSink& next)
        : ForwardingSink(next), taught_(std::move(taught)) {}

    void set_property(std::string_view key, std::string_view value) override {
        if (key == "protocol") protocol_ = value;
        next().set_property(key, value);
    }
    TypeId add_type(const ItemType& type) override {
        if (!type.known) {
            const auto [begin, end] = taught_->equal_range(type.origin);
            for (auto at = begin; at != end; ++at)
                if (is_spoken(at->second.protocol)) return next().add_type(at->second.type);
        }
        return next().add_type(type);
    }

private:
    // "0.6" is a word of "ddnet 0.6 16040".
    bool is_spoken(const std::string& protocol) const {
        return protocol.empty() ||
               concat(" ", protocol_, " ").find(concat(" ", protocol, " ")) != std::string::npos;
    }

    std::shared_ptr<const TaughtTypes> taught_;
    std::string protocol_{};
};

}  // namespace tickreel
