#pragma once
// The art for Teeworlds and DDNet recordings.

#include <memory>
#include <optional>

#include "player/draw/art.h"
#include "player/games/art.h"
#include "player/games/teeworlds/game_files.h"
#include "player/games/teeworlds/map_file.h"

namespace tickreel::teeworlds_art {

// With pictures if `files` has any, else built-in shapes. `map` may be missing.
std::unique_ptr<Art> make_teeworlds_art(std::optional<MapFile> map, const GameFiles& files,
                                        const ProblemSink& problems);

// The rest is for the list in art.cpp.
// The content of a segment's map: the file of the options, else of the installed game.
std::optional<Bytes> find_teeworlds_map(const Segment& segment, const ArtOptions& options,
                                        const ProblemSink& problems);
std::unique_ptr<Art> load_teeworlds_art(const ReelReader& reel, std::uint32_t segment,
                                        const ArtOptions& options, const ProblemSink& problems);

}  // namespace tickreel::teeworlds_art
