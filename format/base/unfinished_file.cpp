#include "tickreel/base/unfinished_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <new>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/exists_already.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTemporary = ".tmp-";

Result<void> sync_path(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return fail("cannot open it again: ", errno_text());
    // Not every file system can sync; that is not an error.
    const bool done = ::fsync(file) == 0 || errno == EINVAL || errno == EROFS;
    const int reason = errno;
    ::close(file);
    if (!done) return fail("cannot sync: ", errno_text(reason));
    return {};
}

Result<void> sync_all(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error))
        for (const auto& entry : fs::recursive_directory_iterator(path, error))
            if (auto done = sync_path(entry.path().string()); !done) return done;
    if (error) return fail("cannot look into ", path, ": ", error.message());
    return sync_path(path);
}

std::string parent_folder(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

bool is_empty_folder(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored) && fs::is_empty(path, ignored);
}

Result<void> rename_to(const std::string& from, const std::string& to, IfExists if_exists) {
    const bool refuse = if_exists == IfExists::Refuse && !is_empty_folder(to);
    int done = refuse ? ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE)
                      : std::rename(from.c_str(), to.c_str());
    if (done != 0 && refuse && (errno == EINVAL || errno == ENOSYS)) {
        // The file system has no atomic operation for it.
        struct stat there {};
        errno = EEXIST;
        done = ::lstat(to.c_str(), &there) == 0 ? -1 : std::rename(from.c_str(), to.c_str());
    }
    if (done == 0) return {};
    if (errno == EEXIST || errno == ENOTEMPTY) return fail(kExistsAlready);
    return fail("cannot get its name: ", errno_text());
}

}  // namespace

Result<void> check_folder_of(const std::string& path) {
    std::error_code ignored;
    const fs::path folder = fs::path(path).parent_path();
    if (folder.empty() || fs::is_directory(folder, ignored)) return {};
    return fail("its folder does not exist; create ", folder.string(), " first");
}

// A list of them that needs no memory: it is for when there is none.
struct UnfinishedFile::Remaining {
    std::mutex mutex{};
    UnfinishedFile* first = nullptr;
};

UnfinishedFile::Remaining& UnfinishedFile::remaining() {
    static constinit Remaining all;
    return all;
}

UnfinishedFile::UnfinishedFile(std::string final_path, std::string folder)
    : final_(std::move(final_path)), folder_(std::move(folder)) {
    path_ = (fs::path(folder_) / fs::path(final_).filename()).string();
    const std::lock_guard lock(remaining().mutex);
    next_ = std::exchange(remaining().first, this);
}

Result<std::unique_ptr<UnfinishedFile>> UnfinishedFile::create(const std::string& final_path) {
    std::string pattern = concat(final_path, kTemporary, "XXXXXX");
    if (::mkdtemp(pattern.data()) == nullptr) {
        const std::string error = errno_text_at(final_path, errno);
        const auto folder = check_folder_of(final_path);
        return folder ? fail("cannot create: ", error) : folder.error();
    }
    return std::unique_ptr<UnfinishedFile>(new UnfinishedFile(final_path, std::move(pattern)));
}

void UnfinishedFile::remove_abandoned(const std::string& final_path) {
    const fs::path final(final_path);
    const std::string begin = concat(final.filename().string(), kTemporary);
    const fs::path beside = final.has_parent_path() ? final.parent_path() : ".";
    std::vector<fs::path> found;
    std::error_code error;
    for (auto it = fs::directory_iterator(beside, error); !error && it != fs::directory_iterator();
         it.increment(error))
        if (it->path().filename().string().starts_with(begin)) found.push_back(it->path());
    for (const fs::path& folder : found) fs::remove_all(folder, error);
}

UnfinishedFile::~UnfinishedFile() {
    {
        const std::lock_guard lock(remaining().mutex);
        UnfinishedFile** at = &remaining().first;
        while (*at != this) at = &(*at)->next_;
        *at = next_;
    }
    remove();
}

void UnfinishedFile::remove_remaining() noexcept {
    const std::lock_guard lock(remaining().mutex);
    for (const UnfinishedFile* one = remaining().first; one != nullptr; one = one->next_)
        one->remove();
}

void UnfinishedFile::remove() const noexcept {
    try {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    } catch (const std::bad_alloc&) {  // no memory for that: then at least what is known
        ::unlink(path_.c_str());
        ::rmdir(folder_.c_str());
    }
}

Result<void> UnfinishedFile::publish(const std::string& final_path, IfExists if_exists) {
    if (auto done = sync_all(path_); !done) return done;
    if (auto done = rename_to(path_, final_path, if_exists); !done) return done;
    // Best effort: not every file system can sync folders.
    static_cast<void>(sync_path(parent_folder(final_path)));
    return {};
}

Result<void> write_whole_file(const std::string& path, ByteView bytes, IfExists if_exists) {
    const auto file = UnfinishedFile::create(path);
    if (!file) return file.error();
    const auto sink = (*file)->open();
    if (!sink) return sink.error();
    Result<void> done = (*sink)->write(bytes);
    if (done) done = (*sink)->close();
    return done ? (*file)->publish(if_exists) : done;
}

Result<void> write_whole_file(const std::string& path, std::string_view text, IfExists if_exists) {
    return write_whole_file(path, {reinterpret_cast<const Byte*>(text.data()), text.size()},
                            if_exists);
}

}  // namespace tickreel
