#pragma once
// The notation of the action table: rows of id, title, keys and command, by group.

#include <initializer_list>

#include "player/state/actions.h"

namespace tickreel {

struct ActionRow {
    const char* id = nullptr;
    const char* title = nullptr;
    std::initializer_list<const char*> keys{};
    Command command{};
};
void add_action_rows(ActionRegistry& actions, const char* group, bool needs_recording,
                     std::initializer_list<ActionRow> rows);

// The groups, one file each or a few.
void add_playback_actions(ActionRegistry& actions);
void add_seek_actions(ActionRegistry& actions);
void add_mark_actions(ActionRegistry& actions);
void add_map_actions(ActionRegistry& actions);
void add_inspect_actions(ActionRegistry& actions);
void add_file_actions(ActionRegistry& actions);
void add_window_actions(ActionRegistry& actions);
void add_layout_actions(ActionRegistry& actions);

}  // namespace tickreel
