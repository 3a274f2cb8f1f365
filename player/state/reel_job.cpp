#include "player/state/reel_job.h"

#include "tickreel/base/concat.h"

namespace tickreel {

namespace fs = std::filesystem;

void ReelJob::start(std::vector<std::string> words, std::string output) {
    job_.start([words = std::move(words), output = std::move(output)](const WorkControl& control,
                                                                      const auto& publish) {
        publish(ReelJobResult{output, run_subprocess("tickreel", words, control)});
    });
}

std::string free_path(const fs::path& wanted) {
    std::error_code ignored;
    fs::path path = wanted;
    for (int i = 2; fs::exists(path, ignored) && i < 10'000; ++i) {
        path = wanted.parent_path() /
               concat(wanted.stem().string(), "-", i, wanted.extension().string());
    }
    return path.string();
}

std::string last_line(const std::string& said) {
    const std::size_t end = said.find_last_not_of(" \r\n");
    if (end == std::string::npos) return {};
    const std::size_t before = said.find_last_of("\r\n", end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return said.substr(begin, end + 1 - begin);
}

}  // namespace tickreel
