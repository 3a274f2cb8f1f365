#pragma once
// Reads the arguments of a command of the player. A usage error is one line, as `tickreel` prints
// it: it names the command and says where its help is.

#include <optional>

namespace CLI {
class App;
}

namespace tickreel {

// Nothing: they were read. Otherwise the exit code; help or the error has been printed.
std::optional<int> read_arguments(CLI::App& command, int argc, char** argv);

}  // namespace tickreel
