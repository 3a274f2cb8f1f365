#pragma once
// The files of `record`: naming, creating and deleting old ones.

#include <atomic>
#include <mutex>

#include "recorder/commands/mounted_disk.h"
#include "recorder/commands/recording_options.h"
#include "recorder/recording/retention.h"
#include "recorder/recording/session_status.h"

namespace tickreel {

struct KeepArguments {
    std::string total{};     // "50GiB"; "": no limit
    unsigned days = 0;       // 0: no limit
    std::string fallback{};  // where recordings go when -o cannot be written; "": nowhere
};
void add_keep_options(CommandLine& line, KeepArguments& arguments);
Result<RetentionOptions> retention_options(const KeepArguments& arguments);

// A name with fields never collides with an existing file. One without is OUT.reel for the first
// client and OUT-2.reel ... for the others.
class RecordFiles {
public:
    // `fallback`: the folder for what cannot be written to that of `output`; "": none.
    RecordFiles(const OutputOptions& output, NamePattern pattern, const std::string& part_word,
                std::string fallback = {});

    // Call before the first client: creates the folder and checks that it is writable.
    Result<void> check() const;
    Result<void> check_fallback() const;
    // `within`: a folder in that of the pattern, "" for that itself. For any thread.
    Result<NewFile> make(const FileNameFields& fields, const std::string& within = "");
    const NamePattern& pattern() const { return pattern_; }
    // Where recordings are made: that of the pattern, and that of the fallback if there is one.
    std::vector<std::string> folders() const {
        std::vector<std::string> all{pattern_.folder()};
        if (!fallback_.empty()) all.push_back(fallback_);
        return all;
    }
    // While recording: as check(), without trying to write. No error if only the fallback is left.
    FolderStatus look() const;
    // Without a fallback: why recordings go to where nobody looks for them; "": they do not.
    std::string goes_below() const;
    // Files that went to the fallback. For any thread.
    unsigned fallen_back() const { return fallen_back_; }

private:
    // With a fallback: the folder is not what lies under its disk when that is not mounted.
    Result<void> check_mounted() const;
    Result<NewFile> make_usual(const FileNameFields& fields, const std::string& within);
    Result<NewFile> make_by_pattern(const FileNameFields& fields, const std::string& within);
    Result<NewFile> make_fallback(const FileNameFields& fields, const std::string& within);
    static Result<NewFile> first_free(const std::string& first);

    NamePattern pattern_;
    bool force_;
    ReelNames plain_;
    std::string fallback_;
    std::mutex making_{};  // what killed recorders left is saved beside the recorder's thread
    MountedDisk disk_;
    std::atomic<unsigned> fallen_back_{0};
    std::map<std::string, unsigned> next_number_{};  // by the name with number 0
};

}  // namespace tickreel
