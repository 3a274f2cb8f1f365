#pragma once
// The user's settings, and the session to restore: two small JSON files. A missing file means
// defaults; an invalid one is reported and never overwritten.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "player/state/view_settings.h"
#include "tickreel/base/result.h"

namespace tickreel {

inline constexpr std::size_t kMaxSettingsBytes = 1U << 20;
inline constexpr std::size_t kMaxPlaces = 60;

// $XDG_CONFIG_HOME/tickreel/player.json or ~/.config/...
struct Settings {
    Theme theme = Theme::Dark;
    std::string data{};  // a folder of the game's files that is looked into first, "" none
    // Only actions whose keys are not the default ones; key texts as of parse_key().
    std::map<std::string, std::vector<std::string>> keys{};
    bool operator==(const Settings&) const = default;
};

// Where a recording was left.
struct LastPosition {
    std::string path{};
    std::string place{};  // as typed after "@"
    MapView map{};
    bool operator==(const LastPosition&) const = default;
};

// $XDG_STATE_HOME/tickreel/session.json or ~/.local/state/...
struct Session {
    std::string last{};  // the recording that was open
    SessionView view{};
    std::vector<LastPosition> places{};  // newest first, kMaxPlaces at most

    const LastPosition* find(const std::string& path) const;
    void remember(LastPosition place);
    bool operator==(const Session&) const = default;
};

std::string settings_text(const Settings& settings);
Result<Settings> parse_settings(std::string_view json);
std::string session_text(const Session& session);
Result<Session> parse_session(std::string_view json);

// "" for what cannot be had without a home.
std::string usual_settings_file();
std::string usual_session_file();

// The whole file; nothing when there is none.
Result<std::optional<std::string>> read_settings_file(const std::string& path);
// By a temporary file and a rename: a crash leaves the old one.
Result<void> write_settings_file(const std::string& path, const std::string& text);

}  // namespace tickreel
