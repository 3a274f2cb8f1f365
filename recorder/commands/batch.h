#pragma once
// Processes many files: expands folders and patterns, runs `-j N` parallel jobs, each in a separate
// process, so that a failing or crashing one does not affect the others. One progress bar, one
// summary, failures at the end.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"

namespace tickreel {

// Whether -o names a folder for the results: "out/", or an existing one.
bool names_folder(const std::string& output);
// The results of many inputs, in subfolders as the inputs lie in those that were walked. Inputs
// that would have one result get names that say in which folder they are, or of which kind.
class OutputFolder {
public:
    // `given`: files, folders and patterns of the command line; `inputs`: what they stand for.
    OutputFolder(const std::string& folder, const std::vector<std::string>& given,
                 const std::string& extension, const std::vector<std::string>& inputs);

    // "out/week/a.reel" for "in/week/a.demo" of "in/"; "out/a.demo.reel" with "in/a.pcap" beside
    // "in/a.demo"; "out/one/a.reel" for "one/a.demo" with "two/a.demo".
    std::string path_for(const std::string& input) const;
    // The same; creates its folder.
    std::string make_path_for(const std::string& input) const;
    // A path for two of the inputs all the same.
    std::optional<std::string> clash() const;

private:
    std::map<std::string, std::string> paths_{};  // by input
};

struct BatchOptions {
    std::string title{};  // of the progress bar
    unsigned parallel = 1;
    std::size_t done_before = 0;  // further files, which skip_finished() left out
    std::string between{};        // printed between what two files print
    std::string header{};         // printed once, before what the first one prints
    bool makes_files = false;     // which stay where the rest is interrupted
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
