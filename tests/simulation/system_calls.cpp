// The program's own open(), write() ...: files of the simulated disk do what it says, all others
// are the system's.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/simulation/disk.h"

namespace {

using tickreel::sim::Disk;

template <class... Arguments>
long direct(long number, Arguments... arguments) {
    return ::syscall(number, arguments...);
}

// -1 with errno if it is to fail.
bool fails(int error) {
    if (error != 0) errno = error;
    return error != 0;
}

Disk* disk_of(int fd) {
    Disk* disk = Disk::running();
    return disk != nullptr && disk->ours(fd) ? disk : nullptr;
}

Disk* disk_of(const char* path) {
    Disk* disk = Disk::running();
    return disk != nullptr && disk->ours(path) ? disk : nullptr;
}

int open_file(int folder, const char* path, int flags, unsigned mode) {
    Disk* disk = disk_of(path);
    if (disk == nullptr) return static_cast<int>(direct(SYS_openat, folder, path, flags, mode));
    const bool changes = (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
    if (changes) disk->wait();
    if (changes) disk->call();
    if (!disk->dead() && fails(disk->may_open(changes))) return -1;
    const bool nowhere = disk->dead() && changes;
    const int fd = static_cast<int>(nowhere ? direct(SYS_openat, folder, "/dev/null",
                                                     flags & (O_WRONLY | O_RDWR | O_CLOEXEC), 0)
                                            : direct(SYS_openat, folder, path, flags, mode));
    if (fd >= 0) disk->opened(fd, path);
    return fd;
}

template <class Real>
ssize_t write_some(int fd, std::size_t size, bool appends, const Real& real) {
    Disk* disk = disk_of(fd);
    if (disk == nullptr) return real(size);
    disk->wait();
    disk->call();
    if (disk->dead()) return static_cast<ssize_t>(size);
    if (fails(disk->may_write(size, appends))) return -1;
    return real(size);
}

int change(Disk* disk, int error, long number, auto... arguments) {
    if (disk != nullptr) {
        disk->call();
        if (disk->dead()) return 0;
        if (fails(error)) return -1;
    }
    return static_cast<int>(direct(number, arguments...));
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list more;
    va_start(more, flags);
    const unsigned mode = va_arg(more, unsigned);
    va_end(more);
    return open_file(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    std::va_list more;
    va_start(more, flags);
    const unsigned mode = va_arg(more, unsigned);
    va_end(more);
    return open_file(AT_FDCWD, path, flags, mode);
}

ssize_t write(int fd, const void* data, size_t size) {
    return write_some(
        fd, size, true, [&](std::size_t part) { return direct(SYS_write, fd, data, part); });
}

ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
    return write_some(
        fd, size, true,
        [&](std::size_t part) { return direct(SYS_pwrite64, fd, data, part, offset); });
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
    return pwrite(fd, data, size, offset);
}

int fdatasync(int fd) {
    Disk* disk = disk_of(fd);
    if (disk != nullptr) disk->wait();
    const int done = change(disk, disk == nullptr ? 0 : disk->may_sync(), SYS_fdatasync, fd);
    if (disk != nullptr && !disk->dead() && done == 0) disk->synced(fd);
    return done;
}

int fsync(int fd) {
    Disk* disk = disk_of(fd);
    if (disk != nullptr) disk->wait();
    const int done = change(disk, disk == nullptr ? 0 : disk->may_sync(), SYS_fsync, fd);
    if (disk != nullptr && !disk->dead() && done == 0) disk->synced(fd);
    return done;
}

int ftruncate(int fd, off_t size) noexcept {
    return change(disk_of(fd), 0, SYS_ftruncate, fd, size);
}

int posix_fallocate(int fd, off_t from, off_t size) {
    Disk* disk = disk_of(fd);
    if (disk != nullptr && disk->full) return ENOSPC;
    return change(disk, 0, SYS_fallocate, fd, 0, from, size) == 0 ? 0 : errno;
}

int unlink(const char* path) noexcept {
    return change(disk_of(path), 0, SYS_unlink, path);
}

int close(int fd) {
    Disk* disk = Disk::running();
    if (disk != nullptr && disk->ours(fd)) disk->closing(fd);
    const int done = static_cast<int>(direct(SYS_close, fd));
    if (done != 0 && errno == EBADF && disk != nullptr) disk->bad_close();
    return done;
}

}  // extern "C"

// Memory that runs out: see Disk::allocated().
void* operator new(std::size_t size) {
    if (Disk* disk = Disk::running()) disk->allocated();
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void* operator new[](std::size_t size) {
    return operator new(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return std::malloc(size == 0 ? 1 : size);  // who asks so can do without: sorting
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return operator new(size, std::nothrow);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
