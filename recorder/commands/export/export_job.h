#pragma once
// What `export` was asked for, and the ways it is done. Each writes under a passing name and
// gives the file its own name when it is whole. All return the exit code.

#include <memory>
#include <string>
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
};

int export_csv(const CommandLine& line, const ExportJob& job, const ReelReader& reel);
int export_ndjson(const CommandLine& line, const ExportJob& job, const ReelReader& reel);
int export_mcap(const CommandLine& line, const ExportJob& job, const ReelReader& reel);
// A file format of the recording's game (.demo), by extension without the dot.
int export_game_file(const CommandLine& line, const ExportJob& job, const ReelReader& reel,
                     const std::string& extension);

enum class TableOutput { Parquet, Folder, DuckDb };
// Through DuckDB: Parquet, a folder of it, a database.
int export_tables(const CommandLine& line, const ExportJob& job, TableOutput kind,
                  const std::vector<std::unique_ptr<ReelReader>>& reels);

}  // namespace tickreel
