#pragma once
// Where the parts of a FrameRing are on disk (kept_parts.h): a folder for them in each of those
// given. The first one that takes a part gets it: usually beside the recordings, else in that of
// --fallback.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/file.h"

namespace tickreel {

class PartFolders {
public:
    explicit PartFolders(const std::vector<std::string>& in);  // "" are left out
    PartFolders(const PartFolders&) = delete;
    PartFolders& operator=(const PartFolders&) = delete;
    ~PartFolders();

    bool any() const { return !folders_.empty(); }
    struct NewPart {
        std::string path{};
        std::unique_ptr<ByteSink> sink{};
    };
    // A file of this name; where what was there failed a moment ago, in another folder. None:
    // problem() says why.
    std::optional<NewPart> create(const std::string& name, std::chrono::nanoseconds now);
    // A whole file, wherever it can be; returns its path, "" if it cannot.
    std::string write(const std::string& name, ByteView bytes, bool sync);
    void note_failure(const std::string& part, const std::string& problem,
                      std::chrono::nanoseconds now);

    const std::string& problem() const { return problem_; }  // of the last that took nothing
    // That of the newest part, and in which of the given ones it is; "": there is none.
    std::string newest() const { return any() ? folders_[newest_].path : ""; }
    std::string newest_in() const { return any() ? folders_[newest_].in : ""; }
    std::vector<std::string> all() const;

private:
    struct Folder {
        std::string in{};
        std::string path{};  // "": could not be made yet
        std::optional<std::chrono::nanoseconds> failed_at{};
    };
    bool make(Folder& folder);
    bool usable(Folder& folder, std::chrono::nanoseconds now) const;

    std::vector<Folder> folders_{};
    std::size_t newest_ = 0;
    std::string problem_{};
};

}  // namespace tickreel
