#pragma once
// The options of `export`, and its output formats. Each writes an unfinished file that gets its
// final name when it is complete. All return the exit code.

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/value_style.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct ExportJob {
    std::vector<std::string> paths{};
    OutputOptions output{};
    std::string ticks{};
    std::string view{};   // see view_choice.h
    std::string every{};  // see resampling.h
    std::vector<std::string> types{};
    Schema absent{};  // of `types`, those that none of the recordings has
    ValueStyle style{};
    std::string each{};    // one file of this kind per recording; "": all in one output
    std::string append{};  // the dataset that grows
    unsigned parallel = 1;
    bool one_core = false;                         // -j 1, or several files with -j
    bool skip_existing = false;                    // of `each`
    std::map<std::string, std::string> options{};  // specific to one exporter, by name
};

using Reels = std::vector<std::unique_ptr<ReelReader>>;

// An output format: one .cpp that defines one Exporter, and one line in exporters.cpp. Games add
// their file formats (.demo), see game.h.
struct Exporter {
    std::string_view extension{};  // "csv"; "/" is a folder
    bool several = false;          // accepts several recordings in one output
    OutputKind kind = OutputKind::Binary;
    int (*run)(const CommandLine& line, const ExportJob& job, const Reels& reels) = nullptr;
    // Options specific to this format; their values go to job.options. May be omitted.
    void (*add_options)(CommandLine& line, ExportJob& job) = nullptr;
};

std::span<const Exporter* const> all_exporters();
const Exporter* find_exporter(std::string_view extension);  // nullptr: none, or a game's

// Says so when the recording has events or markers and the output, a table of items, has none of
// them.
void tell_events_left_out(const CommandLine& line, const std::string& path, const ReelReader& reel);

// Says if evolved values (now_x) are null in these tables, or in those of `types`, because the
// recording lacks its map.
void tell_unevolved(const CommandLine& line, const std::string& path, const ReelReader& reel,
                    std::span<const TablePlan> tables, const std::vector<std::string>& types);

// A file format of the recording's game (.demo), by extension without the dot.
int export_game_file(const CommandLine& line, const ExportJob& job, const ReelReader& reel,
                     const std::string& extension);

}  // namespace tickreel
