#include "recorder/commands/match_views.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recorder/commands/output/text_format.h"
#include "recorder/commands/verbs/merge_views.h"
#include "recorder/recording/kept_parts.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostFolders = 10000;
constexpr mode_t kFolderMode = 0750;

// A client that came just before the recorder was killed: its file has nothing but definitions.
bool has_no_snapshot(const std::string& path) {
    auto file = open_file(path);
    if (!file) return false;
    const auto reel = ReelReader::open(*std::move(file));
    return reel && (*reel)->chunks().empty() && (*reel)->damage().empty();
}

std::string braces_doubled(const std::string& text) {
    std::string twice;
    for (const char letter : text) {
        twice += letter;
        if (letter == '{' || letter == '}') twice += letter;
    }
    return twice;
}

// {map} and the like, as the first view says.
FileNameFields fields_of(const std::string& path) {
    FileNameFields fields;
    auto file = open_file(path);
    auto reel = file ? ReelReader::open(*std::move(file))
                     : Result<std::unique_ptr<ReelReader>>(file.error());
    if (!reel) return fields;
    const RecordingInfo& info = (*reel)->info();
    fields.start = info.start;
    if (!(*reel)->segments().empty()) fields.map = (*reel)->segments().front().map;
    const auto protocol = info.properties.find("protocol");
    fields.protocol = protocol == info.properties.end() ? info.game : protocol->second;
    return fields;
}

}  // namespace

Result<std::unique_ptr<MatchViews>> MatchViews::open(const OutputOptions& output,
                                                     NamePattern pattern) {
    const std::string beside = pattern.folder();
    std::error_code error;
    if (pattern.has_fields()) fs::create_directories(beside, error);
    if (error) return fail("cannot make the folder ", beside, ": ", error.message());
    const fs::path stem =
        pattern.has_fields() ? fs::path("recording.reel") : fs::path(output.path).filename();
    for (unsigned number = 1; number < kMostFolders; ++number) {
        fs::path folder = fs::path(beside) / stem;
        if (number > 1) folder = numbered_path(folder.string(), std::to_string(number));
        folder.replace_extension(".views");
        const std::string path =
            beside == "." ? folder.lexically_normal().string() : folder.string();
        if (::mkdir(path.c_str(), kFolderMode) != 0 && errno != EEXIST)
            return fail("cannot make the folder ", path, ": ", errno_text());
        if (const int lock = lock_folder(path); lock >= 0)
            return std::unique_ptr<MatchViews>(
                new MatchViews(output, std::move(pattern), path, lock));
    }
    return fail("all numbers of its folder .views are taken");
}

MatchViews::~MatchViews() {
    ::rmdir(folder_.c_str());  // refused unless it is empty
    ::close(lock_);
}

std::string MatchViews::names() const {
    return braces_doubled(folder_) + "/{player}.reel";
}

std::vector<std::string> MatchViews::recordings() const {
    std::vector<std::string> paths;
    std::error_code error;
    for (auto it = fs::directory_iterator(folder_, error); !error && it != fs::directory_iterator();
         it.increment(error))
        if (it->path().extension() == ".reel") paths.push_back(it->path().string());
    // The second recording of a client behind its first.
    std::sort(paths.begin(), paths.end(), [](const std::string& a, const std::string& b) {
        return fs::path(a).stem() < fs::path(b).stem();
    });
    return paths;
}

void MatchViews::closed(const RecordedFile& file) {
    if (file.path.empty() || fs::path(file.path).parent_path() == folder_) return;
    if (file.snapshots > 0) elsewhere_.push_back(file.path);
}

// As RecordFiles names recordings.
std::string MatchViews::free_name(const std::string& first_view) const {
    if (!pattern_.has_fields()) return output_.path;
    const FileNameFields fields = fields_of(first_view);
    std::error_code ignored;
    for (unsigned number = 1;; ++number) {
        std::string path = pattern_.name(fields, number);
        if (!pattern_.has("n") && number > 1) path = numbered_path(path, std::to_string(number));
        if (!fs::exists(fs::symlink_status(path, ignored))) return path;
    }
}

std::string MatchViews::next_command(const std::string& match) const {
    std::string files = folder_ + "/*.reel";
    for (const std::string& path : elsewhere_) files += " " + path;
    return fmt::format("'tickreel merge --views --one-clock {} -o {}' puts them into one",
                       printable(files), printable(match));
}

void MatchViews::leave(const CommandLine& line) const {
    if (const std::size_t count = recordings().size() + elsewhere_.size(); count > 0)
        line.warn(folder_, fmt::format("players play on: the next recorder with this -o goes on "
                                       "with the match; or {}",
                                       next_command(output_.path)));
}

// Under another name no recorder takes them for views of its match.
std::string MatchViews::put_aside() {
    const std::string kept = fs::path(folder_).replace_extension(".kept").string();
    std::string path = kept;
    std::error_code error;
    for (unsigned number = 2; number < kMostFolders && fs::exists(path, error); ++number)
        path = numbered_path(kept, std::to_string(number));
    fs::rename(folder_, path, error);
    return error ? folder_ : path;
}

int MatchViews::merge(const CommandLine& line) {
    std::vector<std::string> views = recordings();
    std::error_code error;
    std::erase_if(views, [&](const std::string& path) {
        return has_no_snapshot(path) && fs::remove(path, error);
    });
    views.insert(views.end(), elsewhere_.begin(), elsewhere_.end());
    if (views.empty()) return kExitDone;
    OutputOptions output{free_name(views.front()), output_.force};
    if (const fs::path folder = fs::path(output.path).parent_path(); pattern_.has_fields())
        fs::create_directories(folder, error);
    const int code = merge_as_views(line, views, output, ViewClocks::OfOne);
    if (code == kExitFailed) {
        line.warn(folder_,
                  fmt::format("{} of the match: they stay; {}", plural(views.size(), "recording"),
                              next_command(output.path)));
        return code;
    }
    if (code == kExitDataLost) {
        line.warn(put_aside(), "the recordings stay, because not all of them could be read");
        return code;
    }
    for (const std::string& path : views)
        if (!fs::remove(path, error) || error)
            line.warn(path, "is in the match file and cannot be removed: " + error.message());
    if (!line.common().quiet)
        fmt::print(stderr, "{}: {} of one match\n", output.path, plural(views.size(), "view"));
    return code;
}

}  // namespace tickreel
