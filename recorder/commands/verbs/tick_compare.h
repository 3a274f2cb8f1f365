#pragma once
// What changed between two snapshots of one recording, field by field.

#include <string>

#include "recorder/commands/output/table.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// Columns: change (added, removed, changed), type, id, field, before, after. An item that came or
// went is one row with an empty field.
Table compare_ticks(const Schema& schema, const Snapshot& before, const Snapshot& after);

}  // namespace tickreel
