#pragma once
// Loads settings and session into the player and saves them: read once at the start, checked every
// few seconds, written when changed and at the end. An invalid file is reported and left
// unchanged.

#include <string>

#include "player/state/actions.h"
#include "player/state/player_state.h"
#include "player/state/settings.h"

namespace tickreel {

class SessionStore {
public:
    // "": no file.
    SessionStore(std::string settings_file, std::string session_file);

    // Applies them to the player before its first frame. Errors become notices.
    void apply(PlayerState& state, ActionRegistry& actions);
    // Call once per frame: a recording just opened continues where it was left; changes are saved
    // every few seconds.
    void watch(PlayerState& state, const ActionRegistry& actions, PlayerState::Seconds elapsed);
    // The last recording of the session; "" if it no longer exists.
    std::string last_recording() const;
    // The game's data folder from the settings; "" if unset.
    const std::string& game_folder() const { return settings_.data; }
    void save(const PlayerState& state, const ActionRegistry& actions);

private:
    void return_to_place(PlayerState& state);

    std::string settings_file_;
    std::string session_file_;
    Settings settings_;
    Session session_;
    std::string problem_;
    std::uint64_t generation_ = 0;
    double since_save_ = 0;
};

}  // namespace tickreel
