#pragma once
// Asks `tickreel library` about a folder of recordings, in the background: which recordings there
// are, or which events and markers are in them. The program keeps what it read in a catalog in that
// folder.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/background.h"

namespace tickreel {

struct LibraryQuestion {
    std::string folder{};
    std::string player{};  // names as `tickreel library` matches them; "" = any
    std::string map{};
    std::string since{};   // YYYY-MM-DD
    std::string event{};   // "kill", "flag" ...: these events instead of the recordings
    std::string marker{};  // part of its text: markers instead of the recordings
    std::string query{};   // where it holds instead of the recordings
};

// The words behind "tickreel".
std::vector<std::string> library_words(const LibraryQuestion& question);

struct LibraryHit {
    std::string path{};
    std::string place{};  // where it happened, as after FILE@; "" = the recording as a whole
    std::string when{};   // when the recording began (UTC), or the time within it
    std::string map{};
    std::string what{};     // "Aster > Clover", a marker's text, or the number of players
    std::string problem{};  // of a recording that cannot be read or not completely
};

// A line of the program's NDJSON; nullopt: it is none.
std::optional<LibraryHit> parse_library_line(std::string_view line);

struct LibraryAnswer {
    std::vector<LibraryHit> hits{};
    std::size_t left_out = 0;  // further ones, beyond LibrarySearch::kMost
    std::string said{};        // everything else that the program wrote
    int code = 0;              // its exit code; -1: it could not be started
};

// Runs `tickreel` with these words and gives its lines; returns its exit code, -1: not started.
int run_library(const std::vector<std::string>& words, const WorkControl& control,
                const std::function<void(std::string_view)>& take_line);

class LibrarySearch {
public:
    static constexpr std::size_t kMost = 5000;

    void start(const LibraryQuestion& question);  // ends the one before
    bool running() const { return job_.running(); }
    std::optional<LibraryAnswer> take() { return job_.take(); }

private:
    Background<LibraryAnswer> job_;
};

}  // namespace tickreel
