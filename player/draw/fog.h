#pragma once
// What of the world a server sends the recorded client: the rest is fogged.

#include <string>
#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

class DrawList;
struct SceneInput;

struct SentArea {
    std::vector<Vec2> shape{};  // convex, in world units; empty: not known
    std::vector<Vec2> inner{};  // only players are sent from outside of it; empty: no such rule
    std::string words{};        // by which rule, or why it is not known
    bool known() const { return shape.size() > 2; }
};

// Of a picture of the recorded client's, as its art knows; the input's frames are evolved already.
SentArea sent_area(const SceneInput& input);
// What lies outside of input.fog is darkened, its border is a line.
void draw_fog(const SceneInput& input, DrawList& list);

}  // namespace tickreel
