#include "recorder/commands/match_views.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "recorder/commands/output/say.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/verbs/merge_views.h"
#include "recorder/recording/kept_parts.h"
#include "recorder/recording/match_start.h"
#include "recorder/recording/whole_path.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/text.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/layout.h"
#include "tickreel/reel/match_merge.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

// A client that came just before the recorder was killed: its file has nothing but definitions.
bool has_no_snapshot(const ReelReader& reel) {
    return reel.chunks().empty() && reel.damage().empty();
}

std::string braces_doubled(const std::string& text) {
    std::string twice;
    for (const char letter : text) {
        twice += letter;
        if (letter == '{' || letter == '}') twice += letter;
    }
    return twice;
}

// {map} and the like, as the view says that begins first.
FileNameFields fields_of(const std::vector<std::string>& views) {
    FileNameFields fields;
    for (const std::string& path : views) {
        const auto reel = open_recording(path);
        if (!reel) continue;
        const RecordingInfo& info = reel->info();
        if (fields.start.count() != 0 && fields.start <= info.start) continue;
        fields.start = info.start;
        if (const Tick first = reel->timeline().first().tick; first != kNoTick)
            fields.map = reel->segments()[reel->timeline().first().segment].map;
        const auto protocol = info.properties.find("protocol");
        fields.protocol = protocol == info.properties.end() ? info.game : protocol->second;
    }
    return fields;
}

// For a shell, where `text` has signs that it takes for its own.
std::string shell_word(const std::string& text) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-";
    if (text.find_first_not_of(kPlain) == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '$' || letter == '`' || letter == '\\') quoted += '\\';
        quoted += letter;
    }
    return quoted + '"';
}

// The recordings of a round.
struct SortedViews {
    std::vector<std::vector<std::string>> alike{};  // those of each match file
    std::vector<std::string> empty{};
    std::vector<std::string> damaged{};     // no snapshot of it can ever be read
    std::vector<std::string> unreadable{};  // now, or by this program
};

// The merge says what is wrong with them.
void join_unreadable(SortedViews& sorted) {
    if (sorted.unreadable.empty()) return;
    if (sorted.alike.empty()) sorted.alike.emplace_back();
    auto& first = sorted.alike.front();
    first.insert(first.end(), sorted.unreadable.begin(), sorted.unreadable.end());
    sorted.unreadable.clear();
}

// It can be read, and is nothing of ours: what a power cut left.
bool is_rubbish(const std::string& path) {
    const auto file = open_file(path);
    if (!file || MatchReader::is_match(**file)) return false;
    const auto head = (*file)->read(0, layout::kMagic.size());
    return head && !std::ranges::equal(*head, layout::kMagic);
}

SortedViews sort_views(const std::vector<std::string>& paths) {
    SortedViews sorted;
    std::vector<std::unique_ptr<ReelReader>> reels;
    std::vector<ViewSource> sources;
    for (const std::string& path : paths) {
        auto reel = open_recording(path);
        std::error_code error;
        // Killed before its first write: there is nothing in it.
        if (!reel && fs::file_size(path, error) < layout::kFileHeader) {
            sorted.empty.push_back(path);
        } else if (reel ? reel->chunks().empty() && !reel->damage().empty() : is_rubbish(path)) {
            sorted.damaged.push_back(path);
        } else if (!reel) {
            sorted.unreadable.push_back(path);
        } else if (has_no_snapshot(*reel)) {
            sorted.empty.push_back(path);
        } else {
            sources.push_back({reel.get(), path});
            reels.push_back(std::move(reel));
        }
    }
    for (const std::vector<std::size_t>& group : alike_views(sources)) {
        std::vector<std::string>& views = sorted.alike.emplace_back();
        for (const std::size_t view : group) views.push_back(sources[view].name);
    }
    join_unreadable(sorted);
    return sorted;
}

// In the folder of recordings that are being joined: the file to make, and which they are. Who
// finds it after a crash sees whether that file was made.
constexpr const char* kNote = "match.txt";

constexpr std::uint64_t kMostNote = 64U << 20;

std::string note_of(const MatchJob& job) {
    std::string text = whole_path(job.output) + "\n";
    for (const std::string& path : job.views) text += whole_path(path) + "\n";
    return text;
}

// The output and the views of a note.
std::vector<std::string> read_note(const std::string& folder) {
    std::vector<std::string> lines;
    const auto note = read_whole_file(folder + "/" + kNote, kMostNote);
    if (!note) return lines;
    std::istringstream text(std::string(note->begin(), note->end()));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

bool is_complete(const std::string& path) {
    const auto reel = open_recording(path);
    return reel && reel->finished() && reel->damage().empty();
}

bool is_match_of(const std::string& path, const std::vector<std::string>& views) {
    auto file = open_file(path);
    if (!file || !MatchReader::is_match(**file)) return false;
    const auto match = MatchReader::open(*std::move(file));
    if (!match || !(*match)->finished()) return false;
    const std::vector<std::string> names = view_names(views);
    // Some may be removed already. A recording may be several views of it.
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto view = std::ranges::find((*match)->views(), names[i], &MatchView::name);
        if (view == (*match)->views().end()) return false;
        // Another recorder may have made it, of clients with the same names.
        const auto reel = open_recording(views[i]);
        if (reel && reel->info().start != view->info.start) return false;
    }
    return true;
}

}  // namespace

Result<std::unique_ptr<MatchViews>> MatchViews::open(const OutputOptions& output,
                                                     NamePattern pattern, std::string split_word,
                                                     const std::string& fallback) {
    const std::string beside = pattern.folder();
    std::error_code error;
    if (pattern.has_fields()) fs::create_directories(beside, error);
    if (error && fallback.empty())
        return fail("cannot make the folder ", beside, ": ", errno_text(error.value()));
    auto folders = ViewFolders::open(
        beside,
        pattern.has_fields() ? fs::path("recording.reel") : fs::path(output.path).filename(),
        fallback);
    if (!folders) return folders.error();
    std::unique_ptr<MatchViews> views(
        new MatchViews(output, std::move(pattern), std::move(split_word), *std::move(folders)));
    for (const unsigned round : views->rounds())
        if (!views->settle(round)) views->broken_off_ = true;
    return views;
}

std::string MatchViews::names() const {
    return braces_doubled(folder()) + "/{player}.reel";
}

std::vector<std::string> MatchViews::recordings() const {
    std::vector<std::string> all;
    for (const unsigned round : rounds())
        for (std::string& path : folders_->recordings_of(round)) all.push_back(std::move(path));
    return all;
}

void MatchViews::go_on(MatchRounds& rounds) const {
    const std::vector<unsigned> known = this->rounds();
    if (known.empty() || known.back() == 0) return;
    std::unique_ptr<ReelReader> newest;
    std::chrono::nanoseconds begin{};
    Frame last;
    for (const std::string& path : folders_->recordings_of(known.back())) {
        auto reel = open_recording(path);
        if (!reel || reel->chunks().empty()) continue;
        const auto frame = reel->at(reel->timeline().last());
        if (!frame) continue;
        if (const auto start = reel->info().start; !newest || start < begin) begin = start;
        if (newest && frame->time <= last.time) continue;
        last = *frame;
        newest = std::move(reel);
    }
    const Segment segment = newest ? newest->segments()[last.segment] : Segment{};
    const double rate = newest ? newest->info().ticks_per_second : 1.0;
    std::optional<Tick> match_start;
    if (const Game* game = newest ? find_game(newest->info().game) : nullptr) {
        std::vector<TypeField> fields;
        for (TypeId id = 0; id < newest->schema().size(); ++id)
            note_fields(newest->schema(), id, game->match_starts, fields);
        match_start = match_start_in(newest->schema(), fields, last.snapshot);
    }
    rounds.go_on(known.back(), begin, {segment, last.tick, last.time, rate, match_start, false});
}

void MatchViews::opened(const std::string& path, unsigned round) {
    recorded_ = true;
    open_[path] = round;
}

bool MatchViews::is_open(unsigned round) const {
    return std::any_of(
        open_.begin(), open_.end(), [round](const auto& one) { return one.second == round; });
}

// As RecordFiles names recordings.
std::string MatchViews::free_name(const std::vector<std::string>& views,
                                  const std::set<std::string>& promised) const {
    std::error_code ignored;
    const auto ours = [&](const std::string& path) {
        return made_.count(path) != 0 || promised.count(path) != 0;
    };
    const auto taken = [&](const std::string& path) {
        return promised.count(path) != 0 ||
               (fs::exists(fs::symlink_status(path, ignored)) &&
                (pattern_.has_fields() || !output_.force || ours(path)));
    };
    if (!pattern_.has_fields()) {
        std::string path = output_.path;
        // Not split, it is one file; more are of rounds of an earlier recorder, or protocols.
        for (unsigned number = 2; (!split_word_.empty() || ours(path)) && taken(path); ++number)
            path = numbered_path(output_.path, fmt::format("{}{}", split_word_, number));
        return path;
    }
    const FileNameFields fields = fields_of(views);
    for (unsigned number = 1;; ++number) {
        std::string path = pattern_.name(fields, number);
        if (!pattern_.has("n") && number > 1) path = numbered_path(path, std::to_string(number));
        if (!taken(path)) return path;
    }
}

std::string MatchViews::next_command(const std::vector<std::string>& files,
                                     const std::string& match) const {
    // All of a folder by a star: they may be many.
    std::map<fs::path, std::size_t> of_folder;
    for (const std::string& path : files) ++of_folder[fs::path(path).parent_path()];
    std::error_code error;
    for (auto& [folder, count] : of_folder)
        for (auto it = fs::directory_iterator(folder, error);
             !error && it != fs::directory_iterator(); it.increment(error))
            if (it->path().extension() == ".reel") --count;  // 0: these are all
    std::vector<std::string> words;
    for (const std::string& path : files) {
        const fs::path folder = fs::path(path).parent_path();
        std::string word = of_folder[folder] == 0 ? shell_word(whole_path(folder)) + "/*.reel"
                                                  : shell_word(whole_path(path));
        if (words.empty() || words.back() != word) words.push_back(std::move(word));
    }
    const bool forced = replaces() && fs::exists(match, error);
    return fmt::format("'tickreel merge --views --one-clock {} -o {}{}' puts them into one",
                       printable(fmt::format("{}", fmt::join(words, " "))),
                       printable(shell_word(whole_path(match))), forced ? " --force" : "");
}

void MatchViews::leave(const CommandLine& line, const std::string& why) {
    std::set<std::string> promised;
    for (const unsigned round : rounds()) {
        (void)settle(round);
        for (const auto& views : sort_views(folders_->recordings_of(round)).alike) {
            const std::string match = free_name(views, promised);
            promised.insert(match);
            std::error_code error;  // the command needs the folder; without it, it says so
            if (const fs::path folder = fs::path(match).parent_path();
                pattern_.has_fields() && check_disk())
                fs::create_directories(folder, error);
            line.warn(folders_->path_of(round),
                      fmt::format("{}; {} now", why, next_command(views, match)));
        }
    }
}

Result<std::unique_ptr<MatchReader>> open_match(const std::string& path) {
    auto file = open_file(path);
    if (!file) return file.error();
    return MatchReader::open(*std::move(file));
}

std::string views_in(const Result<std::unique_ptr<MatchReader>>& match, std::size_t recordings) {
    return plural(match ? (*match)->views().size() : recordings, "view");
}

// After a recorder that was killed while it joined them.
bool MatchViews::settle(unsigned round) const {
    const std::string folder = folders_->path_of(round);
    std::vector<std::string> views = read_note(folder);
    if (views.empty()) return true;
    const int lock = round == 0 ? -1 : lock_folder(folder);
    if (round != 0 && lock < 0) return true;  // the merge that it began still runs
    const std::string output = views.front();
    views.erase(views.begin());
    std::error_code error;
    const bool made = is_match_of(output, views);
    if (made) {
        const bool all = std::all_of(views.begin(), views.end(), is_complete);
        // Those that are not whole are kept, here if nowhere else.
        if (all || folders_->put_aside(round, views))
            for (const std::string& path : views) fs::remove(path, error);
    }
    UnfinishedFile::remove_abandoned(output);
    fs::remove(folder + "/" + kNote, error);
    if (lock >= 0) ::close(lock);
    if (round != 0) folders_->remove(round);
    return made || round == 0;
}

bool MatchViews::is_being_merged(unsigned round) const {
    const std::string folder = folders_->path_of(round);
    std::vector<std::string> views = read_note(folder);
    if (round == 0 || views.empty()) return false;
    const std::string output = views.front();
    views.erase(views.begin());
    if (is_match_of(output, views)) return false;  // it is just ending
    const int lock = lock_folder(folder);
    if (lock >= 0) ::close(lock);
    return lock < 0;
}

std::vector<std::string> MatchViews::being_merged() const {
    std::vector<std::string> folders;
    for (const unsigned round : rounds())
        if (is_being_merged(round)) folders.push_back(folders_->path_of(round));
    return folders;
}

std::vector<MatchJob> MatchViews::jobs(unsigned round, const Tell& tell) {
    (void)settle(round);
    const MatchJob all{round, folders_->path_of(round), folders_->recordings_of(round), ""};
    std::error_code error;
    if (fs::exists(all.folder + "/" + kNote, error)) return {};
    fs::create_directories(all.folder, error);  // all of them may have gone to the fallback
    SortedViews sorted = sort_views(all.views);
    for (const std::string& path : sorted.empty) fs::remove(path, error);
    // They would stop the match file now and after every restart.
    if (!sorted.damaged.empty()) {
        if (const auto aside = folders_->put_aside(round, sorted.damaged); aside) {
            lost_ = true;
            tell(*aside,
                 fmt::format("no snapshot of {} can be read ({}): no match file has them, and "
                             "they stay here",
                             plural(sorted.damaged.size(), "recording"),
                             fs::path(sorted.damaged.front()).filename().string()));
        } else {
            sorted.unreadable = std::move(sorted.damaged);
            join_unreadable(sorted);
        }
    }
    std::vector<MatchJob> jobs;
    for (const std::vector<std::string>& views : sorted.alike)
        jobs.push_back({round, all.folder, views, ""});
    if (jobs.empty() && round != 0) folders_->remove(round);
    return jobs;
}

Result<void> MatchViews::begin(MatchJob& job, const std::set<std::string>& promised) {
    if (auto there = check_disk(); !there) return there;
    job.output = free_name(job.views, promised);
    std::error_code error;
    if (const fs::path folder = fs::path(job.output).parent_path(); pattern_.has_fields())
        fs::create_directories(folder, error);
    // A file that is to be replaced would look like the one to be made.
    if (fs::exists(job.output, error)) return {};
    return write_whole_file(job.folder + "/" + kNote, note_of(job), IfExists::Replace);
}

bool MatchViews::lost_its_name(const MatchJob& job) const {
    std::error_code error;
    return takes_free_names() && fs::exists(fs::symlink_status(job.output, error)) &&
           !is_match_of(job.output, job.views);
}

void MatchViews::abandon(const MatchJob& job) const {
    std::error_code error;
    fs::remove(job.folder + "/" + kNote, error);
}

void MatchViews::conclude(const MatchJob& job, int code, const Tell& tell) {
    std::error_code error;
    if (code == kExitFailed) {
        abandon(job);
        tell(job.folder,
             fmt::format("{} of the match: they stay; {}", plural(job.views.size(), "recording"),
                         next_command(job.views, job.output)));
        return;
    }
    if (!pattern_.has_fields()) made_.insert(job.output);
    if (code == kExitDataLost) {
        const auto aside = folders_->put_aside(job.round, job.views);
        tell(aside ? *aside : job.folder,
             "the recordings stay, because not all of them could be read");
    } else
        for (const std::string& path : job.views)
            if (!fs::remove(path, error) || error)
                tell(path, "is in the match file and cannot be removed: " + error.message());
    abandon(job);
    if (job.round != 0) folders_->remove(job.round);
}

// The command for now would make the file where nobody looks for it.
int MatchViews::leave_for_disk(const CommandLine& line, const std::string& why) const {
    int code = kExitDone;
    for (const unsigned round : rounds()) {
        const std::vector<std::string> left = folders_->recordings_of(round);
        if (left.empty()) continue;
        code = line.failed(
            fs::path(left.front()).parent_path().string(),
            fmt::format("{}; {} of the match: they stay", why, plural(left.size(), "recording")),
            "mount it: the next recorder with this -o makes the match file");
    }
    if (code == kExitDone && recorded_)
        code = line.failed(pattern_.folder(), why + "; the recordings of the match are on it",
                           "mount it: the next recorder with this -o makes the match file");
    return code;
}

int MatchViews::merge(const CommandLine& line) {
    if (const auto there = check_disk(); !there) return leave_for_disk(line, there.error().message);
    int worst = kExitDone;
    std::set<std::string> promised;  // by a command that makes it
    const auto tell = [&line](const std::string& file, const std::string& what) {
        line.warn(file, what);
    };
    for (const unsigned round : rounds()) {
        if (is_being_merged(round)) {
            const int code = line.lost(
                folders_->path_of(round),
                "'tickreel merge' of an earlier recorder is still at the recordings here: their "
                "match file is not there; if it hangs, kill it: they stay, and the next recorder "
                "with this -o makes the file");
            if (worst != kExitFailed) worst = code;
            continue;
        }
        for (MatchJob& job : jobs(round, tell)) {
            const Result<void> begun = begin(job, promised);
            OtherName other_name;
            if (takes_free_names())
                other_name = [&]() -> Result<std::string> {
                    if (const auto again = begin(job, promised); !again) return again.error();
                    return job.output;
                };
            const int code = begun ? merge_as_views(line, job.views, {job.output, replaces()},
                                                    ViewClocks::OfOne, other_name)
                                   : line.failed(job.folder, begun.error().message);
            conclude(job, code, tell);
            if (code == kExitFailed) promised.insert(job.output);
            if (code != kExitFailed && !line.common().quiet)
                say("{}: {} of one match\n", job.output,
                    views_in(open_match(job.output), job.views.size()));
            if (worst != kExitFailed) worst = code == kExitFailed ? code : std::max(worst, code);
        }
    }
    if (lost_ && worst != kExitFailed) worst = kExitDataLost;
    return worst;
}

}  // namespace tickreel
