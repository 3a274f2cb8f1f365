#pragma once
// What systemd wants to hear of a service of Type=notify: that it is ready, alive and stopping.
// Without NOTIFY_SOCKET in the environment nothing is said.

#include <chrono>
#include <string>

namespace tickreel {

class ServiceManager {
public:
    ServiceManager();                             // from the environment
    void notify(const std::string& state) const;  // "READY=1"
    // How often "WATCHDOG=1" is wanted; 0 = never.
    std::chrono::microseconds watchdog() const { return watchdog_; }

private:
    std::string socket_;
    std::chrono::microseconds watchdog_{0};
};

}  // namespace tickreel
