// The list of verbs, in the order in which `tickreel help` shows them.

#include <algorithm>
#include <array>

#include "recorder/commands/command.h"

namespace tickreel {

extern const Command record_command;
extern const Command version_command;

namespace {

// One line for each verb.
constexpr std::array kCommands{
    &record_command,
    &version_command,
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
