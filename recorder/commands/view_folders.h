#pragma once
// Where `record --match` keeps the clients' recordings until they are one file: a folder of their
// own beside it, OUT.views; with --split, those of each round (see MatchRounds) in a folder in
// that, 0001 ... What cannot be written there goes to a folder like it in that of --fallback.
// Locked while this lives: no other recorder has them.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

std::unique_ptr<ReelReader> open_recording(const std::string& path);  // nullptr: it cannot be read

class ViewFolders {
public:
    // Takes the first of STEM.views, STEM-2.views ... in `beside` that no running recorder has, and
    // no other user.
    // `fallback`: "" or a folder, which serves also where OUT.views cannot be made.
    static Result<std::unique_ptr<ViewFolders>> open(const std::string& beside,
                                                     const std::filesystem::path& stem,
                                                     const std::string& fallback);
    ViewFolders(const ViewFolders&) = delete;
    ViewFolders& operator=(const ViewFolders&) = delete;
    ~ViewFolders();  // removes those that are empty

    const std::string& usual() const { return folders_.front(); }
    // Where recordings go that cannot be written to usual(); "": nowhere.
    std::string fallback() const { return folders_.size() > 1 ? folders_[1] : ""; }
    // Those that others put there under such a name: they are left alone.
    const std::vector<std::string>& not_ours() const { return not_ours_; }
    static std::string round_name(unsigned round);
    std::string path_of(unsigned round) const { return path_of(usual(), round); }
    // Of each client in the order in which they came; of all folders.
    std::vector<std::string> recordings_of(unsigned round) const;
    std::vector<unsigned> rounds() const;  // that have recordings, ascending; 0: those of no round
    void remove(unsigned round) const;     // refused unless they are empty
    // To where no recorder takes them for views of its match. Says where they are now; an error:
    // some are where they were.
    Result<std::string> put_aside(unsigned round, const std::vector<std::string>& recordings) const;

private:
    ViewFolders(std::vector<std::string> folders, std::vector<int> locks)
        : folders_(std::move(folders)), locks_(std::move(locks)) {}
    static std::string path_of(const std::string& folder, unsigned round);

    std::vector<std::string> folders_;  // one, or with that of the fallback
    std::vector<int> locks_;            // of those that were there when it began
    std::vector<std::string> not_ours_{};
};

}  // namespace tickreel
