#pragma once
// What answers beside a recording: the control socket and the metrics page, each on a thread for
// itself.

#include "recorder/commands/control.h"
#include "recorder/commands/record_arguments.h"
#include "recorder/net/stream_server.h"
#include "recorder/recording/recording_session.h"

namespace tickreel {

struct RecordHelpers {
    std::unique_ptr<Control> control{};
    std::unique_ptr<StreamServer> socket{};
    std::unique_ptr<StreamServer> page{};
};

// Those that the options ask for. On failure the exit code, after printing the error. All that is
// given outlives them.
std::optional<int> start_helpers(const CommandLine& line, const RecordArguments& arguments,
                                 RecordingSession& session, const Clock& clock,
                                 ControlRequests& requests, RecordHelpers& helpers);

}  // namespace tickreel
