#include "tickreel/base/file.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tickreel/base/errno_text.h"
#include "tickreel/base/exists_already.h"
#include "tickreel/base/rewritable_sink.h"

namespace tickreel {

namespace {

// Owns a file descriptor.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    int get() const { return fd_; }
    int close() {
        const int result = fd_ > STDERR_FILENO ? ::close(fd_) : 0;
        fd_ = -1;
        return result;
    }

private:
    int fd_;
};

class FileSource final : public ByteSource {
public:
    explicit FileSource(int fd) : file_(fd) {}

    Result<std::uint64_t> size() const override {
        struct stat status {};
        if (fstat(file_.get(), &status) != 0)
            return fail("cannot tell the file's size: ", errno_text());
        return static_cast<std::uint64_t>(status.st_size);
    }

    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        const Result<std::uint64_t> end = size();
        if (!end) return end.error();
        // Checked before allocating: a length from a damaged file must not cost memory.
        if (offset > *end || length > *end - offset)
            return fail("file ends before offset ", offset, " + ", length, " (it has ", *end,
                        " bytes)");
        Bytes bytes(length);
        std::size_t done = 0;
        while (done < length) {
            const ssize_t n = pread(file_.get(), bytes.data() + done, length - done,
                                    static_cast<off_t>(offset + done));
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return fail("cannot read at offset ", offset + done, ": ", errno_text());
            if (n == 0) return fail("file ends at offset ", offset + done);
            done += static_cast<std::size_t>(n);
        }
        return bytes;
    }

private:
    Descriptor file_;
};

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(Bytes bytes) : bytes_(std::move(bytes)) {}

    Result<std::uint64_t> size() const override { return std::uint64_t{bytes_.size()}; }

    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        if (offset > bytes_.size() || length > bytes_.size() - offset)
            return fail("file ends before offset ", offset, " + ", length, " (it has ",
                        bytes_.size(), " bytes)");
        const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(offset);
        return Bytes(from, from + static_cast<std::ptrdiff_t>(length));
    }

private:
    Bytes bytes_;
};

class FileSink final : public RewritableSink {
public:
    // `folder` contains a new file's name, which must be synced once as well. "": no new file.
    explicit FileSink(int fd, std::string folder = {}) : file_(fd), folder_(std::move(folder)) {}

    Result<void> write(ByteView bytes) override {
        if (!failure_.empty()) return Error{failure_};
        while (!bytes.empty()) {
            const ssize_t n = ::write(file_.get(), bytes.data(), bytes.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return remember("cannot write: ");
            bytes = bytes.subspan(static_cast<std::size_t>(n));
        }
        return {};
    }

    Result<void> rewrite(std::uint64_t offset, ByteView bytes) override {
        if (!failure_.empty()) return Error{failure_};
        while (!bytes.empty()) {
            const ssize_t n =
                ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return remember("cannot write: ");
            bytes = bytes.subspan(static_cast<std::size_t>(n));
            offset += static_cast<std::uint64_t>(n);
        }
        return {};
    }

    Result<void> sync() override {
        if (!failure_.empty()) return Error{failure_};
        // Pipes and terminals cannot be synced; that is not an error.
        if (fdatasync(file_.get()) != 0 && errno != EINVAL && errno != EROFS)
            return remember("cannot sync: ");
        sync_folder();
        return {};
    }

    Result<void> close() override {
        if (file_.close() != 0) return remember("cannot close: ");
        return failure_.empty() ? Result<void>{} : Result<void>{Error{failure_}};
    }

private:
    Error remember(const char* what) {
        if (failure_.empty()) failure_ = what + errno_text();
        return Error{failure_};
    }

    // Best effort: not every file system can sync folders.
    void sync_folder() {
        if (folder_.empty()) return;
        const Descriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.get() >= 0) static_cast<void>(::fsync(folder.get()));
        folder_.clear();
    }

    Descriptor file_;
    std::string folder_;
    std::string failure_;
};

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return path.substr(0, slash + 1);
}

// For a new file: other names of the old one keep it, and who reads or writes it goes on.
void make_way(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) ::unlink(path.c_str());
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path) {
    // A pipe that nobody writes to would be waited for.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return fail("cannot open: ", errno_text());
    auto source = std::make_unique<FileSource>(fd);
    struct stat status {};
    if (fstat(fd, &status) != 0) return fail("cannot tell what it is: ", errno_text());
    if (S_ISDIR(status.st_mode)) return fail("is a directory, not a file; name a file in it");
    if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))
        return fail("is a pipe, not a file; pass it as standard input and '-' as the file");
    if (S_ISCHR(status.st_mode)) return fail("is a device, not a file");
    return std::unique_ptr<ByteSource>(std::move(source));
}

std::unique_ptr<ByteSource> memory_source(Bytes bytes) {
    return std::make_unique<MemorySource>(std::move(bytes));
}

Result<Bytes> read_whole_file(const std::string& path, std::uint64_t limit) {
    const Result<std::unique_ptr<ByteSource>> file = open_file(path);
    if (!file) return file.error();
    const Result<std::uint64_t> size = (*file)->size();
    if (!size) return size.error();
    if (*size > limit) return fail("is larger than the ", limit, " bytes that are read at once");
    return (*file)->read(0, static_cast<std::size_t>(*size));
}

Result<std::unique_ptr<ByteSink>> create_file(const std::string& path, IfExists if_exists) {
    if (path == "-") return std::unique_ptr<ByteSink>(std::make_unique<FileSink>(STDOUT_FILENO));
    if (if_exists == IfExists::Replace) make_way(path);
    int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0644);
    // A device or a pipe, which nobody can replace.
    if (fd < 0 && errno == EEXIST && if_exists == IfExists::Replace)
        fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 && errno == ELOOP) return fail(kIsLink);
    if (fd < 0 && errno == EEXIST) return fail(kExistsAlready);
    if (fd < 0) return fail("cannot create: ", errno_text_at(path, errno));
    return std::unique_ptr<ByteSink>(std::make_unique<FileSink>(fd, folder_of(path)));
}

Result<std::unique_ptr<ByteSink>> append_to_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0) return fail("cannot open for writing: ", errno_text());
    auto sink = std::make_unique<FileSink>(fd);
    // Released with the descriptor. A file system without locks (ENOLCK) is accepted.
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail("another program is writing to it; try again when that is done");
    return std::unique_ptr<ByteSink>(std::move(sink));
}

Result<void> shorten_file(const std::string& path, std::uint64_t size) {
    if (::truncate(path.c_str(), static_cast<off_t>(size)) != 0)
        return fail("cannot be cut to ", size, " bytes: ", errno_text());
    return {};
}

Result<void> MemorySink::write(ByteView bytes) {
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    return {};
}

}  // namespace tickreel
