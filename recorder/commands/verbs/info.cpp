// tickreel info: what a recording is.

#include <CLI/CLI.hpp>

#include "recorder/commands/batch.h"
#include "recorder/commands/command_line.h"
#include "recorder/commands/input_files.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/facts.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/verbs/info_match.h"
#include "recorder/commands/view_choice.h"

namespace tickreel {

namespace {

// Up to this size reading everything takes less time than anyone notices.
constexpr std::uint64_t kAlwaysChecked = 64U << 20;

struct Options {
    std::vector<std::string> paths{};
    bool deep = false;
    unsigned parallel = 1;
};

int show(const CommandLine& line, const Options& options, const std::string& path) {
    if (is_match_file(path)) return show_match(line, path);
    const auto reel = open_reel(line, path);
    if (!reel) return kExitFailed;
    const auto facts =
        gather_facts(*reel, path, options.deep || reel->file_bytes() <= kAlwaysChecked);
    if (!facts) return line.failed(path, facts.error().message, kVerifyHint);
    Out out;
    if (line.common().format == TableFormat::Ndjson)
        out.write(facts_ndjson(*reel, *facts));
    else
        out.write(facts_text(*reel, *facts));
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    const int code = ReadLosses(line, path, *reel).report();
    if (code != kExitDone || facts->map_problem.empty()) return code;
    return line.lost(path, "a map cannot be read: " + facts->map_problem);
}

int run_info(CommandLine& line) {
    Options options;
    line.app()
        .add_option("FILE", options.paths, "recordings (.reel), folders of them or patterns")
        ->required();
    line.app().add_flag("--deep", options.deep,
                        "read and check every record; files up to 64 MiB always are, of larger "
                        "ones only the index");
    add_parallel_option(line, options.parallel);
    line.add_format(false);
    line.app().footer(
        "ndjson: wire_checksum counts snapshots, view_checksum (Firefall) the checksums of single "
        "views that the server sent, file_checksum the chunks of the file.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    const auto files = input_files(line, options.paths);
    BatchOptions batch{"reading", options.parallel};
    if (line.common().format == TableFormat::Text) batch.between = "\n";
    return run_batch(line, files, batch,
                     [&](const std::string& path) { return show(line, options, path); });
}

}  // namespace

extern const Command info_command;
const Command info_command{"info", "summarise recordings: map, ticks, sizes, integrity, item types",
                           "  tickreel info match.reel\n"
                           "  tickreel info --format ndjson matches/*.reel",
                           run_info};

}  // namespace tickreel
