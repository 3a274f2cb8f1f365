#pragma once
// -o/--output and --force, common to all commands that write: no overwriting without --force, no
// binary output to a terminal, "-" is standard output.

#include <memory>
#include <optional>
#include <string>
#include <vector>

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
// Empty if the file is none of those that the command reads, by whatever name: replacing its own
// input is never what was meant, also not with --force. Else the exit code.
std::optional<int> refuse_own_input(const CommandLine& line, const std::vector<std::string>& inputs,
                                    const std::string& output);
// All of these for a command that writes a recording: the exit code, or empty if all is well.
// `inputs`: what it reads; none for a command that works in place.
std::optional<int> refuse_reel_output(const CommandLine& line, const OutputOptions& options,
                                      const std::vector<std::string>& inputs);
// Writes a whole small binary file.
Result<void> write_output(const OutputOptions& options, ByteView bytes);

// "match.reel", 2 -> "match-2.reel".
std::string numbered_path(const std::string& path, std::string_view suffix);

}  // namespace tickreel
