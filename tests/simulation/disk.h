#pragma once
// The disk and the process life of the recorder: the simulator's program has its own open(),
// write() ..., which ask here what is to happen to a file of the scratch folder. Everything else
// goes to the real system.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/simulation/random.h"

namespace tickreel::sim {

class Disk {
public:
    explicit Disk(std::string folder, std::uint64_t seed);
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;
    ~Disk();
    static Disk* running();  // there is one at a time

    const std::string& folder() const { return folder_; }

    // Faults, until they are taken back.
    bool full = false;            // ENOSPC
    unsigned errors = 0;          // EIO, per thousand calls
    bool no_descriptors = false;  // EMFILE
    bool short_writes = false;
    bool lying_sync = false;  // what is synced is as good as not
    bool aside = false;       // what the simulator itself does with its files always works
    // A file is opened, written or synced: that takes time, in which others do something.
    std::function<void()> on_wait{};

    // SIGKILL at the n-th system call from now: nothing changes from then on.
    void kill_at(std::uint64_t calls, std::function<void()> at_that_moment);
    void call();  // one that changes something
    // The same, at the n-th allocation.
    void kill_at_allocation(std::uint64_t count, std::function<void()> at_that_moment);
    void allocated() {
        if (allocations_left_ != 0 && --allocations_left_ == 0) die();
    }
    void wait() {
        if (on_wait && !dead_) on_wait();
    }
    bool dead() const { return dead_; }
    void revive();
    // What was not synced is partly gone.
    void cut_power();

    std::size_t open_files() const { return paths_.size(); }
    std::uint64_t bad_closes() const { return bad_closes_; }

    // For the system calls. 0, or what errno becomes.
    bool ours(const char* path) const;
    bool ours(int fd) const { return paths_.count(fd) != 0; }
    int may_open(bool creates);
    int may_write(std::size_t& size, bool appends);
    int may_sync();
    void opened(int fd, const char* path);
    void closing(int fd);
    void bad_close() { ++bad_closes_; }
    void synced(int fd);

private:
    void die();

    std::string folder_;
    Random random_;
    std::map<int, std::string> paths_;
    std::map<std::string, std::uint64_t> synced_;  // bytes that a power cut leaves
    std::set<std::string> named_;                  // whose folder was synced
    bool dead_ = false;
    std::uint64_t calls_left_ = 0;  // 0: no kill is planned
    std::uint64_t allocations_left_ = 0;
    std::function<void()> at_kill_{};
    std::uint64_t bad_closes_ = 0;
};

}  // namespace tickreel::sim
