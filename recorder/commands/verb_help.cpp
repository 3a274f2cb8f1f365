#include "recorder/commands/verb_help.h"

#include <CLI/CLI.hpp>

#include "recorder/commands/command_line.h"

namespace tickreel {

namespace {

// "TEXT:{auto,always,never}" is how CLI11 writes an option that takes one of a few words.
std::vector<std::string> choices_of(const std::string& type_name) {
    const std::size_t open = type_name.find('{');
    const std::size_t close = type_name.find('}', open);
    if (open == std::string::npos || close == std::string::npos) return {};
    std::vector<std::string> words(1);
    for (const char letter : type_name.substr(open + 1, close - open - 1))
        if (letter == ',')
            words.emplace_back();
        else
            words.back() += letter;
    return words;
}

OptionHelp describe(const CLI::Option& option) {
    OptionHelp help;
    help.flags = option.get_name(option.get_positional(), true);
    for (const std::string& name : option.get_snames()) help.dashed.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) help.dashed.push_back("--" + name);
    help.about = option.get_description();
    if (option.get_items_expected_max() == 0) return help;
    help.value = option.get_option_text().empty() ? "VALUE" : option.get_option_text();
    help.choices = choices_of(option.get_type_name());
    return help;
}

// A group of options has a --help of its own, which CLI11 does not show.
void describe(const CLI::App& app, std::vector<OptionHelp>& options, bool is_group = false) {
    for (const CLI::Option* option : app.get_options())
        if (!option->get_group().empty() && !(is_group && option == app.get_help_ptr()))
            options.push_back(describe(*option));
    for (const CLI::App* group : app.get_subcommands({})) describe(*group, options, true);
}

// The footer without the examples, which end it.
std::string notes_of(const CLI::App& app) {
    const std::string footer = app.get_footer();
    const std::string notes = footer.substr(0, footer.rfind("Examples:\n"));
    const std::size_t end = notes.find_last_not_of('\n');
    return end == std::string::npos ? "" : notes.substr(0, end + 1);
}

}  // namespace

std::vector<VerbHelp> describe_verbs() {
    std::vector<VerbHelp> verbs;
    for (const Command* command : all_commands()) {
        VerbHelp& verb =
            verbs.emplace_back(VerbHelp{command->name, command->about, command->examples, {}, {}});
        CommandLine line(*command, {});
        line.describe_to([&verb](const CLI::App& app) {
            describe(app, verb.options);
            verb.notes = notes_of(app);
        });
        command->run(line);
    }
    return verbs;
}

}  // namespace tickreel
