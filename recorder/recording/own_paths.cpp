#include "recorder/recording/own_paths.h"

#include <cerrno>
#include <filesystem>

#include <stdlib.h>
#include <unistd.h>

namespace tickreel {

bool is_own(const struct stat& status, const std::string& folder) {
    if (status.st_uid == ::geteuid()) return true;
    std::string probe = folder + "/.tickreel-XXXXXX";
    struct stat made {};
    // Nothing can be made there now: the folder itself is of that owner where all is.
    if (::mkdtemp(probe.data()) == nullptr)
        return (errno == ENOSPC || errno == EDQUOT || errno == EROFS) &&
               ::stat(folder.c_str(), &made) == 0 && made.st_uid == status.st_uid;
    const bool same = ::lstat(probe.c_str(), &made) == 0 && made.st_uid == status.st_uid;
    ::rmdir(probe.c_str());
    return same;
}

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

bool is_own_folder(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return false;
    return is_own(status, folder_of(path));
}

}  // namespace tickreel
