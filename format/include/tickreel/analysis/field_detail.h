#pragma once
// What a field of an event says, in words.

#include <string>

#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// "time 0.9 s"; of a yes the name alone, of a no nothing.
std::string field_detail(const Field& field, const Value& value);

}  // namespace tickreel
