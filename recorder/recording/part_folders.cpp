#include "recorder/recording/part_folders.h"

#include <cerrno>
#include <filesystem>

#include <stdlib.h>
#include <unistd.h>

#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kTryAgain{30};  // a folder that failed, where there is another
constexpr std::size_t kLeastRoom = 64UL * 1024;

// An empty file can be made on a full disk too, and what would be written to it is lost.
bool takes_bytes(const std::string& folder) {
    const std::string path = folder + "/room";
    auto file = create_file(path, IfExists::Replace);
    const bool taken = file && (*file)->write(Bytes(kLeastRoom)) && (*file)->close();
    ::unlink(path.c_str());
    return taken;
}

}  // namespace

PartFolders::PartFolders(const std::vector<std::string>& in) {
    for (const std::string& one : in)
        if (!one.empty()) folders_.push_back({one, {}, {}});
    if (any()) make(folders_.front());
}

PartFolders::~PartFolders() {
    for (const std::string& path : all()) ::rmdir(path.c_str());
}

std::vector<std::string> PartFolders::all() const {
    std::vector<std::string> paths;
    for (const Folder& one : folders_)
        if (!one.path.empty()) paths.push_back(one.path);
    return paths;
}

bool PartFolders::make(Folder& folder) {
    if (!folder.path.empty()) return true;
    std::string path = folder.in + "/XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        problem_ =
            concat("cannot make a folder in ", folder.in, ": ", errno_text_at(folder.in, errno));
    else
        folder.path = path;
    return !folder.path.empty();
}

bool PartFolders::usable(Folder& folder, std::chrono::nanoseconds now) const {
    if (!folder.failed_at) return true;
    // Without another one, memory takes all until write() can.
    if (folders_.size() == 1 || now - *folder.failed_at < kTryAgain) return false;
    if (takes_bytes(folder.in))
        folder.failed_at.reset();
    else
        folder.failed_at = now;
    return !folder.failed_at;
}

std::optional<PartFolders::NewPart> PartFolders::create(const std::string& name,
                                                        std::chrono::nanoseconds now) {
    for (Folder& folder : folders_) {
        if (!usable(folder, now) || !make(folder)) continue;
        NewPart part{concat(folder.path, "/", name), {}};
        auto file = create_file(part.path, IfExists::Refuse);
        if (!file) {
            problem_ = file.error().message;
            continue;
        }
        newest_ = static_cast<std::size_t>(&folder - folders_.data());
        part.sink = *std::move(file);
        return part;
    }
    return std::nullopt;
}

std::string PartFolders::write(const std::string& name, ByteView bytes, bool sync) {
    for (Folder& folder : folders_) {
        if (!make(folder)) continue;
        const std::string path = concat(folder.path, "/", name);
        auto file = create_file(path, IfExists::Refuse);
        if (!file) continue;
        Result<void> whole = (*file)->write(bytes);
        if (whole && sync) whole = (*file)->sync();
        if (whole) whole = (*file)->close();
        if (!whole) {
            ::unlink(path.c_str());
            continue;
        }
        folder.failed_at.reset();
        newest_ = static_cast<std::size_t>(&folder - folders_.data());
        return path;
    }
    return {};
}

void PartFolders::note_failure(const std::string& part, const std::string& problem,
                               std::chrono::nanoseconds now) {
    problem_ = problem;
    const std::string path = std::filesystem::path(part).parent_path().string();
    for (Folder& folder : folders_)
        if (folder.path == path) folder.failed_at = now;
}

}  // namespace tickreel
