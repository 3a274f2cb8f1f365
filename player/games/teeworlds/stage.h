#pragma once
// The drawing context shared by all parts of the Teeworlds art.

#include <map>

#include "player/draw/scene.h"
#include "player/games/teeworlds/match_state.h"
#include "player/games/teeworlds/sprites.h"
#include "player/games/teeworlds/world.h"

namespace tickreel::teeworlds_art {

class Switches;

struct Stage {
    const SceneInput& input;
    Scene& scene;
    const World& world;
    const MapFile* map = nullptr;  // nullptr if there is none
    Sprites& sprites;
    const std::map<int, Tuning>& zones;  // of the map

    DrawList& list() const { return scene.list; }
    Vec2 screen(Vec2 position) const { return input.camera.to_screen(position); }
    float pixels(float units) const { return units * input.camera.scale; }
    double seconds() const { return world.tick / input.ticks_per_second; }
    // Far outside the viewport: not worth drawing.
    bool hidden(Vec2 position, float reach) const {
        return !grown(input.camera.viewport, pixels(reach)).contains(screen(position));
    }
};

void draw_hooks(const Stage& stage);
void draw_tees(const Stage& stage);
void draw_projectiles(const Stage& stage, const Switches& switches);
void draw_lasers(const Stage& stage, const Switches& switches);
void draw_pickups(const Stage& stage, const Switches& switches);
void draw_flags(const Stage& stage);
void draw_effects(const Stage& stage);
void draw_emotes(const Stage& stage);
void draw_chat(const Stage& stage);
void draw_name_plates(const Stage& stage);
void draw_hud(const Stage& stage, const MatchState& match);
// Its part at the lower edge and at the right: whom one watches, team scores with flags,
// spectators.
void draw_match_state(const Stage& stage, const MatchState& match, const Box& room);

// The built-in shapes, around `at`, in pixels.
void draw_heart(const Stage& stage, Vec2 at, float size, Color color);
void draw_shield(const Stage& stage, Vec2 at, float size, Color color);

}  // namespace tickreel::teeworlds_art
