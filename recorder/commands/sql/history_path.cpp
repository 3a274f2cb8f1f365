#include <cstdlib>

#include "recorder/commands/sql/line_editor.h"

namespace tickreel {

std::string sql_history_path() {
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state != nullptr && *state == '/') return std::string(state) + "/tickreel/sql_history";
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return "";
    return std::string(home) + "/.local/state/tickreel/sql_history";
}

}  // namespace tickreel
