#pragma once
// The command line of `render`.

#include <optional>
#include <string>
#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

struct RenderOptions {
    std::string file{};
    std::string tick{};   // one picture
    std::string ticks{};  // a range: a video or a series
    std::string out{};
    int width = 1280;
    int height = 720;
    unsigned connection = 0;  // of a capture; 0: the first, and the others are named
    std::string view{};       // of a match file, as find_view() takes it; "": as connection says
    std::string follow{};
    double zoom = 1;
    std::optional<Vec2> centre{};
    bool fit = false;
    std::string map{};
    std::string art = "auto";
    std::vector<std::string> data{};
    std::string font = "auto";
    bool names = true;
    bool hud = false;  // the strip of facts, and with it game_hud
    bool game_hud = false;
    bool gap_sign = true;  // where snapshots are missing
    bool inputs = false;   // keys and aim
    bool entities = false;
    bool hitboxes = false;
    bool ids = false;
    bool trails = false;
    bool ghosts = false;   // of a match file
    bool fog = false;      // likewise
    std::string beside{};  // likewise: the view in the right half; "": none
    bool of_match() const { return ghosts || fog || !beside.empty() || !view.empty(); }
    bool raw = false;  // no interpolation between snapshots
    bool force = false;
    bool quiet = false;  // errors only
    double fps = 50;
    double speed = 1;
};

// Empty if there is nothing to do: `exit_code` is then set (help, or wrong usage, which is
// printed).
std::optional<RenderOptions> read_render_options(int argc, char** argv, int& exit_code);

}  // namespace tickreel
