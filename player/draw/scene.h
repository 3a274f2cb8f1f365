#pragma once
// A frame of any game as a draw list. Without art the scene is made from the schema alone: items
// that have position roles become labelled points over a scaled grid; a game's own art (art.h)
// draws richer. The same input always gives the same picture.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "player/draw/camera.h"
#include "player/draw/draw_list.h"
#include "player/draw/font.h"
#include "player/draw/textures.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class Art;

struct SceneOptions {
    bool names = true;
    bool ids = false;       // entity numbers beside the items
    bool hitboxes = false;  // collision shapes as the server sees them
    bool entities = false;  // the map's game layers instead of its pictures
    bool detail = true;     // decorative map layers
    bool trails = false;    // where things were in the `recent` frames
    bool effects = true;    // explosions, hits, from `recent`
    bool grid = true;       // where there is no map
    bool backdrop = true;   // behind everything; without it the scene is drawn over a picture
    float ui_scale = 1;     // text and line widths
};

struct SceneInput {
    const Schema& schema;
    TextureStore& textures;
    Font& font;
    const Frame* frame = nullptr;     // what is shown; nullptr draws the background only
    const Frame* previous = nullptr;  // the frame before it, for interpolation
    float k = 1;                      // 0 = previous .. 1 = frame; 1 = exactly what the server said
    std::span<const Frame> recent{};  // up to 2 s before `frame`, oldest first: effects, trails
    double ticks_per_second = 50;
    Camera camera{};
    SceneOptions options{};
    std::optional<ItemKey> selected{};
    std::optional<ItemKey> hovered{};
    Art* art = nullptr;  // keeps textures of `textures`: one art, one store
};

struct Pick {
    ItemKey key{};
    Vec2 position{};   // world
    float radius = 0;  // world
    std::string label{};
};

struct Scene {
    DrawList list{};
    std::vector<Pick> picks{};  // everything that can be clicked, in order of painting
};

Scene build_scene(const SceneInput& input);
// The same into a scene whose memory is used again.
void build_scene(const SceneInput& input, Scene& scene);

// The topmost pick at a world position; `slack` world units are added to every radius.
std::optional<ItemKey> pick_item(const Scene& scene, Vec2 world, float slack);

// Around everything that has a position; empty when nothing has.
Box positions_box(const Schema& schema, const Snapshot& snapshot);
// Position of one item at the interpolated moment; nothing when it has none.
std::optional<Vec2> item_position(const SceneInput& input, ItemKey key);

// The strip of facts at the lower edge: time, tick, wire checksum, map.
struct HudFacts {
    std::string time{};
    Tick tick = 0;
    WireInfo wire{};
    bool item_checksums = false;  // the wire's facts are counts of items that were checked
    std::string map{};
    std::string note{};  // right-aligned, e.g. the followed player
};
void draw_hud(DrawList& list, Font& font, const Box& viewport, const HudFacts& facts,
              float ui_scale = 1);

}  // namespace tickreel
