#pragma once
// Interface for a game's art in a scene: an Art draws the types that it knows by name and leaves
// the rest to the generic points. It reads the game's files, never its wire format.

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "player/draw/evolved_frames.h"
#include "player/draw/scene.h"
#include "tickreel/base/problem.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct NamedItem {
    ItemKey key{};
    std::string name{};  // may be ""
};

// By name, else by entity number, else by name without regard to case: all that are found so, in
// their order.
std::vector<ItemKey> find_all_named(const std::vector<NamedItem>& items, std::string_view who);
std::optional<ItemKey> find_named(const std::vector<NamedItem>& items, std::string_view who);

// Owns textures of the store that it was drawn with: destroy it before that store and on the same
// thread.
class Art {
public:
    virtual ~Art() = default;

    virtual Box world() const = 0;  // where players can be on the map; empty without a map
    virtual bool has_map() const = 0;
    // The scale at which the game itself shows its world, in pixels per unit.
    virtual float game_scale(const Box& viewport) const = 0;
    // True for types that this art draws or deliberately omits (items without a position).
    virtual bool knows(const ItemType& type) const = 0;
    // Reads data that only messages contain (names, tuning), up to that moment. Slow; may run
    // concurrently with drawing, which uses the data read so far.
    virtual void read_messages(const ReelReader& /*reel*/, Moment /*until*/,
                               const ProblemSink& /*problems*/,
                               const std::function<bool()>& /*stopped*/) {}
    // Evolves items that were sent as of an earlier tick to that of their snapshot; nullptr if this
    // segment has none, or if they cannot be evolved (no map).
    virtual Evolver* evolver() { return nullptr; }
    // Replaces the input's frames, those of ghosts too, by those that the game's clients show.
    // Valid until the next call.
    // `beside`: of a second picture, whose frames are kept apart.
    void evolve(SceneInput& input, bool beside = false);
    virtual void draw_behind(const SceneInput& input, Scene& scene) = 0;  // below generic points
    virtual void draw_front(const SceneInput& input, Scene& scene) = 0;   // above them
    // Things and players alone, for input that is not that of draw_behind(): no map, no effects, no
    // names.
    virtual void draw_things(const SceneInput& /*input*/, Scene& /*scene*/) {}
    // Where servers send things from to the recorded client, at the moment of the picture.
    virtual SentArea sent_area(const SceneInput& input) const = 0;
    // What the game shows of the followed player and of the match: hearts, ammunition, times.
    virtual void draw_hud(const SceneInput& /*input*/, Scene& /*scene*/) {}
    // How far something can move from one snapshot to the next, in units: what is farther away
    // there has jumped.
    virtual float longest_step() const { return std::numeric_limits<float>::infinity(); }
    // What could not be read during loading, one sentence each, for display.
    const std::vector<std::string>& problems() const { return problems_; }
    void set_problems(std::vector<std::string> problems) { problems_ = std::move(problems); }
    // Who can be followed in that frame.
    virtual std::vector<NamedItem> players(const Schema& schema, const Frame& frame) const = 0;

private:
    std::vector<std::string> problems_;
    struct Evolved {
        EvolvedFrames frames{};
        EvolvedFrames ghosts{};
    };
    std::array<Evolved, 2> evolved_;
};

}  // namespace tickreel
