#pragma once
// The tables of one recording.

#include <string_view>
#include <vector>

#include "format/c/handles.h"
#include "tickreel/export/table_plan.h"

namespace tickreel::c {

Result<std::vector<TablePlan>> plan_reel(const SharedReel& reel);

// "kill" where the recording has no such events: none, and no mistake.
bool is_absent_class(const Schema& schema, std::string_view name);

}  // namespace tickreel::c
