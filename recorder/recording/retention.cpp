#include "recorder/recording/retention.h"

#include <algorithm>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "tickreel/base/file.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

struct RecordingFile {
    std::string path{};
    std::uint64_t bytes = 0;
    std::chrono::system_clock::time_point changed{};
    bool writable = true;
};

// Views of a match file that is not there yet, and files that are being made of others.
bool is_at_work(const fs::path& folder) {
    return folder.extension() == ".views" ||
           folder.filename().string().find(".reel.tmp-") != std::string::npos;
}

// Recordings that stayed because a match file could not take all of them in, see MatchViews.
bool stayed(const fs::path& path, const fs::path& beside) {
    const fs::path folder = path.parent_path();
    return folder.extension() == ".kept" && folder.parent_path() == beside &&
           folder.filename().string().rfind("recording", 0) == 0;
}

std::vector<RecordingFile> recordings(const NamePattern& pattern) {
    std::vector<RecordingFile> found;
    const std::string folder = pattern.folder();
    std::error_code error;
    const auto options = fs::directory_options::skip_permission_denied;
    for (auto it = fs::recursive_directory_iterator(folder, options, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        std::error_code unknown;
        if (is_at_work(it->path()) && it->is_directory(unknown)) it.disable_recursion_pending();
        std::string path = it->path().string();
        if (folder == ".") path = it->path().lexically_normal().string();
        if (it->path().extension() != ".reel") continue;
        if (!pattern.matches(path) && !stayed(it->path(), folder)) continue;
        struct stat status {};
        // Not what a link points to.
        if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
        found.push_back({path, static_cast<std::uint64_t>(status.st_size),
                         std::chrono::system_clock::from_time_t(status.st_mtim.tv_sec) +
                             std::chrono::duration_cast<std::chrono::system_clock::duration>(
                                 std::chrono::nanoseconds(status.st_mtim.tv_nsec)),
                         (status.st_mode & S_IWUSR) != 0});
    }
    std::sort(found.begin(), found.end(),
              [](const RecordingFile& a, const RecordingFile& b) { return a.changed < b.changed; });
    return found;
}

// What cannot be read may be anything, so it stays.
bool has_markers_or_is_strange(const std::string& path) {
    auto source = open_file(path);
    if (!source) return true;
    if (MatchReader::is_match(**source)) {
        const auto match = MatchReader::open(*std::move(source));
        if (!match) return true;
        const auto views = (*match)->views();
        return std::any_of(views.begin(), views.end(),
                           [](const MatchView& view) { return !view.markers.empty(); });
    }
    const auto reader = ReelReader::open(*std::move(source));
    return !reader || !(*reader)->markers().empty();
}

}  // namespace

RetentionOutcome delete_old_recordings(const NamePattern& pattern, const RetentionOptions& options,
                                       const std::set<std::string>& open,
                                       std::chrono::system_clock::time_point now) {
    RetentionOutcome outcome;
    const std::vector<RecordingFile> found = recordings(pattern);
    for (const RecordingFile& one : found) outcome.bytes += one.bytes;
    for (const RecordingFile& one : found) {
        const bool old = options.age.count() != 0 && now - one.changed > options.age;
        const bool many = options.total_bytes != 0 && outcome.bytes > options.total_bytes;
        if (!old && !many) break;  // the rest is younger
        if (open.count(one.path) != 0 || !one.writable || has_markers_or_is_strange(one.path))
            continue;
        std::error_code error;
        if (!fs::remove(one.path, error) || error) {
            outcome.problems.push_back(one.path + ": cannot be deleted: " + error.message());
            continue;
        }
        outcome.bytes -= one.bytes;
        outcome.deleted.push_back(one.path);
        // A folder for each day would be many after years; others than empty ones stay.
        if (const fs::path emptied = fs::path(one.path).parent_path(); emptied != pattern.folder())
            ::rmdir(emptied.c_str());
    }
    if (options.total_bytes != 0 && outcome.bytes > options.total_bytes)
        outcome.too_many = outcome.bytes - options.total_bytes;
    return outcome;
}

}  // namespace tickreel
