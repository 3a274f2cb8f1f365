#pragma once
// Small pictures of recordings, from the catalog that `tickreel library` keeps: asked for in the
// background, a few at a time, those that are looked at. What is not in the catalog yet is drawn
// then, which takes up to a second each.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tickreel/base/background.h"
#include "tickreel/base/bytes.h"

namespace tickreel {

struct LibraryPicture {
    std::string path{};
    Bytes png{};  // empty: it cannot be drawn
};
// A line of the program's NDJSON; nullopt: it is none.
std::optional<LibraryPicture> parse_picture_line(std::string_view line);

class LibraryPictures {
public:
    // Once a frame: takes in what has come and asks for those of `paths` that are not known.
    void want(const std::string& folder, const std::vector<std::string>& paths);
    // nullptr: not yet; empty: there is none.
    const Bytes* find(const std::string& path) const;
    bool running() const { return job_.running(); }
    // Of files that may have changed.
    void forget() { known_.clear(); }

private:
    static constexpr std::size_t kAtOnce = 4;  // the first of them are shown sooner
    static constexpr std::size_t kMostKept = 1000;

    std::map<std::string, Bytes> known_{};
    Background<std::vector<LibraryPicture>> job_{};
};

}  // namespace tickreel
