#include "player/state/recents.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tickreel {
namespace {

constexpr std::size_t kKept = 12;
constexpr std::size_t kLongestPath = 4096;

}  // namespace

Recents::Recents(std::string file) : file_(std::move(file)) {
    std::ifstream in(file_);
    std::string line;
    while (paths_.size() < kKept && std::getline(in, line))
        if (!line.empty() && line.size() <= kLongestPath) paths_.push_back(line);
}

void Recents::add(const std::string& path) {
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::absolute(path, ignored);
    const std::string text = whole.lexically_normal().string();
    std::erase(paths_, text);
    paths_.insert(paths_.begin(), text);
    if (paths_.size() > kKept) paths_.resize(kKept);
    save();
}

void Recents::forget(const std::string& path) {
    std::erase(paths_, path);
    save();
}

void Recents::save() const {
    if (file_.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(file_).parent_path(), ignored);
    std::ofstream out(file_, std::ios::trunc);
    for (const std::string& path : paths_) out << path << '\n';
}

std::string Recents::usual_file() {
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state != nullptr && state[0] == '/') return std::string(state) + "/tickreel/recent";
    const char* home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? std::string(home) + "/.local/state/tickreel/recent"
                                             : "";
}

}  // namespace tickreel
