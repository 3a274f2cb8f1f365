// Where settings and session lie.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "player/state/settings.h"
#include "tickreel/base/unfinished_file.h"

namespace tickreel {
namespace {

namespace fs = std::filesystem;

std::string home_file(const char* variable, const char* folder, const char* name) {
    const char* base = std::getenv(variable);
    if (base != nullptr && base[0] == '/') return std::string(base) + "/tickreel/" + name;
    const char* home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? std::string(home) + folder + "/tickreel/" + name
                                             : std::string();
}

}  // namespace

std::string usual_settings_file() {
    return home_file("XDG_CONFIG_HOME", "/.config", "player.json");
}

std::string usual_session_file() {
    return home_file("XDG_STATE_HOME", "/.local/state", "session.json");
}

Result<std::optional<std::string>> read_settings_file(const std::string& path) {
    std::error_code error;
    if (path.empty() || !fs::exists(path, error)) return std::optional<std::string>();
    if (fs::file_size(path, error) > kMaxSettingsBytes || error)
        return fail(path, ": is too large, or not a regular file");
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) return fail(path, ": cannot be read");
    return std::optional(text.str());
}

Result<void> write_settings_file(const std::string& path, const std::string& text) {
    if (path.empty()) return {};
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    const Result<void> written = write_whole_file(path, text, IfExists::Replace);
    if (!written) return fail(path, ": ", written.error().message);
    return {};
}

}  // namespace tickreel
