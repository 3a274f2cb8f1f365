#include "demos/match/run/stop_signal.h"

#include <csignal>

namespace tickreel::match {
namespace {

// The only variable that a signal handler may access.
volatile std::sig_atomic_t stop_asked = 0;

extern "C" void ask_to_stop(int) {
    stop_asked = 1;
}

}  // namespace

StopSignal::StopSignal() {
    stop_asked = 0;
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
}

StopSignal::~StopSignal() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool StopSignal::asked() const {
    return stop_asked != 0;
}

}  // namespace tickreel::match
