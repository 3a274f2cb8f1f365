#pragma once
// The list of games with art, and the sources of art: a segment's map and the files of the
// installed game. Loading may take a second; it may run in another thread, because the texture
// store is not used before the first draw.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "player/draw/art.h"
#include "tickreel/base/problem.h"
#include "tickreel/reel/evolution.h"

namespace tickreel {

struct ArtOptions {
    bool installed = true;            // use pictures of the installed game; false: built-in look
    bool map = true;                  // false: only players and things
    std::string map_file{};           // instead of the recording's or the installed one
    std::vector<std::string> data{};  // data folders searched before the usual ones
};

// The art for a segment of a recording, or nullptr if its game has none. A map that cannot be found
// or read is a problem; the art then draws without it.
std::unique_ptr<Art> load_art(const ReelReader& reel, std::uint32_t segment,
                              const ArtOptions& options, const ProblemSink& problems);

// Finds maps that a recording of this game does not hold where load_art() finds them. Any thread.
Evolution::FindMap map_finder(std::string_view game, const ArtOptions& options);

}  // namespace tickreel
