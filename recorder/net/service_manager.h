#pragma once
// Notifies systemd about a service of Type=notify: ready, alive, stopping. Does nothing without
// NOTIFY_SOCKET in the environment.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace tickreel {

class ServiceManager {
public:
    ServiceManager();                             // from the environment
    void notify(const std::string& state) const;  // "READY=1"
    bool listens() const { return !socket_.empty(); }
    // How often "WATCHDOG=1" is expected; 0: never.
    std::chrono::microseconds watchdog() const { return watchdog_; }

private:
    std::string socket_;
    std::chrono::microseconds watchdog_{0};
};

// While this lives, systemd does not end a service that stops (TimeoutStopSec=) as long as it, or
// who works for it, gets on: as long as what `worked` says grows. It is asked on another thread.
class StopPatience {
public:
    StopPatience(const ServiceManager& manager, std::function<std::chrono::nanoseconds()> worked);
    StopPatience(const StopPatience&) = delete;
    StopPatience& operator=(const StopPatience&) = delete;
    ~StopPatience();

private:
    std::mutex mutex_{};
    std::condition_variable over_{};
    bool ends_ = false;
    std::thread thread_{};
};

// Of all threads of this process but the one that asks.
std::chrono::nanoseconds processor_time();
// Of another process; 0: there is none.
std::chrono::nanoseconds processor_time_of(int process);

}  // namespace tickreel
