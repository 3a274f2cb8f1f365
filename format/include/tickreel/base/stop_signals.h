#pragma once
// SIGINT and SIGTERM asked for instead of suffered, and SIGHUP, unless it was ignored: the end of a
// terminal, and for a service the wish to read its files again. Make one
// before starting threads: they inherit that the signals are blocked. Works also in a script's
// background job, where SIGINT is ignored from the start.

#include <csignal>

namespace tickreel {

enum class Hangup { Stops, Reloads };
enum class Asked { Nothing, Stop, Reload };

class StopSignals {
public:
    explicit StopSignals(Hangup hangup = Hangup::Stops);
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();  // a second Ctrl-C after that ends the program at once

    Asked asked() const;  // since the last question; never blocks
    bool arrived() const { return asked() == Asked::Stop; }

private:
    Hangup hangup_;
    sigset_t wanted_{};
    sigset_t before_{};
};

}  // namespace tickreel
