#pragma once
// The tables of one recording.

#include <string_view>
#include <vector>

#include "format/c/handles.h"
#include "tickreel/export/table_plan.h"

namespace tickreel::c {

// `absent`: types that it has none of, which get tables too.
Result<std::vector<TablePlan>> plan_reel(const SharedReel& reel, const Schema& absent = {});

// "kill" where the recording has no such events: none, and no mistake.
bool is_absent_class(const Schema& schema, std::string_view name);
// The same of a type that the recording's game is known to have.
std::vector<ItemType> absent_here(const SharedReel& reel, std::string_view name);

}  // namespace tickreel::c
