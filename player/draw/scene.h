#pragma once
// Builds a draw list for a frame of any game. Without art the scene is built from the schema alone:
// items that have position roles become labelled points over a scaled grid; a game's art (art.h)
// shows more. The same input always gives the same picture.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "player/draw/camera.h"
#include "player/draw/draw_list.h"
#include "player/draw/fog.h"
#include "player/draw/font.h"
#include "player/draw/textures.h"
#include "tickreel/analysis/input_track.h"
#include "tickreel/analysis/integrity_index.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class Art;

// What was said or who was killed, for the picture.
struct FeedLine {
    bool chat = false;  // false: a kill
    std::string text{};
    double age = 0;  // seconds
    bool operator==(const FeedLine&) const = default;
};
inline constexpr double kFeedSeconds = 8;  // a line is shown that long

struct SceneOptions {
    bool names = true;
    bool ids = false;       // show entity numbers
    bool hitboxes = false;  // collision shapes as on the server
    bool entities = false;  // the map's game layers instead of its pictures
    bool detail = true;     // decorative map layers
    bool trails = false;    // where things were in the last second of the `recent` frames
    bool effects = true;    // explosions, hits, from `recent`
    bool grid = true;       // if there is no map
    bool backdrop = true;   // if false, the scene is drawn over an existing picture
    bool hud = false;       // `feed`, and what the game shows of `followed`
    float ui_scale = 1;     // text and line widths
};

// What a view of a match file was not sent, although others were: drawn pale, above the rest. The
// types of `schema` are those of SceneInput::schema, and perhaps more behind them.
struct GhostInput {
    const Schema* schema = nullptr;   // nullptr: there are no ghosts
    const Frame* frame = nullptr;     // of the tick of SceneInput::frame: what is not sent, and
    const Frame* previous = nullptr;  // of what has no place everything
};

// The moment lies where snapshots are missing: SceneInput::frame is older.
struct MissingHere {
    Integrity kind = Integrity::None;  // Gap or Unreadable: what the picture says; None: nothing
    double ticks = 0;                  // since `frame`; 0: it is of another segment
};

struct SceneInput {
    const Schema& schema;
    TextureStore& textures;
    Font& font;
    const Frame* frame = nullptr;     // the frame to show; nullptr draws only the background
    const Frame* previous = nullptr;  // the previous frame, for interpolation
    float k = 1;                      // 0: previous .. 1: frame; 1: exactly as sent by the server
    std::span<const Frame> recent{};  // kRecentSeconds (state/frame_window.h) before
    double ticks_per_second = 50;
    MissingHere missing{};
    Camera camera{};
    SceneOptions options{};
    GhostInput ghosts{};
    std::optional<SentArea> fog{};
    std::vector<std::string> legend{};  // what the picture shows of a match file
    std::optional<ItemKey> selected{};
    std::optional<ItemKey> hovered{};
    std::optional<ItemKey> followed{};
    std::span<const FeedLine> feed{};       // oldest first
    std::optional<PressedInput> pressed{};  // keys and aim to show, hud or not
    Box hud_room{};                         // where the HUD may be; empty: the viewport
    bool other_view = false;                // of a client whose messages `art` has not read
    Art* art = nullptr;  // owns textures of `textures`: use it with one store only

    bool between_frames() const { return previous != nullptr && k < 1; }
    // The frame whose tick has come.
    const Frame* reached() const { return between_frames() ? previous : frame; }
};

struct Pick {
    ItemKey key{};
    Vec2 position{};   // world
    float radius = 0;  // world
    std::string label{};
    bool ghost = false;  // its key is one of GhostInput::schema
};

struct Scene {
    DrawList list;
    std::vector<Pick> picks;  // everything that can be clicked, in painting order
};

Scene build_scene(const SceneInput& input);
// The same, reusing the scene's memory.
void build_scene(const SceneInput& input, Scene& scene);

// The topmost pick at a world position; `slack` world units are added to every radius. A ghost only
// where nothing else is.
std::optional<Pick> pick_item(const Scene& scene, Vec2 world, float slack);

// A box around everything that has a position; empty if there is none.
Box positions_box(const Schema& schema, const Snapshot& snapshot);
// A place at the interpolated moment: on the way from the previous frame's to the frame's, or, as
// nobody was between them, at the latter if that was a jump (Art::longest_step()).
Vec2 place_between(const SceneInput& input, Vec2 previous, Vec2 next);
// Position of one item at the interpolated moment; empty if it has none, or only in the frame that
// is still to come.
std::optional<Vec2> item_position(const SceneInput& input, ItemKey key);

// The part of the picture that the HUD may use: below the legend.
Box hud_room(const SceneInput& input);
// At the upper left of hud_room.
void draw_legend(const SceneInput& input, DrawList& list);
// Kills at the upper right, chat at the lower left, newest at the bottom.
void draw_feed(const SceneInput& input, DrawList& list);
// That snapshots are missing, below the clock.
void draw_missing(const SceneInput& input, DrawList& list);
// Keys and aim at the lower edge.
void draw_pressed(const SceneInput& input, DrawList& list);

}  // namespace tickreel
