#include "recorder/recording/kept_parts.h"

#include <algorithm>
#include <filesystem>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "tickreel/base/errno_text.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptPrefix = ".tickreel-keep-";

std::unique_ptr<ReelReader> open_part(const std::string& path) {
    auto file = open_file(path);
    if (!file) return nullptr;
    auto reel = ReelReader::open(*std::move(file));
    return reel && !(*reel)->chunks().empty() ? *std::move(reel) : nullptr;
}

std::vector<std::string> sorted_names(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        names.push_back(entry.path().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

int lock_folder(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0 || ::flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
    ::close(folder);
    return -1;
}

Result<std::unique_ptr<KeptFolder>> KeptFolder::create(const std::string& beside) {
    std::string path = beside + "/" + kKeptPrefix + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        return fail("cannot make a folder in ", beside, ": ", errno_text());
    return std::unique_ptr<KeptFolder>(new KeptFolder(path, lock_folder(path)));
}

KeptFolder::~KeptFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    if (lock_ >= 0) ::close(lock_);
}

std::vector<std::unique_ptr<KeptFolder>> folders_of_killed(const std::string& beside) {
    std::vector<std::unique_ptr<KeptFolder>> folders;
    for (const std::string& path : sorted_names(beside)) {
        if (!fs::path(path).filename().string().starts_with(kKeptPrefix)) continue;
        if (const int lock = lock_folder(path); lock >= 0)
            folders.emplace_back(new KeptFolder(path, lock));
    }
    return folders;
}

std::vector<std::vector<std::string>> kept_connections(const KeptFolder& folder) {
    std::vector<std::vector<std::string>> connections;
    for (const std::string& path : sorted_names(folder.path()))
        if (auto parts = sorted_names(path); !parts.empty())
            connections.push_back(std::move(parts));
    return connections;
}

std::string kept_game(const std::vector<std::string>& parts) {
    for (const std::string& path : parts)
        if (const auto reel = open_part(path)) return reel->info().game;
    return {};
}

Result<std::uint64_t> replay_kept(const std::vector<std::string>& parts, FrameSink& into) {
    std::vector<std::unique_ptr<ReelReader>> reels;
    for (const std::string& path : parts)
        if (auto reel = open_part(path)) reels.push_back(std::move(reel));
    std::uint64_t frames = 0;
    if (reels.empty()) return frames;
    // Each part names all types and segments before it, so the last one names them all.
    const ReelReader& last = *reels.back();
    for (const ItemType& type : last.schema().types()) into.add_type(type);
    for (const auto& [key, value] : last.info().properties) into.set_property(key, value);
    for (const Segment& segment : last.segments()) into.begin_segment(segment);
    for (const auto& reel : reels) {
        const auto done = reel->scan(reel->everything(), ignore_problems, [&](const Frame& frame) {
            into.add_frame(frame);
            ++frames;
            return true;
        });
        if (!done) return done.error();
    }
    return frames;
}

}  // namespace tickreel
