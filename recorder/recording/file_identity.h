#pragma once
// Which file a path names, and how long it is: to see that a file was removed, moved, replaced or
// cut while it is written.

#include <cstdint>
#include <optional>
#include <string>

#include <sys/stat.h>

namespace tickreel {

struct FileIdentity {
    dev_t device = 0;
    ino_t number = 0;
    bool operator==(const FileIdentity&) const = default;
};

struct FileLook {
    FileIdentity identity{};
    std::optional<std::uint64_t> bytes{};  // of a regular file
};

// One system call; empty: there is none.
inline std::optional<FileLook> look_at(const std::string& path) {
    struct stat status {};
    if (path.empty() || ::lstat(path.c_str(), &status) != 0) return std::nullopt;
    FileLook look{{status.st_dev, status.st_ino}, {}};
    if (S_ISREG(status.st_mode)) look.bytes = static_cast<std::uint64_t>(status.st_size);
    return look;
}

}  // namespace tickreel
