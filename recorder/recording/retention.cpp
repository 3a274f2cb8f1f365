#include "recorder/recording/retention.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
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

// Recordings that stayed because a match file could not take all of them in, see MatchViews: in
// STEM.kept, STEM-2.kept, STEM-2-3.kept.
bool stayed(const fs::path& path, const fs::path& beside, const std::string& stem) {
    const fs::path folder = path.parent_path();
    if (folder.extension() != ".kept" || folder.parent_path() != beside) return false;
    const std::string name = folder.stem().string();
    if (!name.starts_with(stem)) return false;
    const std::string numbers = name.substr(stem.size());
    return numbers.empty() ||
           (numbers[0] == '-' && numbers.find_first_not_of("-0123456789") == std::string::npos);
}

// The files of this name pattern, each once: the folder of the fallback may be in the other.
class Finder {
public:
    explicit Finder(const NamePattern& pattern) : pattern_(pattern) {}

    void look_in_usual() {
        const std::string folder = pattern_.folder();
        std::error_code error;
        const auto options = fs::directory_options::skip_permission_denied;
        for (auto it = fs::recursive_directory_iterator(folder, options, error);
             !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
            std::error_code unknown;
            if (is_at_work(it->path()) && it->is_directory(unknown)) it.disable_recursion_pending();
            std::string path = it->path().string();
            if (folder == ".") path = it->path().lexically_normal().string();
            if (pattern_.matches(path) || stayed(it->path(), folder, "recording")) add(path);
        }
    }

    // What record makes there has the last part of a name of -o, or is left of a match.
    void look_in_fallback(const fs::path& folder, const std::string& views) {
        for (const fs::path& path : inside(folder)) {
            if (pattern_.matches_filename(path.filename().string())) add(path.string());
            if (views.empty() || path.extension() != ".kept") continue;
            for (const fs::path& one : inside(path))
                if (stayed(one, path.parent_path(), fs::path(views).stem().string()))
                    add(one.string());
        }
    }

    std::vector<RecordingFile> take() {
        std::sort(found_.begin(), found_.end(), [](const RecordingFile& a, const RecordingFile& b) {
            return a.changed < b.changed;
        });
        return std::move(found_);
    }

private:
    static std::vector<fs::path> inside(const fs::path& folder) {
        std::vector<fs::path> paths;
        std::error_code error;
        for (fs::directory_iterator it(folder, error); !error && it != fs::directory_iterator();
             it.increment(error))
            paths.push_back(it->path());
        return paths;
    }
    void add(const std::string& path) {
        struct stat status {};
        // Not what a link points to.
        if (ascii_lower(fs::path(path).extension().string()) != ".reel" ||
            ::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
            !seen_.insert({status.st_dev, status.st_ino}).second)
            return;
        found_.push_back({path, static_cast<std::uint64_t>(status.st_size),
                          std::chrono::system_clock::from_time_t(status.st_mtim.tv_sec) +
                              std::chrono::duration_cast<std::chrono::system_clock::duration>(
                                  std::chrono::nanoseconds(status.st_mtim.tv_nsec)),
                          (status.st_mode & S_IWUSR) != 0});
    }

    const NamePattern& pattern_;
    std::vector<RecordingFile> found_{};
    std::set<std::pair<dev_t, ino_t>> seen_{};
};

std::vector<RecordingFile> recordings(const NamePattern& pattern, const RetentionOptions& options) {
    Finder finder(pattern);
    finder.look_in_usual();
    if (!options.fallback.empty())
        finder.look_in_fallback(options.fallback, options.fallback_views);
    return finder.take();
}

// Other recorders may have the same fallback: what ends without its footer and is younger may be
// one of theirs that is being written. Silent clients are forgotten sooner.
constexpr std::chrono::minutes kMayBeOpen{10};

// Something else than snapshots, and not the end that a kill cut off.
bool may_lack_markers(const ReelReader& reel) {
    const auto damage = reel.damage();
    return std::any_of(damage.begin(), damage.end(), [&](const Damage& one) {
        return !one.ticks && one.offset + one.length < reel.file_bytes();
    });
}

// The player writes markers of what is to stay as it is into files beside it: x.reel.markers, of a
// later view of a match file x.reel.2.markers.
// Nothing: nobody knows.
std::optional<std::vector<std::string>> marker_files(const std::string& path, bool match) {
    constexpr std::string_view kMarkers = ".markers";
    std::vector<std::string> files;
    std::error_code error;
    if (!match) {
        const std::string file = concat(path, kMarkers);
        if (fs::exists(fs::symlink_status(file, error))) files.push_back(file);
        return files;
    }
    const std::string begin = fs::path(path).filename().string() + ".";
    const fs::path folder = fs::path(path).parent_path();
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error);
         !error && it != fs::directory_iterator(); it.increment(error))
        if (it->path().extension() == kMarkers && it->path().filename().string().starts_with(begin))
            files.push_back(it->path().string());
    if (error) return std::nullopt;
    return files;
}

// The recording, and files beside it that had markers which were removed. Nothing: it has to stay,
// as what is marked and what cannot be read does, which may be anything.
std::vector<std::string> what_goes(const std::string& path, bool may_be_open) {
    auto source = open_file(path);
    if (!source) return {};
    const bool is_match = MatchReader::is_match(**source);
    if (is_match) {
        const auto match = MatchReader::open(*std::move(source));
        if (!match || (may_be_open && !(*match)->finished())) return {};
        const auto views = (*match)->views();
        if (std::any_of(views.begin(), views.end(),
                        [](const MatchView& view) { return !view.markers.empty(); }))
            return {};
    } else {
        const auto reader = ReelReader::open(*std::move(source));
        if (!reader || (may_be_open && !(*reader)->finished()) || !(*reader)->markers().empty() ||
            may_lack_markers(**reader))
            return {};
    }
    auto files = marker_files(path, is_match);
    if (!files) return {};
    std::error_code error;
    for (const std::string& file : *files)
        if (fs::file_size(file, error) != 0 || error) return {};
    files->insert(files->begin(), path);
    return *std::move(files);
}

// How old each is, oldest first. What has a time to come is not old, and says nothing about others.
std::vector<std::chrono::nanoseconds> ages_of(const std::vector<RecordingFile>& found,
                                              std::chrono::nanoseconds most, AgeClock::Wall now,
                                              const std::optional<Watched>& watched,
                                              RetentionOutcome& outcome) {
    std::vector<std::chrono::nanoseconds> ages(found.size());
    std::chrono::nanoseconds age{};
    bool newest = true;
    AgeClock::Wall after = now;
    for (std::size_t i = found.size(); i-- > 0;) {
        const AgeClock::Wall changed = found[i].changed;
        if (changed > now) continue;
        std::chrono::nanoseconds pause = after - changed;
        if (watched) {
            const bool seen = newest && changed == watched->newest;
            pause = std::min(pause, seen ? most + watched->pause : most);
        }
        if (std::exchange(newest, false)) outcome.newest = changed;
        ages[i] = age += pause;
        after = changed;
    }
    return ages;
}

// What is of this run is the newest, also by a clock that is behind the others.
void put_last(std::vector<RecordingFile>& found, AgeClock::Wall now, std::chrono::nanoseconds run) {
    std::stable_partition(
        found.begin(), found.end(),
        [&](const RecordingFile& one) { return one.changed > now || one.changed < now - run; });
}

bool is_one_of(const std::set<std::string>& paths, const std::string& path) {
    std::error_code unknown;
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& one) {
        return one == path || fs::equivalent(one, path, unknown);
    });
}

}  // namespace

std::chrono::nanoseconds most_of_a_pause(std::chrono::hours age) {
    constexpr std::chrono::nanoseconds kWeek = std::chrono::hours(24 * 7);
    return std::min(kWeek, std::chrono::nanoseconds(age) / 2);
}

AgeClock::Step AgeClock::step(Wall wall, std::chrono::nanoseconds running) {
    const std::chrono::nanoseconds offset = wall.time_since_epoch() - running;
    if (!begun_) begun_ = running;
    const Step step{offset - last_offset_.value_or(offset), running - *begun_};
    last_offset_ = offset;
    return step;
}

Watched AgeClock::watched(Wall newest, std::chrono::nanoseconds running) {
    if (newest != newest_) paused_since_ = running;
    newest_ = newest;
    return {newest, running - paused_since_, running - begun_.value_or(running)};
}

bool AgeClock::trusted(Wall wall, std::chrono::nanoseconds running) {
    constexpr std::chrono::hours kDay{24};
    const std::chrono::nanoseconds offset = wall.time_since_epoch() - running;
    const std::chrono::nanoseconds step = offset - offset_.value_or(offset);
    if (std::chrono::abs(step) <= kDay) jumped_ = {};
    if (!offset_) offset_ = offset;
    if (std::chrono::abs(step) <= kDay) return true;
    if (jumped_.count() == 0) since_ = running;
    jumped_ = std::chrono::round<std::chrono::hours>(step);
    if (running - since_ < kDay) return false;
    offset_ = offset;
    jumped_ = {};
    return true;
}

void date_anew(const NamePattern& pattern, const RetentionOptions& options,
               const std::set<std::string>& open, AgeClock::Wall now, AgeClock::Step step) {
    constexpr std::chrono::hours kNotWorthIt{1};
    if (std::chrono::abs(step.by) < kNotWorthIt) return;
    for (const RecordingFile& one : recordings(pattern, options)) {
        const AgeClock::Wall changed = one.changed + step.by;  // by the clock as it is now
        if (changed > now || changed < now - step.run || is_one_of(open, one.path)) continue;
        const auto since = changed.time_since_epoch();
        const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
        const timespec when{static_cast<time_t>(seconds.count()),
                            static_cast<long>(std::chrono::nanoseconds(since - seconds).count())};
        const timespec times[] = {{0, UTIME_OMIT}, when};
        (void)::utimensat(AT_FDCWD, one.path.c_str(), times, AT_SYMLINK_NOFOLLOW);
    }
}

RetentionOutcome delete_old_recordings(const NamePattern& pattern, const RetentionOptions& options,
                                       const std::set<std::string>& open,
                                       std::chrono::system_clock::time_point now,
                                       const std::optional<Watched>& watched) {
    RetentionOutcome outcome;
    std::vector<RecordingFile> found = recordings(pattern, options);
    if (watched) put_last(found, now, watched->run);
    for (const RecordingFile& one : found) outcome.bytes += one.bytes;
    const auto ages = ages_of(found, most_of_a_pause(options.age), now, watched, outcome);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const RecordingFile& one = found[i];
        const bool old = options.age.count() != 0 && ages[i] > options.age;
        const bool many = options.total_bytes != 0 && outcome.bytes > options.total_bytes;
        if (!old && !many) {
            const bool by_clock = options.age.count() != 0 && now - one.changed > options.age;
            if (by_clock && one.writable && !is_one_of(open, one.path)) ++outcome.spared;
            continue;
        }
        if (!one.writable || is_one_of(open, one.path)) continue;
        const auto files = what_goes(one.path, now - one.changed < kMayBeOpen);
        if (files.empty()) continue;
        std::error_code error;
        if (!fs::remove(one.path, error) || error) {
            outcome.problems.push_back(one.path + ": cannot be deleted: " + error.message());
            continue;
        }
        std::error_code unimportant;
        for (const std::string& beside : std::span(files).subspan(1))
            fs::remove(beside, unimportant);
        outcome.bytes -= one.bytes;
        outcome.deleted.push_back({one.path, old});
        // A folder for each day would be many after years; others than empty ones stay.
        if (const std::string emptied = fs::path(one.path).parent_path().string();
            !is_one_of({pattern.folder(), options.fallback}, emptied))
            ::rmdir(emptied.c_str());
    }
    if (options.total_bytes != 0 && outcome.bytes > options.total_bytes)
        outcome.too_many = outcome.bytes - options.total_bytes;
    return outcome;
}

}  // namespace tickreel
