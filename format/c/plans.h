#pragma once
// The tables of one recording.

#include <vector>

#include "format/c/handles.h"
#include "tickreel/export/table_plan.h"

namespace tickreel::c {

Result<std::vector<TablePlan>> plan_reel(const SharedReel& reel);

}  // namespace tickreel::c
