#include "recorder/commands/player_program.h"

#include <cerrno>
#include <filesystem>

#include <unistd.h>

#include "tickreel/base/errno_text.h"

namespace tickreel {

int run_player(const CommandLine& line, const std::vector<std::string>& arguments) {
    constexpr const char* kName = "tickreel-player";
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::string beside = (self.parent_path() / kName).string();

    std::vector<std::string> words{beside};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(beside.c_str(), argv.data());
    if (errno != ENOENT) return line.failed(beside, "cannot start it: " + errno_text());
    ::execvp(kName, argv.data());
    if (errno != ENOENT) return line.failed(kName, "cannot start it: " + errno_text());
    return line.failed(beside, "not installed",
                       "build it (it needs SDL2 and Dear ImGui) or install tickreel-player");
}

}  // namespace tickreel
