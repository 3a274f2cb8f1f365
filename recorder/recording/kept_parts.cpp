#include "recorder/recording/kept_parts.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recorder/recording/own_paths.h"
#include "recorder/recording/part_replay.h"
#include "recorder/recording/recorded_end.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/model/ignoring_sink.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptPrefix = ".tickreel-keep-";
constexpr const char* kUnreadablePrefix = "tickreel-unreadable-";
constexpr const char* kNotePrefix = "clip-";
constexpr int kMostNotes = 10000;

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

std::vector<std::string> names_in(const std::string& connection, bool notes) {
    std::vector<std::string> names = sorted_names(connection);
    std::erase_if(names, [notes](const std::string& path) {
        return fs::path(path).filename().string().starts_with(kNotePrefix) != notes;
    });
    return names;
}

bool is_kept_folder(const fs::path& path) {
    return path.filename().string().starts_with(kKeptPrefix);
}

// A folder of parts as a recorder makes it: nothing in it is a link, or of another user than the
// folder around it, which is ours.
bool has_parts_alone(const std::string& connection) {
    struct stat around {};
    if (::lstat(fs::path(connection).parent_path().c_str(), &around) != 0) return false;
    const auto is = [&](const std::string& path, mode_t kind) {
        struct stat status {};
        return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
               status.st_uid == around.st_uid;
    };
    if (!is(connection, S_IFDIR)) return false;
    const std::vector<std::string> names = sorted_names(connection);
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string& path) { return is(path, S_IFREG); });
}

// How far the clips go that are noted beside these parts.
std::optional<RecordedEnd> end_of_clips(const std::string& connection) {
    std::vector<LeftFile> clips;
    for (const std::string& note : names_in(connection, true)) {
        std::ifstream text(note);
        clips.push_back({std::string(std::istreambuf_iterator<char>(text), {}), {}});
    }
    bool unreadable = false;
    return recorded_end(clips, unreadable);
}

// The frame with which the clips end, among those of the parts.
class ClipEnd final : public IgnoringSink {
public:
    explicit ClipEnd(const RecordedEnd& end) : end_(end) {}
    void add_frame(const Frame& frame) override {
        if (frame.time <= end_.time) place_.last = frame.moment();
    }
    const PartReplay::Place& place() const { return place_; }

private:
    RecordedEnd end_;
    PartReplay::Place place_{};
};

PartReplay::Place place_of(const RecordedEnd& end, const std::vector<std::string>& parts) {
    ClipEnd found(end);
    PartReplay replay(found, {});
    for (const std::string& path : parts)
        if (const auto reel = open_part(path)) replay.add(**reel, ignore_problems);
    return found.place();
}

int open_folder(const std::string& path) {
    return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

}  // namespace

int lock_folder(const std::string& path) {
    const int folder = open_folder(path);
    if (folder < 0 || ::flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
    ::close(folder);
    return -1;
}

OwnFolder lock_own_folder(const std::string& path) {
    const int folder = open_folder(path);
    if (folder < 0) return {-1, errno == ELOOP || errno == ENOTDIR || errno == EACCES};
    struct stat status {};
    OwnFolder own;
    own.not_ours = ::fstat(folder, &status) != 0 || !is_own(status, folder_of(path));
    if (!own.not_ours && ::flock(folder, LOCK_EX | LOCK_NB) == 0)
        own.lock = folder;
    else
        ::close(folder);
    return own;
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

LeftByKilled left_by_killed(const std::string& beside) {
    LeftByKilled left;
    for (const std::string& path : sorted_names(beside)) {
        if (!is_kept_folder(path)) continue;
        const OwnFolder own = lock_own_folder(path);
        if (own.not_ours) left.not_ours.push_back(path);
        if (own.lock >= 0) left.folders.emplace_back(new KeptFolder(path, own.lock));
    }
    return left;
}

KeptConnections kept_connections(KeptFolder& folder) {
    KeptConnections found;
    for (const std::string& path : sorted_names(folder.path())) {
        struct stat one {};
        // With which it looked whether there is room.
        if (::lstat(path.c_str(), &one) == 0 && S_ISREG(one.st_mode)) continue;
        if (!has_parts_alone(path)) {
            folder.leave();
            found.not_ours.push_back(path);
        } else if (auto parts = names_in(path, false); !parts.empty()) {
            found.parts.push_back(std::move(parts));
        }
    }
    return found;
}

std::optional<std::vector<std::string>> kept_parts(const std::string& connection) {
    const fs::path folder = fs::path(connection).parent_path();
    if (!is_kept_folder(folder)) return std::nullopt;
    if (!is_own_folder(folder.string()) || !has_parts_alone(connection))
        return std::vector<std::string>();
    return names_in(connection, false);
}

void note_clip(const std::string& connection, const std::string& clip) {
    // Names of one length, so that they sort.
    for (int number = kMostNotes; number < 2 * kMostNotes; ++number) {
        const std::string path = concat(connection, "/", kNotePrefix, number);
        std::error_code ignored;
        if (fs::exists(path, ignored)) continue;
        if (const auto note = create_file(path, IfExists::Refuse))
            if ((*note)->write(as_bytes(clip))) (void)(*note)->close();
        return;
    }
}

void forget_clips(const std::string& connection) {
    std::error_code ignored;
    for (const std::string& note : names_in(connection, true)) fs::remove(note, ignored);
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
    PartReplay::Place after;
    if (!parts.empty())
        if (const auto end = end_of_clips(fs::path(parts.front()).parent_path().string()))
            after = place_of(*end, parts);
    PartReplay replay(into, after);
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
