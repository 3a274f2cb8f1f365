#include "recorder/commands/input_files.h"

#include <map>
#include <tuple>
#include <utility>

#include <sys/stat.h>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"

namespace tickreel {

std::vector<std::string> input_files(const CommandLine& line, const std::vector<std::string>& paths,
                                     const std::vector<std::string>& extensions) {
    std::map<std::pair<dev_t, ino_t>, std::string> names;
    std::vector<std::string> files;
    std::size_t left_out = 0;
    std::string first;
    std::string first_before;
    for (std::string& path : expand_paths(paths, extensions)) {
        struct stat facts {};
        if (path != "-" && ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
            const auto [known, fresh] = names.try_emplace({facts.st_dev, facts.st_ino}, path);
            if (!fresh) {
                if (left_out++ == 0) std::tie(first, first_before) = std::tie(path, known->second);
                continue;
            }
        }
        files.push_back(std::move(path));
    }
    if (left_out != 0)
        line.warn(first,
                  concat("is the same file as ", printable(first_before), ", so it counts once",
                         left_out == 1 ? std::string()
                                       : concat("; so do ", left_out - 1, " more names")));
    return files;
}

}  // namespace tickreel
