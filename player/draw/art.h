#pragma once
// How a game's own look comes into a scene: an Art draws what it knows by type name and leaves the
// rest to the generic points. It reads the game's own files, never its wire format.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "player/draw/evolved_frames.h"
#include "player/draw/scene.h"
#include "tickreel/base/problem.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Owns textures of the store it was drawn with: it must go before that store, and where it is
// drawn.
class Art {
public:
    virtual ~Art() = default;

    virtual Box world() const = 0;  // where players can be on the map; empty without one
    virtual bool has_map() const = 0;
    // The scale at which the game itself shows its world, in pixels per unit.
    virtual float game_scale(const Box& viewport) const = 0;
    // True for the types this art draws or knowingly leaves out (bookkeeping without a place).
    virtual bool knows(const ItemType& type) const = 0;
    // Reads what only messages told (names, tuning), up to that moment. Slow; may run beside the
    // drawing, which uses what is known so far.
    virtual void read_messages(const ReelReader& /*reel*/, Moment /*until*/,
                               const ProblemSink& /*problems*/,
                               const std::function<bool()>& /*stopped*/) {}
    // Brings items that were sent as of an earlier tick to that of their snapshot; nullptr when
    // this segment has none such or they cannot be (no map).
    virtual Evolver* evolver() { return nullptr; }
    // The input with its frames as the game's clients show them. Good until the next call.
    void evolve(SceneInput& input);
    virtual void draw_behind(const SceneInput& input, Scene& scene) = 0;  // under generic points
    virtual void draw_front(const SceneInput& input, Scene& scene) = 0;   // over them
    // What could not be read while it was loaded, one sentence each: for people.
    const std::vector<std::string>& problems() const { return problems_; }
    void set_problems(std::vector<std::string> problems) { problems_ = std::move(problems); }
    // The item to follow for this player name or entity number, if it is in the frame.
    virtual std::optional<ItemKey> find_player(const Schema& schema, const Frame& frame,
                                               std::string_view who) const = 0;

private:
    std::vector<std::string> problems_;
    EvolvedFrames evolved_;
};

}  // namespace tickreel
