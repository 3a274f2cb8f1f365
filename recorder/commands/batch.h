#pragma once
// Many files at once: folders and patterns become files, `-j N` of them are worked on at a time,
// each in a process of its own, so that one that fails, or worse, spoils no other. One progress
// bar, one summary, the failures at the end.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/expand_paths.h"

namespace tickreel {

// Whether -o means a folder that the results go into: "out/", or one that is there.
bool names_folder(const std::string& output);
// "in/a.demo" in "out/" with ".reel": "out/a.reel". Makes the folder.
std::string path_in_folder(const std::string& folder, const std::string& file,
                           const std::string& extension);
// The name without extension that two of the files share.
std::optional<std::string> first_clash(const std::vector<std::string>& files);

struct BatchOptions {
    std::string title{};  // of the progress bar
    unsigned parallel = 1;
};

void add_parallel_option(CommandLine& line, unsigned& parallel);

// Runs `work` for every file; what it prints on standard output comes in the order of the files.
// Exit code: of the only file; of several 0, 1 when all failed, 3 when some did or lost data.
int run_batch(const CommandLine& line, const std::vector<std::string>& files,
              const BatchOptions& options, const std::function<int(const std::string&)>& work);

}  // namespace tickreel
