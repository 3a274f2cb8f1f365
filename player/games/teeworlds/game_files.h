#pragma once
// Finds the installed game's pictures and maps on this machine. Read only.

#include <optional>
#include <string>
#include <vector>

#include "player/draw/image.h"
#include "tickreel/base/problem.h"
#include "tickreel/model/frame.h"

namespace tickreel::teeworlds_art {

class GameFiles {
public:
    // `extra` folders come first. Only folders that contain a mapres folder count.
    explicit GameFiles(const std::vector<std::string>& extra);
    static GameFiles none() { return GameFiles(); }

    bool any() const { return !data_.empty(); }
    // "game.png", "mapres/grass_main.png": from the first folder that has it; empty if none does.
    // An existing file that cannot be read is a problem.
    Image picture(const std::string& name, const ProblemSink& problems = ignore_problems) const;
    // The map of a segment: by its SHA-256 or CRC in the download folders, else a file of that name
    // with the right checksum. Empty if there is no such file.
    std::optional<Bytes> map(const Segment& segment, const ProblemSink& problems) const;

private:
    GameFiles() = default;
    std::vector<std::string> data_;  // game.png, mapres, maps
    std::vector<std::string> user_;  // downloadedmaps, maps
};

// False for names that would leave the searched folder.
bool plain_file_name(const std::string& name);

}  // namespace tickreel::teeworlds_art
