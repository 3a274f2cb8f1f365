#pragma once
// The list of games that have art of their own, and what they draw from: the map of a segment and
// the files of the installed game. Loading may take a second: it is safe in another thread, because
// nothing touches the texture store before the first draw.

#include <memory>
#include <string>
#include <vector>

#include "player/draw/art.h"
#include "tickreel/base/problem.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct ArtOptions {
    bool installed = true;            // pictures of the installed game; false = built-in look
    bool map = true;                  // false = players and things only
    std::string map_file{};           // instead of the recording's own or the installed one
    std::vector<std::string> data{};  // data folders searched before the usual ones
};

// The art for a segment of a recording, or nullptr when its game has none. A map that cannot be
// found or read is a problem, and the art then draws without it.
std::unique_ptr<Art> load_art(const ReelReader& reel, std::uint32_t segment,
                              const ArtOptions& options, const ProblemSink& problems);

}  // namespace tickreel
