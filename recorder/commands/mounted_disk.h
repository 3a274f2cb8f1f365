#pragma once
// Whether the disk of a folder is still mounted: without it the folder is the mount point below,
// or is made again there, and what is written to it is hidden as soon as the disk is back.

#include <filesystem>
#include <optional>
#include <string>

#include <sys/types.h>

#include "tickreel/base/result.h"

namespace tickreel {

// The folder, or the one in which it will be made.
std::string existing_folder(const std::string& folder);

class MountedDisk {
public:
    // As it is mounted now. On the disk of the root it is never away.
    explicit MountedDisk(std::string folder);
    // An error: it is not mounted any more.
    Result<void> check() const;

private:
    std::string folder_;
    std::filesystem::path place_;  // without links
    std::optional<dev_t> below_;   // on which it was mounted
};

}  // namespace tickreel
