#include "recorder/commands/view_folders.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recorder/commands/output/output_file.h"
#include "recorder/recording/kept_parts.h"
#include "recorder/recording/own_paths.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

namespace fs = std::filesystem;

std::unique_ptr<ReelReader> open_recording(const std::string& path) {
    auto file = open_file(path);
    if (!file) return nullptr;
    auto reel = ReelReader::open(*std::move(file));
    return reel ? *std::move(reel) : nullptr;
}

namespace {

constexpr unsigned kMostFolders = 10000;
constexpr mode_t kFolderMode = 0750;

// In the order in which the clients came: a server sends to them in that order, so that one view
// foretells when the next one got its snapshot. The second recording of a client behind its first.
std::vector<std::string> recordings_in(const std::string& folder) {
    std::vector<std::pair<std::chrono::nanoseconds, std::string>> found;
    std::error_code error;
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
         it.increment(error))
        if (it->path().extension() == ".reel") {
            const auto reel = open_recording(it->path().string());
            found.emplace_back(reel ? reel->info().start : std::chrono::nanoseconds(),
                               it->path().stem().string());
        }
    std::sort(found.begin(), found.end());
    std::vector<std::string> paths;
    for (const auto& [start, stem] : found)
        paths.push_back((fs::path(folder) / (stem + ".reel")).string());
    return paths;
}

// Other recorders may have this fallback too: what is theirs has another name, and what an earlier
// one of this folder left there is found.
std::string folder_in(const std::string& fallback, const std::string& folder) {
    // Before it can be made too.
    std::error_code error;
    const fs::path real = fs::weakly_canonical(fs::absolute(folder, error), error);
    const std::string where = error ? folder : real.string();
    const Sha256 sum = sha256({reinterpret_cast<const Byte*>(where.data()), where.size()});
    constexpr std::size_t kBytes = 6;
    const std::string name = fs::path(folder).stem().string() + "-" +
                             hex(ByteView(sum).first(kBytes)) +
                             fs::path(folder).extension().string();
    return (fs::path(fallback) / name).string();
}

void unlock_all(std::vector<int>& locks) {
    for (const int lock : locks) ::close(lock);
    locks.clear();
}

// Those that are there, or none: another recorder has one of them, or it is a link or another
// user's, which are added to `not_ours`.
bool lock_all(const std::vector<std::string>& folders, std::vector<int>& locks,
              std::vector<std::string>& not_ours) {
    bool all = true;
    for (const std::string& folder : folders) {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(folder, error))) continue;
        const OwnFolder own = lock_own_folder(folder);
        if (own.not_ours) not_ours.push_back(folder);
        if (own.lock >= 0) locks.push_back(own.lock);
        all = all && own.lock >= 0;
    }
    if (!all) unlock_all(locks);
    return all;
}

}  // namespace

Result<std::unique_ptr<ViewFolders>> ViewFolders::open(const std::string& beside,
                                                       const fs::path& stem,
                                                       const std::string& fallback) {
    std::error_code error;
    std::vector<std::string> not_ours;
    for (unsigned number = 1; number < kMostFolders; ++number) {
        fs::path folder = fs::path(beside) / stem;
        if (number > 1) folder = numbered_path(folder.string(), std::to_string(number));
        folder.replace_extension(".views");
        const std::string path =
            beside == "." ? folder.lexically_normal().string() : folder.string();
        const bool made = ::mkdir(path.c_str(), kFolderMode) == 0 || errno == EEXIST;
        if (!made && fallback.empty())
            return fail("cannot make the folder ", path, ": ", errno_text_at(path, errno));
        std::vector<std::string> folders{path};
        if (!fallback.empty()) folders.push_back(folder_in(fallback, path));
        // Locked too: it may be the only one that is there.
        if (!fallback.empty()) fs::create_directories(folders.back(), error);
        std::vector<int> locks;
        if (!lock_all(folders, locks, not_ours)) continue;
        std::unique_ptr<ViewFolders> taken(new ViewFolders(std::move(folders), std::move(locks)));
        taken->not_ours_ = std::move(not_ours);
        return taken;
    }
    return fail("all numbers of its folder .views are taken");
}

ViewFolders::~ViewFolders() {
    remove(0);
    unlock_all(locks_);
}

std::string ViewFolders::round_name(unsigned round) {
    return round == 0 ? "" : fmt::format("{:04}", round);
}

std::string ViewFolders::path_of(const std::string& folder, unsigned round) {
    return round == 0 ? folder : folder + "/" + round_name(round);
}

std::vector<std::string> ViewFolders::recordings_of(unsigned round) const {
    std::vector<std::string> all;
    for (const std::string& folder : folders_)
        for (std::string& path : recordings_in(path_of(folder, round)))
            all.push_back(std::move(path));
    return all;
}

// Refused unless they are empty.
void ViewFolders::remove(unsigned round) const {
    for (const std::string& folder : folders_) ::rmdir(path_of(folder, round).c_str());
}

std::vector<unsigned> ViewFolders::rounds() const {
    std::vector<unsigned> rounds;
    std::error_code error;
    for (const std::string& folder : folders_)
        for (auto it = fs::directory_iterator(folder, error);
             !error && it != fs::directory_iterator(); it.increment(error))
            if (const auto number = parse_number<unsigned>(it->path().filename().string());
                number && *number > 0 && it->path().filename() == round_name(*number))
                rounds.push_back(*number);
    if (!recordings_of(0).empty()) rounds.push_back(0);
    std::sort(rounds.begin(), rounds.end());
    rounds.erase(std::unique(rounds.begin(), rounds.end()), rounds.end());
    return rounds;
}

// Under another name no recorder takes them for views of its match.
Result<std::string> ViewFolders::put_aside(unsigned round,
                                           const std::vector<std::string>& recordings) const {
    std::vector<std::string> places;
    for (const std::string& folder : folders_) {
        const std::string kept = fs::path(folder).replace_extension(".kept").string();
        std::string path;
        std::error_code error;
        for (const std::string& view : recordings) {
            if (!fs::equivalent(fs::path(view).parent_path(), path_of(folder, round), error))
                continue;
            for (unsigned number = 1; path.empty() && number < kMostFolders; ++number) {
                std::string one = number == 1 ? kept : numbered_path(kept, std::to_string(number));
                if (::mkdir(one.c_str(), 0777) == 0)
                    path = std::move(one);
                else if (errno != EEXIST)
                    return fail("cannot make ", one, ": ", errno_text());
            }
            if (path.empty()) return fail("all numbers of ", kept, " are taken");
            fs::rename(view, fs::path(path) / fs::path(view).filename(), error);
            if (error) return fail("cannot move ", view, ": ", errno_text(error.value()));
        }
        if (!path.empty()) places.push_back(path);
    }
    return fmt::format("{}", fmt::join(places, ", "));
}

}  // namespace tickreel
