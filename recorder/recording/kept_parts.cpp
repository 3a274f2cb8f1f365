#include "recorder/recording/kept_parts.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "recorder/recording/part_replay.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptPrefix = ".tickreel-keep-";
constexpr const char* kUnreadablePrefix = "tickreel-unreadable-";

Result<std::unique_ptr<ReelReader>> open_part(const std::string& path) {
    auto file = open_file(path);
    if (!file) return file.error();
    return ReelReader::open(*std::move(file));
}

// Its recorder was killed before it wrote anything there.
bool is_empty(const std::string& path) {
    std::error_code error;
    return fs::file_size(path, error) == 0 && !error;
}

std::vector<std::string> sorted_names(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        names.push_back(entry.path().string());
    std::sort(names.begin(), names.end());
    return names;
}

bool is_kept_folder(const fs::path& path) {
    return path.filename().string().starts_with(kKeptPrefix);
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
        return fail("cannot make a folder in ", beside, ": ", errno_text_at(beside, errno));
    return std::unique_ptr<KeptFolder>(new KeptFolder(path, lock_folder(path)));
}

KeptFolder::~KeptFolder() {
    std::error_code ignored;
    if (!stays_) fs::remove_all(path_, ignored);
    if (lock_ >= 0) ::close(lock_);
}

void KeptFolder::remove(const std::vector<std::string>& parts) const {
    std::error_code ignored;
    fs::remove_all(fs::path(parts.front()).parent_path(), ignored);
}

std::string KeptFolder::set_aside(const std::vector<std::string>& parts) {
    const fs::path folder = fs::path(parts.front()).parent_path();
    std::string number = fs::path(path_).filename().string().substr(std::strlen(kKeptPrefix));
    const fs::path to = fs::path(path_).parent_path() /
                        concat(kUnreadablePrefix, number, "-", folder.filename().string());
    std::error_code error;
    fs::rename(folder, to, error);
    stays_ = stays_ || error;
    return error ? folder.string() : to.string();
}

std::vector<std::unique_ptr<KeptFolder>> folders_of_killed(const std::string& beside) {
    std::vector<std::unique_ptr<KeptFolder>> folders;
    for (const std::string& path : sorted_names(beside)) {
        if (!is_kept_folder(path)) continue;
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

std::optional<std::vector<std::string>> kept_parts(const std::string& connection) {
    if (!is_kept_folder(fs::path(connection).parent_path())) return std::nullopt;
    return sorted_names(connection);
}

std::string kept_game(const std::vector<std::string>& parts) {
    for (const std::string& path : parts)
        if (const auto reel = open_part(path)) return (*reel)->info().game;
    return {};
}

KeptReplay replay_kept(const std::vector<std::string>& parts, FrameSink& into) {
    KeptReplay done;
    const ProblemSink problems = [&](const Problem& problem) {
        done.unreadable.push_back(problem.message);
    };
    PartReplay replay(into, {});
    for (const std::string& path : parts) {
        const auto reel = open_part(path);
        if (!reel) {
            if (!is_empty(path))
                done.unreadable.push_back(concat(path, ": ", reel.error().message));
            continue;
        }
        replay.add(**reel, problems);
        // What was being written when the recorder was killed is no damage.
        for (const Damage& damage : (*reel)->damage())
            if (damage.offset + damage.length < (*reel)->file_bytes())
                done.unreadable.push_back(concat(path, ": ", damage.what));
    }
    done.frames = replay.frames();
    return done;
}

}  // namespace tickreel
