#include "recorder/games/firefall/view_shapes.h"

#include "tickreel/base/parse_number.h"

namespace tickreel::firefall {

const ViewShape* ViewShapes::find(const ItemType& type) {
    const auto typecode =
        type.use == TypeUse::Item ? parse_number<std::uint8_t>(type.origin) : std::nullopt;
    if (!typecode) return nullptr;
    auto known = shapes_.find(*typecode);
    if (known == shapes_.end()) known = shapes_.emplace(*typecode, make(type, *typecode)).first;
    return known->second ? &*known->second : nullptr;
}

std::optional<ViewShape> ViewShapes::make(const ItemType& type, std::uint8_t typecode) {
    const ProtocolLayout* former = former_layouts().find(protocol_.number);
    for (const ProtocolLayout* protocol : {&protocol_, former}) {
        const ViewLayout* layout = protocol != nullptr ? protocol->find(typecode) : nullptr;
        if (layout == nullptr) continue;
        ViewShape shape(*layout);
        if (shape.type.fields.size() == type.fields.size()) return shape;
    }
    if (protocol_.find(typecode) != nullptr) return std::nullopt;
    ViewLayout& unnamed = unnamed_[typecode];
    unnamed.name = type.name;
    unnamed.typecode = typecode;
    unnamed.known = false;
    return ViewShape(unnamed);
}

}  // namespace tickreel::firefall
