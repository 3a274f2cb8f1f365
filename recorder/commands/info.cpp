// tickreel info: what a recording is.

#include "recorder/commands/command_line.h"
#include "recorder/commands/facts.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/out.h"

namespace tickreel {

namespace {

// Up to this size reading everything takes less time than anyone notices.
constexpr std::uint64_t kAlwaysChecked = 64U << 20;

int run_info(CommandLine& line) {
    std::vector<std::string> paths;
    bool deep = false;
    line.app().add_option("FILE", paths, "recordings (.reel)")->required();
    line.app().add_flag("--deep", deep,
                        "read and check every record; files up to 64 MiB always are, of larger "
                        "ones only the index");
    line.add_format(false);
    if (const auto code = line.parse()) return *code;

    Out out;
    int worst = kExitDone;
    for (std::size_t i = 0; i < paths.size() && out.open(); ++i) {
        const auto reel = open_reel(line, paths[i]);
        if (!reel) {
            worst = kExitFailed;
            continue;
        }
        const auto facts =
            gather_facts(*reel, paths[i], deep || reel->file_bytes() <= kAlwaysChecked);
        if (!facts) {
            worst = line.failed(paths[i], facts.error().message, "'tickreel verify' tells more");
            continue;
        }
        if (line.common().format == TableFormat::Ndjson)
            out.write(facts_ndjson(*reel, *facts));
        else
            out.write((i == 0 ? "" : "\n") + facts_text(*reel, *facts));
    }
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    return worst;
}

}  // namespace

extern const Command info_command;
const Command info_command{"info", "what a recording is: map, ticks, sizes, integrity, types",
                           "  tickreel info match.reel\n"
                           "  tickreel info --format ndjson matches/*.reel",
                           run_info};

}  // namespace tickreel
