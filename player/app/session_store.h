#pragma once
// Loads settings and session into the player and saves them: read once at the start, checked every
// few seconds, written when changed and at the end. An invalid file is reported and left
// unchanged.

#include <string>

#include "player/state/actions.h"
#include "player/state/command.h"
#include "player/state/parts.h"
#include "player/state/settings.h"

namespace tickreel {

class SessionStore {
public:
    // "": no file.
    SessionStore(std::string settings_file, std::string session_file);

    // The commands that apply them to the player before its first frame; sets the keys. Errors
    // become notices.
    Commands restore(ActionRegistry& actions);
    // Call once per frame: the commands that make a recording just opened continue where it was
    // left. Changes are saved every few seconds.
    Commands watch(const PlayerParts& parts, const ActionRegistry& actions, double seconds);
    // The last recording of the session; "" if it no longer exists.
    std::string last_recording() const;
    // The game's data folder from the settings; "" if unset.
    const std::string& game_folder() const { return settings_.data; }
    void save(const PlayerParts& parts, const ActionRegistry& actions);

private:
    Commands return_to_place(const PlayerParts& parts) const;

    std::string settings_file_;
    std::string session_file_;
    Settings settings_;
    Session session_;
    std::string problem_;
    std::uint64_t generation_ = 0;
    double since_save_ = 0;
};

}  // namespace tickreel
