#pragma once
// SIGINT and SIGTERM (and SIGHUP, unless it was ignored) asked for instead of suffered. Make one
// before starting threads: they inherit that the signals are blocked. Works also in a script's
// background job, where SIGINT is ignored from the start.

#include <csignal>

namespace tickreel {

class StopSignals {
public:
    StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();  // a second Ctrl-C after that ends the program at once

    bool arrived() const;  // since the last question; never blocks

private:
    sigset_t wanted_{};
    sigset_t before_{};
};

}  // namespace tickreel
