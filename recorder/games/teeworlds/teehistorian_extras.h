#pragma once
// The extra chunks of a .teehistorian that somebody described, and which event each becomes.

#include <array>
#include <cstdint>
#include <string_view>

#include "recorder/games/teeworlds/wire/uuid.h"
#include "tickreel/model/schema.h"

namespace tickreel::teeworlds {

// What an extra says: its parts in order, of which some are left out.
enum class ExtraPart : std::uint8_t { Int, Text, SkipText, SkipUuid };

struct ExtraField {
    ExtraPart part = ExtraPart::Int;
    std::string_view name{};
    Role role = Role::None;
};

struct ExtraFacts {
    std::string_view chunk{};  // its UUID is made of this
    std::string_view event{};  // "": left out
    EventClass about = EventClass::Other;
    std::array<ExtraField, 4> fields{};
    std::size_t count = 0;  // of these
};

// nullptr: nobody described it.
const ExtraFacts* find_extra(const Uuid& uuid);

}  // namespace tickreel::teeworlds
