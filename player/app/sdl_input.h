#pragma once
// Converts SDL events: key chords for actions, input for ImGui.

#include <optional>

#include <SDL.h>

#include "player/app/player_app.h"

namespace tickreel {

// The chord of a pressed key; empty for keys that the player has no name for.
std::optional<KeyChord> chord_of(const SDL_Keysym& key);

class SdlInput {
public:
    // `pixels_per_point`: frame pixels per unit of SDL's mouse coordinates.
    void handle(const SDL_Event& event, PlayerApp& app, float pixels_per_point);

private:
    void handle_key(const SDL_KeyboardEvent& event, PlayerApp& app);
    void handle_text(const char* text, PlayerApp& app);

    bool key_was_action_ = false;  // then ignore the text event that follows
};

}  // namespace tickreel
