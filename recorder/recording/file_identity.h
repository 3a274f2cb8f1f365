#pragma once
// Which file a path names: to see that a file was removed, moved or replaced while it is written.

#include <optional>
#include <string>

#include <sys/stat.h>

namespace tickreel {

struct FileIdentity {
    dev_t device = 0;
    ino_t number = 0;
    bool operator==(const FileIdentity&) const = default;
};

inline std::optional<FileIdentity> identity_of(const std::string& path) {
    struct stat status {};
    if (path.empty() || ::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino};
}

}  // namespace tickreel
