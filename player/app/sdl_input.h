#pragma once
// SDL events as what the player understands: key chords for actions, input for ImGui.

#include <optional>

#include <SDL.h>

#include "player/app/player_app.h"

namespace tickreel {

// The chord of a pressed key; nothing for keys the player has no name for.
std::optional<KeyChord> chord_of(const SDL_Keysym& key);

class SdlInput {
public:
    // `pixels_per_point`: what one unit of SDL's mouse is in pixels of the frame.
    void handle(const SDL_Event& event, PlayerApp& app, float pixels_per_point);

private:
    void handle_key(const SDL_KeyboardEvent& event, PlayerApp& app);
    void handle_text(const char* text, PlayerApp& app);

    bool key_was_action_ = false;  // then the text that follows is not another key
};

}  // namespace tickreel
