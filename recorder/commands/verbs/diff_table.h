#pragma once
// The changes between two snapshots of one recording, as a table.

#include "recorder/commands/output/table.h"
#include "recorder/commands/output/value_style.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

// Columns: change (added, removed, changed), type, id, field, before, after; in item order. An
// added or removed item is one row with an empty field.
Table diff_table(const Schema& schema, const Snapshot& before, const Snapshot& after,
                 const ValueStyle& style = {});

}  // namespace tickreel
