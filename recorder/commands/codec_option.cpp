#include "recorder/commands/codec_option.h"

#include <map>

#include <CLI/CLI.hpp>

#include "tickreel/reel/layout.h"

namespace tickreel {

void add_codec_option(CommandLine& line, ReelOptions& options) {
    const std::map<std::string, std::uint16_t> names{{"columns", layout::kEventColumns},
                                                     {"rows", layout::kRowDelta}};
    line.app()
        .add_option_function<std::string>(
            "--codec",
            [&options, names](const std::string& name) { options.codec = names.at(name); },
            "columns: small and fast (default); rows: larger, simple enough for a reader of your "
            "own")
        ->transform(one_of({"columns", "rows"}))
        ->option_text("HOW");
}

}  // namespace tickreel
