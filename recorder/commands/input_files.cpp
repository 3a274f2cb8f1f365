#include "recorder/commands/input_files.h"

#include "recorder/commands/output/text_format.h"

namespace tickreel {

std::vector<std::string> input_files(const CommandLine& line, const std::vector<std::string>& paths,
                                     const std::vector<std::string>& extensions) {
    RepeatedFiles repeated;
    auto files = without_repeats(expand_paths(paths, extensions), repeated);
    if (repeated.count != 0) line.warn(repeated.first, printable(repeated.text()));
    return files;
}

}  // namespace tickreel
