#pragma once
// The path of a file for whoever was started in another folder. As it is where that cannot be
// known: our own folder may have been removed, which ends nobody's game.

#include <filesystem>
#include <string>
#include <system_error>

namespace tickreel {

inline std::string whole_path(const std::string& path) {
    if (path.empty()) return {};
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    return error ? path : whole.lexically_normal().string();
}

}  // namespace tickreel
