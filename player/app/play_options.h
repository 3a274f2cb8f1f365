#pragma once
// The command line of the window.

#include <optional>
#include <string>

#include "player/app/player_app.h"

namespace tickreel {

struct PlayOptions {
    std::string file{};   // "": reopens the last recording
    std::string place{};  // of FILE@PLACE
    std::string view{};   // of a match file
    bool verbose = false;
    int width = 1280;
    int height = 800;
    float scale = 0;  // 0: from the screen
    ArtOptions art{};
};

// FILE@PLACE, unless a file with that whole name exists.
void split_place(std::string& file, std::string& place);

// Empty if there is nothing to do: `exit_code` is then set (help, version, or wrong usage, which is
// printed).
std::optional<PlayOptions> read_play_options(int argc, char** argv, int& exit_code);

}  // namespace tickreel
