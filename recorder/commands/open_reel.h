#pragma once
// Opens a command's input recording. "-" is standard input, read completely (at most 1 GiB).

#include <memory>
#include <string>
#include <string_view>

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Whatever it is.
Result<std::unique_ptr<ByteSource>> open_input(const std::string& path);

// nullptr: the error has been printed; the command ends with kExitFailed.
std::unique_ptr<ReelReader> open_reel(const CommandLine& line, const std::string& path);

// A question about evolved values (now_x), or what is exported of them, that a recording without
// its map cannot answer: they are null in it, which a warning says.
void warn_unevolved(const CommandLine& line, const std::string& path, const ReelReader& reel,
                    std::string_view question);

}  // namespace tickreel
