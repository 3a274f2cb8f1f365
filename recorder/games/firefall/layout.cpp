#include "recorder/games/firefall/layout.h"

#include <algorithm>
#include <charconv>

namespace tickreel::firefall {

namespace {

// Typecodes that belong to no entity.
constexpr std::uint8_t kNoEntity = 0;
constexpr std::uint8_t kZoneInstance = 251;

constexpr std::string_view kProtocolPrefix = "gss ";

}  // namespace

bool Condition::holds(std::uint64_t value) const {
    switch (test) {
        case Test::Equal:
            return value == operand;
        case Test::NotEqual:
            return value != operand;
        case Test::AnyBits:
            return (value & operand) != 0;
        case Test::NoBits:
            break;
    }
    return (value & operand) == 0;
}

std::size_t ViewLayout::nullable_count() const {
    return static_cast<std::size_t>(std::count_if(
        fields.begin(), fields.end(), [](const ShadowField& field) { return field.nullable; }));
}

const ViewLayout* ProtocolLayout::find(std::uint8_t typecode) const {
    const auto found = views.find(typecode);
    return found == views.end() ? nullptr : &found->second;
}

std::string_view ProtocolLayout::entity(std::uint8_t typecode) const {
    if (typecode == kNoEntity || typecode == kZoneInstance) return "Generic";
    const ViewLayout* view = find(typecode);
    if (view == nullptr) return {};
    const std::string_view name = view->name;
    return name.substr(0, name.find('_'));
}

const MessageLayout* ProtocolLayout::find_message(std::uint8_t typecode, std::uint8_t id,
                                                  bool from_client) const {
    const auto& all = from_client ? commands : events;
    const auto own = all.find(entity(typecode));
    if (own == all.end()) return nullptr;
    const auto found = own->second.find(id);
    return found == own->second.end() ? nullptr : &found->second;
}

const ProtocolLayout* Layouts::find(std::uint16_t number) const {
    const auto found =
        std::find_if(protocols_.begin(), protocols_.end(),
                     [&](const ProtocolLayout& layout) { return layout.number == number; });
    return found == protocols_.end() ? nullptr : &*found;
}

const ProtocolLayout* find_protocol(std::string_view property) {
    if (property.starts_with(kProtocolPrefix)) property.remove_prefix(kProtocolPrefix.size());
    std::uint16_t number = 0;
    std::from_chars(property.data(), property.data() + property.size(), number);
    return builtin_layouts().find(number);
}

}  // namespace tickreel::firefall
