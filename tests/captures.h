#pragma once
// Where real captures are. They are not part of this repository: a test that needs them says
// "skipped: why" and exits with 77 when they are not there.

#include <cstdlib>
#include <filesystem>

namespace tickreel_test {

inline std::filesystem::path captures() {
    const char* shared = std::getenv("TICKREEL_SHARED");
    const std::filesystem::path root =
        shared != nullptr ? std::filesystem::path(shared)
                          : std::filesystem::path(TICKREEL_SOURCE_DIR) / ".." / "shared";
    return root / "captures";
}

}  // namespace tickreel_test
