#pragma once
// -o/--output and --force, common to all commands that write: no overwriting without --force, no
// binary output to a terminal, "-" is standard output.

#include <memory>
#include <optional>
#include <string>

#include "recorder/commands/command_line.h"
#include "tickreel/base/file.h"

namespace tickreel {

struct OutputOptions {
    std::string path{};
    bool force = false;
};

enum class OutputKind { Binary, Text };

void add_output_options(CommandLine& line, OutputOptions& options, std::string_view what,
                        bool required = true);
// Whether the file may be created: checked before the long work starts.
Result<void> check_output(const OutputOptions& options, OutputKind kind);
// Empty if the path may name a recording: .reel, "-" or a device. Else the exit code.
std::optional<int> refuse_other_extension(const CommandLine& line, const std::string& path);
// The same for a command that writes a recording, whose name must end in .reel: the exit code, or
// empty if all is well.
std::optional<int> refuse_reel_output(const CommandLine& line, const OutputOptions& options);
// Writes a whole small binary file.
Result<void> write_output(const OutputOptions& options, ByteView bytes);

// "match.reel", 2 -> "match-2.reel".
std::string numbered_path(const std::string& path, std::string_view suffix);

}  // namespace tickreel
