#pragma once
// Where the recordings of `record` go. What cannot be written is said before the first player
// comes.

#include "recorder/commands/match_views.h"
#include "recorder/commands/record_arguments.h"
#include "recorder/recording/kept_parts.h"

namespace tickreel {

// On failure the exit code, after printing the error.
struct RecordPlaces {
    std::unique_ptr<MatchViews> views{};  // of --match
    std::shared_ptr<RecordFiles> files{};
    std::optional<int> failed{};
};
RecordPlaces record_places(const CommandLine& line, const RecordArguments& arguments,
                           const NamePattern& pattern);

// For --keep-last: in each folder where recordings can be, at least one.
Result<std::vector<std::unique_ptr<KeptFolder>>> make_kept_folders(const RecordFiles& files);

}  // namespace tickreel
