#include "recorder/recording/mapped_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include <fcntl.h>
#include <sys/mman.h>

#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

// What a signal handler may look at. A place is free while its size is 0.
struct MappedPlace {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::size_t> bytes{0};
};
std::array<MappedPlace, MappedFile::kMostMapped> mapped_places;
struct sigaction former_action;

extern "C" void on_bus_error(int signal, siginfo_t* info, void*) {
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const MappedPlace& place : mapped_places) {
        const std::uintptr_t begin = place.begin;
        if (at - begin >= place.bytes) continue;
        const int error = errno;
        const bool mapped =
            ::mmap(reinterpret_cast<void*>(begin), place.bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
        errno = error;
        if (mapped) return;
    }
    ::sigaction(signal, &former_action, nullptr);  // it happens again, and ends the program
}

void catch_bus_errors() {
    static const bool once = [] {
        struct sigaction action {};
        action.sa_sigaction = on_bus_error;
        action.sa_flags = SA_SIGINFO;
        return ::sigaction(SIGBUS, &action, &former_action) == 0;
    }();
    (void)once;
}

}  // namespace

Result<MappedFile> MappedFile::map(int file, std::size_t bytes) {
    if (const int error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes)); error != 0) {
        errno = error;
        return fail("no room for it: ", errno_text());
    }
    void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (data == MAP_FAILED) return fail("cannot map it: ", errno_text());
    catch_bus_errors();
    for (MappedPlace& place : mapped_places) {
        std::size_t none = 0;
        if (!place.bytes.compare_exchange_strong(none, bytes)) continue;
        place.begin = reinterpret_cast<std::uintptr_t>(data);
        break;
    }
    return MappedFile(static_cast<Byte*>(data), bytes);
}

MappedFile::~MappedFile() {
    if (data_ == nullptr) return;
    for (MappedPlace& place : mapped_places)
        if (place.begin == reinterpret_cast<std::uintptr_t>(data_)) {
            place.begin = 0;
            place.bytes = 0;
        }
    ::munmap(data_, bytes_);
}

}  // namespace tickreel
