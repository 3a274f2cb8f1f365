#include "player/state/arguments.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>

#include "tickreel/base/did_you_mean.h"

namespace tickreel {

namespace {

constexpr int kUsage = 2;

std::string about(const CLI::App& command, const CLI::ParseError& error) {
    const std::vector<std::string> extra = command.remaining();
    if (extra.empty()) {
        std::string text = error.what();
        std::replace(text.begin(), text.end(), '\n', ' ');
        return text;
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return about_extra_word(extra.front(), names);
}

}  // namespace

std::optional<int> read_arguments(CLI::App& command, int argc, char** argv) {
    try {
        command.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return command.exit(help);
    } catch (const CLI::ParseError& error) {
        std::cerr << command.get_name() << ": " << about(command, error) << "; see '"
                  << command.get_name() << " --help'\n";
        return kUsage;
    }
    return std::nullopt;
}

CLI::Validator one_of(std::vector<std::string> words) {
    const WordChoice choice(std::move(words));
    return CLI::Validator(choice, choice.in_braces(), "words");
}

}  // namespace tickreel
