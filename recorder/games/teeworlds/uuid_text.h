#pragma once
// Parses the text form of a UUID in schemas: 32 lower-case hex digits, dashes ignored.

#include "recorder/games/teeworlds/wire/uuid.h"

namespace tickreel::teeworlds {

std::optional<Uuid> parse_uuid(std::string_view text);

}  // namespace tickreel::teeworlds
