// Preloaded into a program, lets its N-th call of one kind fail: FAIL_CALL=read, write, open, mmap,
// fsync, rename, malloc; FAIL_AT=N (from 1). Calls are counted from the first open of a file whose
// name holds FAIL_FILE, so that only the program's own work is hit. At the end the number of calls
// of each kind is written to the file FAIL_COUNT, if that is set. FAIL_CALLER=program: of the
// allocations only those of the program's own code, by operator new; not of the libraries that it
// has loaded.
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

enum class Call { None, Read, Write, Open, Mmap, Fsync, Rename, Malloc };
constexpr int kCalls = 8;
constexpr const char* kNames[kCalls] = {"none", "read",  "write",  "open",
                                        "mmap", "fsync", "rename", "malloc"};

Call wanted() {
    static const Call call = [] {
        const char* name = std::getenv("FAIL_CALL");
        if (name == nullptr) return Call::None;
        for (int i = 0; i < kCalls; ++i)
            if (std::strcmp(name, kNames[i]) == 0) return static_cast<Call>(i);
        return Call::None;
    }();
    return call;
}

long fail_at() {
    static const long at = std::getenv("FAIL_AT") ? std::atol(std::getenv("FAIL_AT")) : 0;
    return at;
}

std::atomic<long> calls[kCalls];
std::atomic<bool> counting{false};
thread_local bool inside = false;  // getenv() and dlsym() may allocate

bool fails(Call call) {
    if (inside || !counting) return false;
    inside = true;
    const long number = ++calls[static_cast<int>(call)];
    const bool failed = call == wanted() && number == fail_at();
    inside = false;
    return failed;
}

#ifdef FAIL_MALLOC
bool only_program() {
    static const bool only = [] {
        const char* caller = std::getenv("FAIL_CALLER");
        return caller != nullptr && std::strcmp(caller, "program") == 0;
    }();
    return only;
}

// Whether this code is the program's, not a library's.
bool in_program(const void* code) {
    static const auto range = [] {
        std::pair<std::uintptr_t, std::uintptr_t> found{0, 0};
        dl_iterate_phdr(
            [](dl_phdr_info* program, std::size_t, void* to) {
                auto& [from, until] = *static_cast<decltype(found)*>(to);
                from = program->dlpi_addr;
                for (int i = 0; i < program->dlpi_phnum; ++i)
                    if (program->dlpi_phdr[i].p_type == PT_LOAD)
                        until =
                            from + program->dlpi_phdr[i].p_vaddr + program->dlpi_phdr[i].p_memsz;
                return 1;  // the first one is the program
            },
            &found);
        return found;
    }();
    const auto at = reinterpret_cast<std::uintptr_t>(code);
    return at >= range.first && at < range.second;
}
#endif

void begin_at(const char* path) {
    const char* part = std::getenv("FAIL_FILE");
    if (path != nullptr && part != nullptr && std::strstr(path, part) != nullptr) counting = true;
}

template <class Function>
Function* next(const char* name) {
    inside = true;
    auto* found = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
    inside = false;
    return found;
}

#ifdef FAIL_MALLOC
// Of the allocator that the program frees with: jemalloc's or libc's.
void* next_malloc(std::size_t size) {
    static auto* real = next<void*(std::size_t)>("malloc");
    return real(size);
}
#endif

struct Report {
    ~Report() {
        const char* path = std::getenv("FAIL_COUNT");
        if (path == nullptr) return;
        counting = false;
        if (std::FILE* file = std::fopen(path, "w")) {
            for (int i = 0; i < kCalls; ++i)
                std::fprintf(file, "%s %ld\n", kNames[i], calls[i].load());
            std::fclose(file);
        }
    }
} report;

}  // namespace

extern "C" {

ssize_t read(int fd, void* data, size_t size) {
    static auto* real = next<ssize_t(int, void*, size_t)>("read");
    if (!fails(Call::Read)) return real(fd, data, size);
    errno = EIO;
    return -1;
}

ssize_t pread(int fd, void* data, size_t size, off_t offset) {
    static auto* real = next<ssize_t(int, void*, size_t, off_t)>("pread");
    if (!fails(Call::Read)) return real(fd, data, size, offset);
    errno = EIO;
    return -1;
}
ssize_t pread64(int fd, void* data, size_t size, off64_t offset) {
    return pread(fd, data, size, offset);
}

ssize_t write(int fd, const void* data, size_t size) {
    static auto* real = next<ssize_t(int, const void*, size_t)>("write");
    if (fd <= STDERR_FILENO || !fails(Call::Write)) return real(fd, data, size);
    errno = ENOSPC;
    return -1;
}

int open(const char* path, int flags, ...) {
    static auto* real = next<int(const char*, int, ...)>("open");
    std::va_list more;
    va_start(more, flags);
    const int mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(more, int) : 0;
    va_end(more);
    begin_at(path);
    if (!fails(Call::Open)) return real(path, flags, mode);
    errno = EMFILE;
    return -1;
}
int open64(const char* path, int flags, ...) {
    std::va_list more;
    va_start(more, flags);
    const int mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(more, int) : 0;
    va_end(more);
    return open(path, flags, mode);
}

void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
    static auto* real = next<void*(void*, size_t, int, int, int, off_t)>("mmap");
    // Anonymous memory is malloc's.
    if (fd < 0 || !fails(Call::Mmap)) return real(at, size, protection, flags, fd, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

int fsync(int fd) {
    static auto* real = next<int(int)>("fsync");
    if (!fails(Call::Fsync)) return real(fd);
    errno = EIO;
    return -1;
}
int fdatasync(int fd) {
    static auto* real = next<int(int)>("fdatasync");
    if (!fails(Call::Fsync)) return real(fd);
    errno = EIO;
    return -1;
}

int rename(const char* from, const char* to) {
    static auto* real = next<int(const char*, const char*)>("rename");
    if (!fails(Call::Rename)) return real(from, to);
    errno = EIO;
    return -1;
}

#ifdef FAIL_MALLOC
void* malloc(size_t size) {
    if (only_program() || !fails(Call::Malloc)) return next_malloc(size);
    errno = ENOMEM;
    return nullptr;
}
#endif

}  // extern "C"

#ifdef FAIL_MALLOC
void* operator new(std::size_t size) {
    const bool counts = !only_program() || in_program(__builtin_return_address(0));
    void* memory = counts && fails(Call::Malloc) ? nullptr : next_malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
#endif
