#include "recorder/commands/mounted_disk.h"

#include <algorithm>
#include <utility>

#include <sys/stat.h>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace fs = std::filesystem;

std::string existing_folder(const std::string& folder) {
    std::error_code ignored;
    fs::path there(folder);
    while (!there.empty() && there != there.root_path() && !fs::exists(there, ignored))
        there = there.parent_path();
    return there.empty() ? "." : there.string();
}

namespace {

std::optional<dev_t> device_of(const std::string& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
    return status.st_dev;
}

// Without links; it may be made later.
fs::path whole(const std::string& folder) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(folder, error), error);
}

bool is_around(const fs::path& folder, const fs::path& place) {
    return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first ==
           folder.end();
}

// What the folder would be on if its disk were not mounted; nothing on the disk of the root.
std::optional<dev_t> device_below(const std::string& folder) {
    std::error_code error;
    fs::path path = fs::canonical(existing_folder(folder), error);
    const std::optional<dev_t> own = device_of(path.string());
    for (; !error && own && path != path.root_path(); path = path.parent_path())
        if (const auto other = device_of(path.parent_path().string()); other != own) return other;
    return std::nullopt;
}

}  // namespace

MountedDisk::MountedDisk(std::string folder)
    : folder_(std::move(folder)), place_(whole(folder_)), below_(device_below(folder_)) {}

Result<void> MountedDisk::check() const {
    const std::string there = existing_folder(folder_);
    if (!below_ || device_of(there) != below_) return {};
    // A link that took its place leads elsewhere: what is written there is not hidden when the
    // disk is back.
    std::error_code error;
    const fs::path now = fs::canonical(there, error);
    if (!error && (there == folder_ ? now != place_ : !is_around(now, place_))) return {};
    return fail("the disk of ", folder_, " is not mounted any more");
}

}  // namespace tickreel
