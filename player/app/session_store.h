#pragma once
// Brings settings and session into the player and keeps them on disk: read once at the start,
// looked at every few seconds, written when they changed and at the end. A file that cannot be
// understood is reported and left alone.

#include <string>

#include "player/state/actions.h"
#include "player/state/player_state.h"
#include "player/state/settings.h"

namespace tickreel {

class SessionStore {
public:
    // "" keeps nothing.
    SessionStore(std::string settings_file, std::string session_file);

    // Into the player, before its first frame. What is wrong becomes a notice.
    void apply(PlayerState& state, ActionRegistry& actions);
    // Once a frame: a recording that was just opened goes on where it was left; what changed is
    // saved every few seconds.
    void watch(PlayerState& state, const ActionRegistry& actions, PlayerState::Seconds elapsed);
    // What the session says was open last, "" when it is not there any more.
    std::string last_recording() const;
    // Where the settings say that the game's files are, "" when they do not.
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
