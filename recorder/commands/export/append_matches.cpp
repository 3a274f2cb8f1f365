#include "recorder/commands/export/append_matches.h"

#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "recorder/commands/batch.h"
#include "recorder/commands/library/summary.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/same_match.h"
#include "recorder/commands/union_notes.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/tables/match_dataset.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfinished = ".unfinished";  // hidden from every pattern of readers

// Of one command at a time; what a killed one left is cleared away.
class DatasetLock {
public:
    static Result<DatasetLock> take(const fs::path& dataset) {
        std::error_code error;
        const fs::path folder = dataset / kUnfinished;
        fs::create_directories(folder, error);
        if (error) return fail("cannot create: ", errno_text(error.value()));
        DatasetLock lock(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
        if (lock.file_ < 0) return fail("cannot open ", folder.string(), ": ", errno_text());
        if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0)
            return fail("another 'tickreel export --append' is writing to it; wait for its end");
        for (const auto& left : fs::directory_iterator(folder, error))
            fs::remove_all(left.path(), error);
        return lock;
    }
    DatasetLock(DatasetLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    DatasetLock& operator=(DatasetLock&&) = delete;
    ~DatasetLock() {
        if (file_ >= 0) ::close(file_);
    }

private:
    explicit DatasetLock(int file) : file_(file) {}
    int file_;
};

Result<void> write_match(const ReelReader& reel, const std::string& path, const std::string& uuid,
                         const fs::path& dataset, bool one_core, const StopSignals& stop) {
    TableExtras wishes;
    wishes.one_core = one_core;
    auto database = TableDatabase::open({{path, &reel, reel.everything(), evolvers()}},
                                        ignore_problems, wishes);
    if (!database) return database.error();
    (*database)->set_watch([&stop](std::uint64_t) { return stop.arrived(); });
    const auto made = UnfinishedFile::create((dataset / kUnfinished / uuid).string());
    if (!made) return made.error();
    std::error_code error;
    fs::create_directory((*made)->path(), error);
    if (error) return fail("cannot create a folder: ", errno_text(error.value()));
    const auto done = export_dataset_match(**database, (*made)->path(), uuid);
    if (stop.arrived()) return fail(kInterrupted);  // not in DuckDB's words
    if (!done) return done;
    if (!reel.damage().empty())
        return fail("is damaged; append an intact copy, or what 'tickreel recover' saves of it");
    return (*made)->publish((dataset / uuid).string(), IfExists::Refuse);
}

// `sound`: whether nothing is wrong with the file itself.
int append_one(const CommandLine& line, const std::string& path, const fs::path& dataset,
               bool one_core, bool& sound) {
    sound = false;
    // Of a match file what any of its views saw, as sql reads it.
    const OpenedView opened =
        open_view(line, path, is_match_file(path) ? std::string(kUnionView) : std::string());
    const ReelReader* const reel = opened.reel.get();
    if (reel == nullptr) return kExitFailed;
    if (opened.code != kExitDone)
        return line.failed(path, "is damaged",
                           "append an intact copy, or what 'tickreel recover' saves of it");
    // What is added is never looked at again: it must be whole.
    if (!reel->finished())
        return line.failed(path, "is not finished",
                           "append it when it is, or save it with 'tickreel recover'");
    const StopSignals stop;
    const auto done = write_match(*reel, path, uuid_of(path), dataset, one_core, stop);
    sound = reel->damage().empty() || stop.arrived();
    if (!done) return line.failed(path, done.error().message);
    warn_of_union(line, path, *reel, types_of_one_client(reel->schema()));
    return kExitDone;
}

// The same recording under another name is added once.
std::vector<std::string> without_copies(std::vector<std::string> paths) {
    std::set<std::string> uuids;
    std::erase_if(paths, [&](const std::string& path) {
        const std::string uuid = uuid_of(path);
        return !uuid.empty() && !uuids.insert(uuid).second;
    });
    return paths;
}

// Those of a recording that an earlier file is of, by that one: they are for where it cannot be
// added.
std::map<std::string, std::vector<std::string>> take_copies(std::vector<std::string>& paths) {
    std::map<std::string, std::string> first;  // by UUID
    std::map<std::string, std::vector<std::string>> copies;
    std::erase_if(paths, [&](const std::string& path) {
        const std::string uuid = uuid_of(path);
        if (uuid.empty() || first.emplace(uuid, path).second) return false;
        copies[first[uuid]].push_back(path);
        return true;
    });
    return copies;
}

}  // namespace

int append_matches(const CommandLine& line, const ExportJob& job) {
    const fs::path dataset(job.append);
    const auto lock = DatasetLock::take(dataset);
    if (!lock) return line.failed(job.append, lock.error().message);
    auto fresh = skip_finished(line, job.paths, [&](const std::string& path) {
        std::error_code ignored;
        const std::string uuid = uuid_of(path);
        return !uuid.empty() && fs::exists(dataset / uuid, ignored);
    });
    const std::size_t added_before = job.paths.size() - fresh.size();
    const auto copies = take_copies(fresh);
    const std::size_t count = fresh.size();
    if (count != 0) warn_of_same_match(line, without_copies(job.paths));
    BatchOptions batch{"appending", job.parallel, added_before};
    batch.makes_files = true;
    const int code = run_batch(line, fresh, batch, [&](const std::string& path) {
        bool sound = true;
        int done = append_one(line, path, dataset, job.one_core, sound);
        const auto others = copies.find(path);
        if (others == copies.end()) return done;
        for (const std::string& copy : others->second) {
            if (sound) break;
            if (append_one(line, copy, dataset, job.one_core, sound) == kExitDone)
                done = kExitDataLost;  // of a file, not of the dataset
        }
        return done;
    });
    if (line.common().quiet || code != kExitDone) return code;
    for (const auto& [first, others] : copies)
        for (const std::string& copy : others)
            fmt::print(stderr, "{} is the same recording as {} and was skipped.\n", printable(copy),
                       printable(first));
    fmt::print(stderr, "Added {} recording{}.\n", count, count == 1 ? "" : "s");
    return code;
}

}  // namespace tickreel
