#pragma once
// Polls for SIGINT, SIGTERM and, unless it was ignored, SIGHUP (the terminal closed; for a
// service: reload its files). Create it before starting threads, so that they inherit the
// blocked signals. Also works in a script's background job, where SIGINT is ignored from the
// start.

#include <atomic>
#include <csignal>

namespace tickreel {

enum class Hangup { Stops, Reloads };
enum class StopRequest { Nothing, Interrupt, Stop, Reload };  // Interrupt: SIGINT

class StopSignals {
public:
    explicit StopSignals(Hangup hangup = Hangup::Stops);
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();  // a second Ctrl-C after this ends the program immediately

    StopRequest poll() const;  // since the last call; never blocks
    bool arrived() const;      // ever: stays true, so that several places may ask

private:
    Hangup hangup_;
    mutable std::atomic<bool> arrived_{false};
    sigset_t wanted_{};
    sigset_t before_{};
};

}  // namespace tickreel
