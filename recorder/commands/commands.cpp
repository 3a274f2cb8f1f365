// The list of verbs, in the order in which `tickreel help` shows them.

#include <algorithm>
#include <array>

#include "recorder/commands/command.h"

namespace tickreel {

extern const Command ctl_command;
extern const Command record_command;
extern const Command import_command;
extern const Command info_command;
extern const Command list_command;
extern const Command at_command;
extern const Command cat_command;
extern const Command tail_command;
extern const Command diff_command;
extern const Command compare_command;
extern const Command verify_command;
extern const Command recover_command;
extern const Command cut_command;
extern const Command merge_command;
extern const Command mark_command;
extern const Command optimize_command;
extern const Command redact_command;
extern const Command export_command;
extern const Command query_command;
extern const Command sql_command;
extern const Command library_command;
extern const Command du_command;
extern const Command doctor_command;
extern const Command play_command;
extern const Command render_command;
extern const Command completion_command;
extern const Command manual_command;
extern const Command version_command;

namespace {

// One line for each verb.
constexpr std::array kCommands{
    &record_command,  &import_command, &info_command,    &list_command,       &at_command,
    &cat_command,     &diff_command,   &compare_command, &verify_command,     &recover_command,
    &cut_command,     &merge_command,  &mark_command,    &optimize_command,   &redact_command,
    &export_command,  &query_command,  &sql_command,     &library_command,    &du_command,
    &doctor_command,  &play_command,   &render_command,  &completion_command, &manual_command,
    &version_command, &ctl_command,    &tail_command,
};

}  // namespace

std::span<const Command* const> all_commands() {
    return kCommands;
}

const Command* find_command(std::string_view name) {
    const auto found = std::find_if(kCommands.begin(), kCommands.end(),
                                    [&](const Command* command) { return command->name == name; });
    return found == kCommands.end() ? nullptr : *found;
}

}  // namespace tickreel
