#include "tickreel/base/errno_text.h"

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

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

}  // namespace tickreel
