#pragma once
// Notifies systemd about a service of Type=notify: ready, alive, stopping. Does nothing without
// NOTIFY_SOCKET in the environment.

#include <chrono>
#include <string>

namespace tickreel {

class ServiceManager {
public:
    ServiceManager();                             // from the environment
    void notify(const std::string& state) const;  // "READY=1"
    // How often "WATCHDOG=1" is expected; 0: never.
    std::chrono::microseconds watchdog() const { return watchdog_; }

private:
    std::string socket_;
    std::chrono::microseconds watchdog_{0};
};

}  // namespace tickreel
