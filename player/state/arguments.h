#pragma once
// Reads the arguments of a command of the player. A usage error is one line, as `tickreel` prints
// it: it names the command and says where its help is.

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace tickreel {

// Nothing: they were read. Otherwise the exit code; help or the error has been printed.
std::optional<int> read_arguments(CLI::App& command, int argc, char** argv);

// For an option that takes one of a few words: option->transform(one_of({"auto", "game"})).
CLI::Validator one_of(std::vector<std::string> words);

}  // namespace tickreel
