#include "player/draw/art.h"

namespace tickreel {

void Art::evolve(SceneInput& input) {
    Evolver* known = evolver();
    if (known == nullptr || input.frame == nullptr) return;
    evolved_.tidy();
    const std::uint32_t segment = input.frame->segment;
    // Oldest first: an evolver continues from an item's last state.
    if (input.options.trails) input.recent = evolved_.evolved(*known, input.recent);
    if (input.previous != nullptr && input.previous->segment == segment)
        input.previous = evolved_.evolved(*known, input.previous);
    input.frame = evolved_.evolved(*known, input.frame);
    if (input.ghosts.frame == nullptr) return;
    evolved_ghosts_.tidy();
    GhostInput& ghosts = input.ghosts;
    if (ghosts.previous != nullptr)
        ghosts.previous = evolved_ghosts_.evolved(*known, ghosts.previous);
    ghosts.frame = evolved_ghosts_.evolved(*known, ghosts.frame);
}

}  // namespace tickreel
