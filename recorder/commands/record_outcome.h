#pragma once
// How `record` ends: what it says of the whole recording, and its exit code.

#include "recorder/commands/record_arguments.h"
#include "recorder/recording/recording_session.h"

namespace tickreel {

int record_outcome(const CommandLine& line, const RecordArguments& arguments,
                   const SessionReport& report, const RecordFiles& made);

}  // namespace tickreel
