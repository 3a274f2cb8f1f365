#pragma once
// `record --match`: the clients' recordings are written as always, into folders of their own
// (ViewFolders). When a match is over they become the views of its file, and only when it is there
// they are removed: whatever happens before, each of them is a recording.

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/mounted_disk.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/view_folders.h"
#include "recorder/recording/match_rounds.h"
#include "recorder/recording/name_pattern.h"
#include "recorder/recording/recording_sink.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

// The recordings of one match that speak one protocol, and the file to make of them.
struct MatchJob {
    unsigned round = 0;
    std::string folder{};
    std::vector<std::string> views{};
    std::string output{};  // once it has begun
};

Result<std::unique_ptr<MatchReader>> open_match(const std::string& path);
// "3 views": who left and came back is there with each stay. `recordings`: that it was made of, for
// a file that cannot be read.
std::string views_in(const Result<std::unique_ptr<MatchReader>>& match, std::size_t recordings);

class MatchViews {
public:
    // What a person is told: of this file or folder, this.
    using Tell = std::function<void(const std::string& file, const std::string& what)>;

    // What a recorder left in its folders that was killed becomes views too. `pattern`: of
    // `output`, without fields that name one client. `split_word`: OUT-map2.reel; "": not split.
    static Result<std::unique_ptr<MatchViews>> open(const OutputOptions& output,
                                                    NamePattern pattern, std::string split_word,
                                                    const std::string& fallback);
    MatchViews(const MatchViews&) = delete;
    MatchViews& operator=(const MatchViews&) = delete;

    const std::string& folder() const { return folders_->usual(); }
    std::string fallback() const { return folders_->fallback(); }
    const std::vector<std::string>& not_ours() const { return folders_->not_ours(); }
    // What to call the clients' recordings, and the folder of a round's in folder().
    std::string names() const;
    std::vector<std::string> recordings() const;  // of all rounds, sorted
    std::vector<unsigned> rounds() const { return folders_->rounds(); }
    // Folders of rounds whose match file a program of an earlier recorder still makes, or hangs.
    std::vector<std::string> being_merged() const;
    // An earlier recorder ended while a program of its made a match file, and that did not end
    // well: memory may be too short for both.
    bool broken_off() const { return broken_off_; }
    // The newest round that an earlier recorder left goes on.
    void go_on(MatchRounds& rounds) const;

    // While recording, on its thread.
    void opened(const std::string& path, unsigned round);
    void closed(const std::string& path) { open_.erase(path); }
    bool is_open(unsigned round) const;

    // With a fallback an error while the disk of the match files is away: they wait for it, as a
    // part of their recordings may be on it.
    Result<void> check_disk() const {
        return folders_->fallback().empty() ? Result<void>() : disk_.check();
    }
    // What is to be done with the recordings of a round that is over. Nothing: another program is
    // at it.
    std::vector<MatchJob> jobs(unsigned round, const Tell& tell);
    // A recording of which nothing can be read is in no match file.
    bool lost() const { return lost_; }
    // Chooses the output, none of `promised`. Call conclude() when it has been made, or not.
    Result<void> begin(MatchJob& job, const std::set<std::string>& promised = {});
    // Whether its name was taken since begin(), which then chooses another. A name with fields, or
    // with a number, never replaces a file.
    bool lost_its_name(const MatchJob& job) const;
    // Instead of conclude(), where it begins again.
    void abandon(const MatchJob& job) const;
    // Whether the output of begin() may replace a file.
    bool replaces() const { return output_.force && !pattern_.has_fields(); }
    // As the exit code says: removes the recordings, or says where they are and what to do.
    void conclude(const MatchJob& job, int code, const Tell& tell);

    // Call when all recordings have ended: does all that is left. Returns the exit code.
    int merge(const CommandLine& line);
    // Instead: says that somebody else will, `why`, and how to do it now.
    void leave(const CommandLine& line, const std::string& why);

private:
    MatchViews(const OutputOptions& output, NamePattern pattern, std::string split_word,
               std::unique_ptr<ViewFolders> folders)
        : output_(output),
          pattern_(std::move(pattern)),
          split_word_(std::move(split_word)),
          folders_(std::move(folders)),
          disk_(pattern_.folder()) {}
    // None of `promised`.
    std::string free_name(const std::vector<std::string>& views,
                          const std::set<std::string>& promised = {}) const;
    std::string next_command(const std::vector<std::string>& files, const std::string& match) const;
    bool takes_free_names() const {
        return pattern_.has_fields() || (!split_word_.empty() && !output_.force);
    }
    // False: a program that was to make its match file was ended with its recorder.
    bool settle(unsigned round) const;
    int leave_for_disk(const CommandLine& line, const std::string& why) const;
    bool is_being_merged(unsigned round) const;

    OutputOptions output_;
    NamePattern pattern_;
    std::string split_word_;
    std::unique_ptr<ViewFolders> folders_;
    MountedDisk disk_;
    bool broken_off_ = false;
    bool lost_ = false;
    bool recorded_ = false;                   // a recording was begun
    std::map<std::string, unsigned> open_{};  // files, and their round
    std::set<std::string> made_{};            // names without fields
};

}  // namespace tickreel
