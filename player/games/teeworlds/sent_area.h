#pragma once
// The part of the world that a Teeworlds server sends a client: around its view position at most
// 1000 units to the left and right, 800 up and down, and 1100 away. So do the servers of 0.6 and
// 0.7; those of DDNet go by what the client announces, and changed ones may do anything.

#include <string_view>

#include "player/draw/scene.h"

namespace tickreel::teeworlds_art {

// `protocol`: of the recording. Not known if an item of the frame contradicts it.
SentArea sent_area(const SceneInput& input, std::string_view protocol);

}  // namespace tickreel::teeworlds_art
