#include "tickreel/base/stop_signals.h"

#include <ctime>

namespace tickreel {

namespace {

bool is_ignored(int signal) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals(Hangup hangup) : hangup_(hangup) {
    ::sigemptyset(&wanted_);
    ::sigaddset(&wanted_, SIGINT);
    ::sigaddset(&wanted_, SIGTERM);
    if (!is_ignored(SIGHUP)) ::sigaddset(&wanted_, SIGHUP);
    ::pthread_sigmask(SIG_BLOCK, &wanted_, &before_);
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    ::sigaction(SIGINT, &usual, nullptr);
}

StopSignals::~StopSignals() {
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

StopRequest StopSignals::poll() const {
    const timespec at_once{};
    const int signal = ::sigtimedwait(&wanted_, nullptr, &at_once);
    if (signal <= 0) return StopRequest::Nothing;
    if (signal == SIGINT) return StopRequest::Interrupt;
    return signal == SIGHUP && hangup_ == Hangup::Reloads ? StopRequest::Reload : StopRequest::Stop;
}

bool StopSignals::arrived() const {
    if (!arrived_) {
        const StopRequest request = poll();
        arrived_ = request == StopRequest::Interrupt || request == StopRequest::Stop;
    }
    return arrived_;
}

}  // namespace tickreel
