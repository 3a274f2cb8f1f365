#pragma once
// The shapes of the views in a recording's schema. Its columns may be those of older layouts.

#include <map>

#include "recorder/games/firefall/view_shape.h"

namespace tickreel::firefall {

class ViewShapes {
public:
    // Must outlive this object.
    explicit ViewShapes(const ProtocolLayout& protocol) : protocol_(protocol) {}

    // nullptr: not a view, or no layout has its columns.
    const ViewShape* find(const ItemType& type);

private:
    std::optional<ViewShape> make(const ItemType& type, std::uint8_t typecode);

    const ProtocolLayout& protocol_;
    std::map<std::uint8_t, ViewLayout> unnamed_{};
    std::map<std::uint8_t, std::optional<ViewShape>> shapes_{};
};

}  // namespace tickreel::firefall
