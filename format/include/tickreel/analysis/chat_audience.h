#pragma once

#include <string>
#include <string_view>

#include "tickreel/model/row.h"

namespace tickreel {

inline constexpr std::string_view kWhisperTo = "whisper to";  // its player is who gets it

// Who gets a chat line, if not everybody: "team", kWhisperTo, "whisper from", "whisper". Empty for
// other events, and for lines to all.
std::string chat_audience(const ItemType& type, Row row);

// What goes before such a line: "[team] ".
std::string chat_mark(const ItemType& type, Row row);

}  // namespace tickreel
