#pragma once
// The end of a program that showed a recording.

#include <string_view>

#include "player/state/recording_session.h"

namespace tickreel {

// One line on stderr that names what the open recording lacks, if it lacks something. The exit
// code: 0, or 3.
int report_missing(std::string_view program, const RecordingSession& session);

}  // namespace tickreel
