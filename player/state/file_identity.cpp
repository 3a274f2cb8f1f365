#include "player/state/file_identity.h"

#include <sys/stat.h>

#include "tickreel/base/errno_text.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

std::optional<FileIdentity> identify_file(const std::string& path, std::string& why) {
    struct stat found {};
    if (stat(path.c_str(), &found) != 0) {
        why = errno_text();
        return std::nullopt;
    }
    constexpr std::int64_t kSecond = 1'000'000'000;
    return FileIdentity{found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size),
                        found.st_mtim.tv_sec * kSecond + found.st_mtim.tv_nsec};
}

Bytes file_header(const std::string& path) {
    const Result<std::unique_ptr<ByteSource>> source = open_file(path);
    if (!source) return {};
    Result<Bytes> header = (*source)->read(0, layout::kFileHeader);
    return header ? std::move(*header) : Bytes{};
}

}  // namespace tickreel
