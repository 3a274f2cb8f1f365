#pragma once
// Detects whether a path still names the same file content: checked every second for the open
// recording, which other programs may change.

#include <cstdint>
#include <optional>
#include <string>

#include "tickreel/base/bytes.h"

namespace tickreel {

struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t bytes = 0;
    std::int64_t changed_ns = 0;  // when its content last changed, since 1970
    bool operator==(const FileIdentity&) const = default;
    bool same_file(const FileIdentity& other) const {
        return device == other.device && inode == other.inode;
    }
};

// Nothing when there is no such file; `why` says so.
std::optional<FileIdentity> identify_file(const std::string& path, std::string& why);
// The first bytes of a recording, which no other one shares; empty when they cannot be read.
Bytes file_header(const std::string& path);

}  // namespace tickreel
