#pragma once
// The steps of a part of a recording: what the rows before its first ones were is looked for
// backwards, in longer and longer stretches, until it is known of all items of the part.

#include "format/tables/step_memory.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

struct PartOfSteps {
    TickBounds bounds{};  // to be read
    StepSeed seed{};
};

// All of it, but for segments, where it would need several of them. A kill before the row before is
// not looked for.
Result<PartOfSteps> part_of_steps(const TablePlan& plan, std::span<const ReelFile> files,
                                  const TickBounds& wanted, const ProblemSink& problems);

}  // namespace tickreel
