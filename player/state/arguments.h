#pragma once
// Reads the words of a command of the player as `tickreel` reads those of its own: what is wrong
// with them is one line that names the command and says where its help is.

#include <optional>

namespace CLI {
class App;
}

namespace tickreel {

// Nothing: they were read. Otherwise the exit code; help or the error has been printed.
std::optional<int> read_arguments(CLI::App& command, int argc, char** argv);

}  // namespace tickreel
