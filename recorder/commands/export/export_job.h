#pragma once
// What `export` was asked for, and the ways it is done. Each writes an unfinished file that gets
// its name when it is whole. All return the exit code.

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct ExportJob {
    std::vector<std::string> paths{};
    OutputOptions output{};
    std::string ticks{};
    std::vector<std::string> types{};
    std::string each{};  // one file of this kind for each recording; "" = all into one output
    unsigned parallel = 1;
    std::map<std::string, std::string> options{};  // of one exporter alone, by name
};

using Reels = std::vector<std::unique_ptr<ReelReader>>;

// A kind of output: one .cpp that defines one Exporter, and one line in exporters.cpp. Games add
// the files of their own (.demo), see game.h.
struct Exporter {
    std::string_view extension{};  // "csv"; "/" is a folder
    bool several = false;          // recordings in one output
    OutputKind kind = OutputKind::Binary;
    int (*run)(const CommandLine& line, const ExportJob& job, const Reels& reels) = nullptr;
    // Options that only this kind takes; their values go into job.options. May be left out.
    void (*add_options)(CommandLine& line, ExportJob& job) = nullptr;
};

std::span<const Exporter* const> all_exporters();
const Exporter* find_exporter(std::string_view extension);  // nullptr: none, perhaps a game's

// A file format of the recording's game (.demo), by extension without the dot.
int export_game_file(const CommandLine& line, const ExportJob& job, const ReelReader& reel,
                     const std::string& extension);

}  // namespace tickreel
