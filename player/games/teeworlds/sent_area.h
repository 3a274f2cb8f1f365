#pragma once
// The part of the world that a server sends a client. Those of 0.6 and 0.7: around its view
// position at most 1000 units to the left and right, 800 up and down, and 1100 away. DDNet's: what
// the client asked for (Cl_ShowDistance), 1200 x 800 units where it cannot ask; players to all
// sides as far as to the farther one, and if the line to their hook's end reaches in. Changed ones
// may do anything.

#include <string_view>

#include "player/draw/scene.h"
#include "player/games/teeworlds/message_history.h"

namespace tickreel::teeworlds_art {

// `protocol`: of the recording; `history`: of its messages. Not known if an item of the frame
// contradicts it, or if what the client asked for is not in the recording.
SentArea sent_area(const SceneInput& input, std::string_view protocol,
                   const MessageHistory& history);

}  // namespace tickreel::teeworlds_art
