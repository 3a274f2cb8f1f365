#pragma once
// The wire thread of `record`: forwards until somebody asks to stop, and does what signals and the
// control socket ask for.

#include <csignal>

#include "recorder/commands/command_line.h"
#include "recorder/commands/control.h"
#include "recorder/commands/record_arguments.h"
#include "recorder/net/service_manager.h"
#include "recorder/recording/recording_session.h"
#include "tickreel/base/stop_signals.h"

namespace tickreel {

// SIGUSR1: the clip of every client. Create it before the threads, which inherit the blocked
// signal.
class ClipSignal {
public:
    ClipSignal();
    bool arrived() const;

private:
    sigset_t wanted_{};
};

// The address lists; an error if there are none, which changes nothing.
Result<AccessList> read_lists_again(const RecordArguments& arguments);

[[gnu::hot]] void forward_until_stopped(const CommandLine& line, const RecordArguments& arguments,
                                        RecordingSession& session, const StopSignals& signals,
                                        const ClipSignal& clips, ControlRequests& requests,
                                        const ServiceManager& manager);

}  // namespace tickreel
