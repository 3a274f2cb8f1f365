#pragma once
// Gives item types that the decoder does not know the names and fields that a person has written
// down (--schema). Their words stay what they are.

#include <map>
#include <memory>
#include <string>

#include "tickreel/model/forwarding_sink.h"

namespace tickreel {

// By ItemType::origin: "24", "uuid 76ce455b-...".
using TaughtTypes = std::map<std::string, ItemType, std::less<>>;

class TypeTeacher final : public ForwardingSink {
public:
    TypeTeacher(std::shared_ptr<const TaughtTypes> taught, FrameSink& next)
        : ForwardingSink(next), taught_(std::move(taught)) {}

    TypeId add_type(const ItemType& type) override {
        const auto known = type.known ? taught_->end() : taught_->find(type.origin);
        return next().add_type(known == taught_->end() ? type : known->second);
    }

private:
    std::shared_ptr<const TaughtTypes> taught_;
};

}  // namespace tickreel
