#pragma once
// Processes many files: expands folders and patterns, runs `-j N` parallel jobs, each in a separate
// process, so that a failing or crashing one does not affect the others. One progress bar, one
// summary, failures at the end.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"

namespace tickreel {

// Whether -o names a folder for the results: "out/", or an existing one.
bool names_folder(const std::string& output);
// "in/a.demo" in "out/" with ".reel": "out/a.reel". Creates the folder.
std::string path_in_folder(const std::string& folder, const std::string& file,
                           const std::string& extension);
// The file name without extension that two of the files share.
std::optional<std::string> first_clash(const std::vector<std::string>& files);

struct BatchOptions {
    std::string title{};  // of the progress bar
    unsigned parallel = 1;
    std::size_t done_before = 0;  // further files, which skip_finished() left out
    std::string between{};        // printed between what two files print
};

void add_parallel_option(CommandLine& line, unsigned& parallel);
// --skip-existing; not together with --force, which must have been added before.
void add_skip_option(CommandLine& line, bool& skip);
// Without those whose results are there already; says how many that are.
std::vector<std::string> skip_finished(const CommandLine& line, std::vector<std::string> files,
                                       const std::function<bool(const std::string&)>& is_finished);

// Runs `work` for every file; standard output is in the order of the files. Exit code: 0 without
// files; that of a single file; for several (with those done before) 0, 1 if all failed, 3 if some
// failed or lost data.
int run_batch(const CommandLine& line, const std::vector<std::string>& files,
              const BatchOptions& options, const std::function<int(const std::string&)>& work);

}  // namespace tickreel
