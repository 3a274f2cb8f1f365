#pragma once
// Two recordings in step: one match as two clients saw it, or two runs over the same map. Which
// fields differ, from when on and by how much, and how far apart both are at their splits.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Snapshots are in step when they are equally many ticks after these.
struct StepStarts {
    Moment first{};
    Moment second{};
    bool same_match = false;
};
// By tick where both recorded one match (pair_segments() says where).
// Otherwise each from its first snapshot. An error if a recording is empty.
Result<StepStarts> step_starts(const ReelReader& first, const ReelReader& second);

struct FieldInStep {
    std::string type{};
    std::string field{};  // "": the item is only in one of them
    // The first difference: of this item, in this snapshot of the first recording.
    EntityId entity = 0;
    Moment moment{};
    std::string first{};  // as displayed; "absent" for an item
    std::string second{};
    std::uint64_t snapshots = 0;      // with a difference
    std::optional<double> largest{};  // second minus first where they differ most, scaled; numbers
};

// An event of the class race ("Sv_RaceFinish Aster"), or a marker; those of one name count up. Only
// of the segments in which the starts lie.
struct Split {
    std::string name{};
    std::optional<double> first{};  // seconds after the start
    std::optional<double> second{};
};

struct InStep {
    std::uint64_t snapshots = 0;  // that both have
    std::uint64_t only_first = 0;
    std::uint64_t only_second = 0;
    std::vector<FieldInStep> fields{};  // by moment, then in the order of the schema
    std::vector<Split> splits{};        // in the order in which the first, then the second has them
};

// From the starts to the ends of their segments. Types are the same by name; what is damaged is
// left out and goes to `problems`; fields that hold ticks are compared by their distance to the
// start. `progress` gets moments of the first recording.
Result<InStep> compare_in_step(const ReelReader& first, const ReelReader& second,
                               const StepStarts& starts, const ProblemSink& problems,
                               const std::function<void(Moment)>& progress = {});

}  // namespace tickreel
