#include "player/state/imported_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <vector>

#include <unistd.h>

#include "player/state/exit_codes.h"
#include "player/state/file_identity.h"
#include "player/state/reel_job.h"
#include "tickreel/base/subprocess.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {
namespace {

namespace fs = std::filesystem;

std::string lower_extension(const std::string& path) {
    std::string extension = fs::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

// "importing [###....] 52 %": the last share that was said.
void hear_progress(std::string_view said, WorkControl& control) {
    const std::size_t sign = said.rfind(" %");
    if (sign == std::string_view::npos) return;
    const std::size_t before = said.find_last_not_of("0123456789", sign - (sign > 0 ? 1 : 0));
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string number(said.substr(begin, std::min<std::size_t>(sign - begin, 4)));
    if (!number.empty()) control.set_progress(std::strtod(number.c_str(), nullptr) / 100.0);
}

// The last warning, without the command and the file. What else it said is its table of results.
std::string last_warning(const std::string& said, const std::string& verb,
                         const std::string& input) {
    const std::string begin = "tickreel " + verb + ": ";
    const std::size_t at = said.rfind(begin);
    if (at == std::string::npos) return last_line(said);
    std::string warning = said.substr(at + begin.size());
    warning.resize(std::min(warning.find('\n'), warning.size()));
    return warning.starts_with(input + ": ") ? warning.substr(input.size() + 2) : warning;
}

// What the import writes before it has a name: DIR/match.reel.tmp-XXXXXX/match.reel. Of several the
// one that was begun first, as the first connection was.
std::string unfinished_recording_in(const std::string& folder) {
    std::map<fs::file_time_type, std::string> found;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (!at->is_directory(ignored)) continue;
        const std::vector<std::string> inside = recordings_in(at->path().string());
        if (!inside.empty())
            found.emplace(fs::last_write_time(at->path(), ignored), inside.front());
    }
    return found.empty() ? std::string() : found.begin()->second;
}

// The one that was shown already, else the first.
const std::string& recording_to_show(const std::vector<std::string>& made,
                                     const FileIdentity& shown) {
    std::string ignored;
    for (const std::string& path : made) {
        const std::optional<FileIdentity> identity = identify_file(path, ignored);
        if (identity && identity->same_file(shown)) return path;
    }
    return made.front();
}

}  // namespace

std::vector<std::string> recordings_in(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (lower_extension(at->path().string()) == ".reel") found.push_back(at->path().string());
    std::sort(found.begin(), found.end());
    return found;
}

bool is_importable(const std::string& path) {
    static constexpr std::array kEndings = {".demo",   ".pcap", ".pcapng",
                                            ".faucap", ".nsr",  ".teehistorian"};
    const std::string extension = lower_extension(path);
    return std::find(kEndings.begin(), kEndings.end(), extension) != kEndings.end();
}

bool becomes_recordings(const std::string& path) {
    return is_importable(path) || is_match_file(path);
}

bool is_one_recording(const std::string& path) {
    auto source = open_file(path);
    return source && ReelReader::open(std::move(*source));
}

bool is_openable(const std::string& path) {
    return lower_extension(path) == ".reel" || is_importable(path);
}

TemporaryFolder::TemporaryFolder() {
    std::error_code error;
    const fs::path all = fs::temp_directory_path(error);
    std::string pattern = (all / "tickreel-import-XXXXXX").string();
    if (!error && ::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

bool TemporaryFolder::holds(const std::string& path) const {
    return !path_.empty() && fs::path(path).parent_path() == path_;
}

ImportedFile import_file(const std::string& source, WorkControl& control,
                         const std::function<bool(const ImportedFile&)>& begun) {
    ImportedFile result;
    result.source = source;
    std::error_code error;
    if (!fs::is_regular_file(source, error)) {
        result.error = error ? error.message() : "is not a file";
        return result;
    }
    const auto folder = std::make_shared<const TemporaryFolder>();
    if (folder->path().empty()) {
        result.error = "cannot make a temporary folder to import into";
        return result;
    }
    const fs::path input = fs::absolute(source, error);
    const std::string output =
        (fs::path(folder->path()) / (input.stem().string() + ".reel")).string();
    std::optional<FileIdentity> shown;
    const auto show_begun = [&] {
        if (!recordings_in(folder->path()).empty()) return;  // it would not be the first
        const std::string path = unfinished_recording_in(folder->path());
        std::string ignored;
        const std::optional<FileIdentity> identity = identify_file(path, ignored);
        if (identity && begun({source, path, 0, {}, {}, folder})) shown = identity;
    };
    const bool views = is_match_file(source);
    std::vector<std::string> words{
        views ? "cut" : "import", input.string(), "-o", output, "--progress", "always"};
    if (views) words.insert(words.end(), {"--view", "all", "--all-gaps"});
    const ProgramResult ran =
        run_subprocess("tickreel", words, control, [&](std::string_view said) {
            hear_progress(said, control);
            if (begun && !shown) show_begun();
        });
    const std::vector<std::string> made = recordings_in(folder->path());
    if (made.empty()) {
        result.error = last_line(ran.output);
        result.error = result.error.empty() ? "the import gave no recording" : result.error;
        return result;
    }
    result.recording = recording_to_show(made, shown.value_or(FileIdentity{}));
    result.recordings = made.size();
    result.lost = ran.code == kDataLost ? last_warning(ran.output, words.front(), input.string())
                                        : std::string();
    result.folder = folder;
    return result;
}

}  // namespace tickreel
