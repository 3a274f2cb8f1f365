#include "player/draw/art.h"

namespace tickreel {

void Art::evolve(SceneInput& input, bool beside) {
    Evolver* known = evolver();
    if (known == nullptr || input.frame == nullptr) return;
    EvolvedFrames& frames = evolved_[beside ? 1 : 0].frames;
    EvolvedFrames& pale = evolved_[beside ? 1 : 0].ghosts;
    frames.tidy();
    const std::uint32_t segment = input.frame->segment;
    // Oldest first: an evolver continues from an item's last state.
    if (input.options.trails) input.recent = frames.evolved(*known, input.recent);
    if (input.previous != nullptr && input.previous->segment == segment)
        input.previous = frames.evolved(*known, input.previous);
    input.frame = frames.evolved(*known, input.frame);
    if (input.ghosts.frame == nullptr) return;
    pale.tidy();
    GhostInput& ghosts = input.ghosts;
    if (ghosts.previous != nullptr) ghosts.previous = pale.evolved(*known, ghosts.previous);
    ghosts.frame = pale.evolved(*known, ghosts.frame);
}

}  // namespace tickreel
