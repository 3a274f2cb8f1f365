#pragma once
// Messages that come before there is anything to tell: Sv_Record without a record.

#include <algorithm>
#include <span>

#include "tickreel/model/row.h"

namespace tickreel {

// Of an event's fields: whether it has some and none has a value.
inline bool says_nothing(std::span<const Value> fields) {
    return !fields.empty() &&
           std::all_of(
               fields.begin(), fields.end(),
               [](const Value& value) { return std::holds_alternative<std::monostate>(value); });
}

}  // namespace tickreel
