#include "tickreel/base/errno_text.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/statvfs.h>

namespace tickreel {

namespace {

// What to try next. Errors of which nothing can be said that helps are not listed.
constexpr std::array<std::pair<int, std::string_view>, 11> kAdvice{{
    {ENOENT, "check the name and its folder"},
    {ENOTDIR, "a part of the name is a file, not a folder; check the name"},
    {ENAMETOOLONG, "choose a shorter name"},
    {EACCES, "choose what your user may use, or run as a user who may"},
    {EROFS, "choose a folder on another disk"},
    {ENOSPC, "free space there or choose another disk"},
    {EDQUOT, "free space there or choose another disk"},
    {EIO, "copy what is there to another disk and try that"},
    {EMFILE, "allow more open files with 'ulimit -n 4096'"},
    {EADDRINUSE, "choose another port"},
    {EADDRNOTAVAIL, "choose an address of this machine ('ip address' lists them)"},
}};
constexpr std::string_view kDeleteFiles =
    "it has no inodes left: delete files there or choose another disk";

}  // namespace

std::string errno_text(int error) {
    std::string text = std::generic_category().message(error);
    for (const auto& [number, next] : kAdvice)
        if (number == error) text.append("; ").append(next);
    return text;
}

std::string errno_text() {
    return errno_text(errno);
}

std::string errno_text_at(const std::string& path, int error) {
    if (error != ENOSPC || !lacks_inodes(path)) return errno_text(error);
    return std::generic_category().message(error) + "; " + std::string(kDeleteFiles);
}

bool lacks_inodes(const std::string& path) {
    struct statvfs disk {};
    std::filesystem::path at = path.empty() ? "." : path;
    while (::statvfs(at.c_str(), &disk) != 0) {
        if (at == at.root_path() || at == ".") return false;
        at = at.has_parent_path() ? at.parent_path() : ".";
    }
    return disk.f_files > 0 && disk.f_favail == 0;  // some file systems do not count them
}

}  // namespace tickreel
