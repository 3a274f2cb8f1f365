#include "tests/simulation/disk.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tickreel::sim {

namespace {
Disk* running_disk = nullptr;
}  // namespace

Disk::Disk(std::string folder, std::uint64_t seed)
    : folder_(std::move(folder)), random_(seed, "disk") {
    running_disk = this;
}

Disk::~Disk() {
    running_disk = nullptr;
}

Disk* Disk::running() {
    return running_disk;
}

bool Disk::ours(const char* path) const {
    return path != nullptr && !aside && std::string_view(path).substr(0, folder_.size()) == folder_;
}

void Disk::kill_at(std::uint64_t calls, std::function<void()> at_that_moment) {
    calls_left_ = calls + 1;
    at_kill_ = std::move(at_that_moment);
}

void Disk::kill_at_allocation(std::uint64_t count, std::function<void()> at_that_moment) {
    allocations_left_ = count + 1;
    at_kill_ = std::move(at_that_moment);
}

void Disk::call() {
    if (dead_ || calls_left_ == 0 || --calls_left_ != 0) return;
    die();
}

void Disk::die() {
    // The moment looks at files itself.
    calls_left_ = allocations_left_ = 0;
    const std::function<void()> moment = std::exchange(at_kill_, {});
    moment();
    dead_ = true;
}

void Disk::revive() {
    dead_ = false;
    calls_left_ = allocations_left_ = 0;
}

int Disk::may_open(bool creates) {
    if (no_descriptors) return EMFILE;
    if (creates && full) return ENOSPC;
    return creates && random_.chance(errors) ? EIO : 0;
}

int Disk::may_write(std::size_t& size, bool appends) {
    if (full && appends) return ENOSPC;
    if (random_.chance(errors)) return EIO;
    if (short_writes && random_.chance(100)) return EINTR;
    if (short_writes && size > 1 && random_.chance(300)) size = 1 + random_.below(size - 1);
    return 0;
}

int Disk::may_sync() {
    return random_.chance(errors) ? EIO : 0;
}

void Disk::opened(int fd, const char* path) {
    paths_[fd] = path;
}

void Disk::closing(int fd) {
    paths_.erase(fd);
}

void Disk::synced(int fd) {
    if (lying_sync) return;
    if (paths_[fd].back() == '/') {
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            named_.insert(entry.path().string());
        return;
    }
    struct stat status {};
    if (::fstat(fd, &status) == 0) synced_[paths_[fd]] = static_cast<std::uint64_t>(status.st_size);
}

void Disk::cut_power() {
    constexpr std::uint64_t kBlock = 512;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
        if (entry.path().extension() == ".reel") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& path : files) {
        const auto kept = synced_.find(path.string());
        const std::uint64_t size = std::filesystem::file_size(path);
        const std::uint64_t safe = kept == synced_.end() ? 0 : kept->second;
        const bool has_name = kept != synced_.end() && named_.count(path.string()) != 0;
        if (!has_name && random_.chance(300)) {
            std::filesystem::remove(path);
            continue;
        }
        if (size <= safe) continue;
        const std::uint64_t left = safe + random_.below(size - safe + 1);
        std::filesystem::resize_file(path, left);
        const int fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path.c_str(), O_WRONLY, 0));
        const std::vector<char> zeros(kBlock);
        for (std::uint64_t at = safe; at < left; at += kBlock)
            if (random_.chance(150))
                static_cast<void>(
                    ::syscall(SYS_pwrite64, fd, zeros.data(), std::min(kBlock, left - at), at));
        ::syscall(SYS_close, fd);
    }
}

}  // namespace tickreel::sim
