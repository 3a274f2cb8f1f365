#include "recorder/net/service_manager.h"

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace tickreel {

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? "" : value;
}

constexpr auto kLookEvery = std::chrono::seconds(5);
// What gets less of the processor in a minute than this hangs: it waits for a disk, or a lock.
constexpr auto kLeastWork = std::chrono::milliseconds(10);
constexpr const char* kOneMoreMinute = "EXTEND_TIMEOUT_USEC=60000000";

std::chrono::nanoseconds time_of(clockid_t clock) {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) return {};
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

ServiceManager::ServiceManager() : socket_(environment("NOTIFY_SOCKET")) {
    const std::string pid = environment("WATCHDOG_PID");
    if (!pid.empty() && pid != std::to_string(::getpid())) return;
    // Twice as often as it must be.
    watchdog_ = std::chrono::microseconds(std::atoll(environment("WATCHDOG_USEC").c_str()) / 2);
}

void ServiceManager::notify(const std::string& state) const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket_.empty() || socket_.size() >= sizeof address.sun_path) return;
    std::memcpy(address.sun_path, socket_.data(), socket_.size());
    if (address.sun_path[0] == '@') address.sun_path[0] = '\0';  // an abstract name
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
    ::sendto(fd, state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
             reinterpret_cast<const sockaddr*>(&address), length);
    ::close(fd);
}

StopPatience::StopPatience(const ServiceManager& manager,
                           std::function<std::chrono::nanoseconds()> worked) {
    if (!manager.listens()) return;
    thread_ = std::thread([this, &manager, worked = std::move(worked)] {
        std::chrono::nanoseconds told = worked();
        std::unique_lock lock(mutex_);
        while (!over_.wait_for(lock, kLookEvery, [this] { return ends_; })) {
            const std::chrono::nanoseconds now = worked();
            if (now < told) told = {};  // of another process
            if (now - told < kLeastWork) continue;
            told = now;
            manager.notify(kOneMoreMinute);
        }
    });
}

StopPatience::~StopPatience() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    over_.notify_all();
    thread_.join();
}

std::chrono::nanoseconds processor_time() {
    return time_of(CLOCK_PROCESS_CPUTIME_ID) - time_of(CLOCK_THREAD_CPUTIME_ID);
}

std::chrono::nanoseconds processor_time_of(int process) {
    clockid_t clock{};
    if (process <= 0 || ::clock_getcpuclockid(process, &clock) != 0) return {};
    return time_of(clock);
}

}  // namespace tickreel
