#pragma once
// -o/--output and --force, the same for every verb that writes: nothing is overwritten without
// --force, binary never goes to a terminal, "-" is standard output.

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
// Whether the file may be made: asked before the long work starts.
Result<void> check_output(const OutputOptions& options, OutputKind kind);
// Nothing when the path may name a recording: .reel, "-" or a device. Else the exit code.
std::optional<int> refuse_other_extension(const CommandLine& line, const std::string& path);
// The same for a verb that writes a recording, which is named .reel: the exit code, or nothing when
// all is well.
std::optional<int> refuse_reel_output(const CommandLine& line, const OutputOptions& options);
// The whole of a small binary file.
Result<void> write_output(const OutputOptions& options, ByteView bytes);

// "match.reel", 2 -> "match-2.reel".
std::string numbered_path(const std::string& path, std::string_view suffix);

}  // namespace tickreel
