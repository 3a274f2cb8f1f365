// tickreel completion: shell scripts that complete verbs, options and the words that options take.
// They are made of what every verb says of itself. Positionals complete to files, and to the words
// that one of them takes.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "recorder/commands/command.h"
#include "recorder/commands/command_line.h"
#include "recorder/commands/verb_help.h"

namespace tickreel {

namespace {

std::vector<std::string> flags_of(const VerbHelp& verb) {
    std::vector<std::string> flags;
    for (const OptionHelp& option : verb.options)
        flags.insert(flags.end(), option.dashed.begin(), option.dashed.end());
    return flags;
}

// "status clients mark ..." of ctl; "": its positionals are files.
std::string words_of(const VerbHelp& verb) {
    std::string words;
    for (const OptionHelp& option : verb.options)
        if (option.dashed.empty() && !option.choices.empty())
            words = fmt::format("{}", fmt::join(option.choices, " "));
    return words;
}

std::vector<std::string_view> names_of(const std::vector<VerbHelp>& verbs) {
    std::vector<std::string_view> names;
    names.reserve(verbs.size());
    for (const VerbHelp& verb : verbs) names.push_back(verb.name);
    return names;
}

// Quotes for a single-quoted word of sh, zsh or fish.
std::string in_quotes(std::string_view text) {
    std::string out;
    for (const char letter : text) {
        if (letter == '\'') out += "'\\'";
        out += letter;
    }
    return out;
}

void print_bash(const std::vector<VerbHelp>& verbs) {
    fmt::print(
        "_tickreel() {{\n    local word=${{COMP_WORDS[COMP_CWORD]}} "
        "before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
        "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
        "        COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n        return\n    fi\n"
        "    case \"${{COMP_WORDS[1]}} $before\" in\n",
        fmt::join(names_of(verbs), " "));
    for (const VerbHelp& verb : verbs)
        for (const OptionHelp& option : verb.options)
            for (const std::string& flag : option.dashed)
                if (!option.choices.empty())
                    fmt::print(
                        "        '{} {}') COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                        verb.name, flag, fmt::join(option.choices, " "));
    fmt::print("    esac\n    case \"${{COMP_WORDS[1]}} $word\" in\n");
    for (const VerbHelp& verb : verbs)
        fmt::print("        '{} -'*) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                   verb.name, fmt::join(flags_of(verb), " "));
    fmt::print("    esac\n    case \"${{COMP_WORDS[1]}}\" in\n");
    for (const VerbHelp& verb : verbs)
        if (const std::string words = words_of(verb); !words.empty())
            fmt::print("        {}) COMPREPLY=($(compgen -f -W '{}' -- \"$word\")); return ;;\n",
                       verb.name, words);
    fmt::print(
        "    esac\n    COMPREPLY=($(compgen -f -- \"$word\"))\n}}\n"
        "complete -o filenames -F _tickreel tickreel\n");
}

void print_zsh(const std::vector<VerbHelp>& verbs) {
    fmt::print(
        "#compdef tickreel\n_tickreel() {{\n    if (( CURRENT == 2 )); then\n"
        "        local -a verbs=(\n");
    for (const VerbHelp& verb : verbs)
        fmt::print("            '{}:{}'\n", verb.name, in_quotes(verb.about));
    fmt::print(
        "        )\n        _describe verb verbs\n        return\n    fi\n"
        "    case \"$words[2] $words[CURRENT-1]\" in\n");
    for (const VerbHelp& verb : verbs)
        for (const OptionHelp& option : verb.options)
            for (const std::string& flag : option.dashed)
                if (!option.choices.empty())
                    fmt::print("        '{} {}') compadd -- {}; return ;;\n", verb.name, flag,
                               fmt::join(option.choices, " "));
    fmt::print("    esac\n    case \"$words[2] $words[CURRENT]\" in\n");
    for (const VerbHelp& verb : verbs)
        fmt::print("        '{} -'*) compadd -- {}; return ;;\n", verb.name,
                   fmt::join(flags_of(verb), " "));
    fmt::print("    esac\n    case $words[2] in\n");
    for (const VerbHelp& verb : verbs)
        if (const std::string words = words_of(verb); !words.empty())
            fmt::print("        {}) compadd -- {} ;;\n", verb.name, words);
    fmt::print("    esac\n    _files\n}}\ncompdef _tickreel tickreel\n");
}

std::string fish_option(const OptionHelp& option) {
    std::string out;
    for (const std::string& flag : option.dashed)
        out += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
    if (!option.choices.empty())
        out += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
    else if (!option.value.empty())
        out += " -r";
    return out + fmt::format(" -d '{}'", in_quotes(option.about));
}

void print_fish(const std::vector<VerbHelp>& verbs) {
    for (const VerbHelp& verb : verbs) {
        fmt::print("complete -c tickreel -n __fish_use_subcommand -x -a {} -d '{}'\n", verb.name,
                   in_quotes(verb.about));
        if (const std::string words = words_of(verb); !words.empty())
            fmt::print("complete -c tickreel -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                       verb.name, words);
        for (const OptionHelp& option : verb.options)
            if (!option.dashed.empty())
                fmt::print("complete -c tickreel -n '__fish_seen_subcommand_from {}'{}\n",
                           verb.name, fish_option(option));
    }
}

int run_completion(CommandLine& line) {
    std::string shell;
    line.app()
        .add_option("SHELL", shell, "bash, zsh or fish")
        ->required()
        ->transform(one_of({"bash", "zsh", "fish"}));
    if (const auto code = line.parse()) return *code;
    const std::vector<VerbHelp> verbs = describe_verbs();
    if (shell == "bash") print_bash(verbs);
    if (shell == "zsh") print_zsh(verbs);
    if (shell == "fish") print_fish(verbs);
    return kExitDone;
}

}  // namespace

extern const Command completion_command;
const Command completion_command{
    "completion", "print a completion script for your shell",
    "  source <(tickreel completion bash)\n"
    "  source <(tickreel completion zsh)    # in ~/.zshrc, behind compinit\n"
    "  tickreel completion fish > ~/.config/fish/completions/tickreel.fish",
    run_completion};

}  // namespace tickreel
