// Which font files of this system to use. The preferred ones cover most scripts; others follow by
// name, so that a font for one script only is found as well.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "player/draw/characters.h"
#include "player/draw/font_chain.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 14> kPreferred{
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial Unicode.ttf",
    "NotoSansCJK-Regular.ttc",
    "SourceHanSansSC-Regular.otf",
    "DroidSansFallbackFull.ttf",
    "wqy-microhei.ttc",
    "Symbola_hint.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoColorEmoji.ttf",
    "NotoEmoji-Regular.ttf",
    "unifont.otf",
    "unifont_upper.otf",
};
constexpr std::size_t kMostFiles = 400;
constexpr int kMostEntries = 20000;  // of all folders

// Styles that names are not written in.
bool is_plain_style(const std::string& name) {
    constexpr std::array<std::string_view, 13> kStyles{
        "Bold",      "Italic", "Oblique", "Light", "Thin", "Medium", "Black",
        "Condensed", "Mono",   "Serif",   "Color", "Math", "Narrow"};
    return std::none_of(kStyles.begin(), kStyles.end(), [&](std::string_view style) {
        return name.find(style) != std::string::npos;
    });
}

bool is_font(const fs::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".ttf" || extension == ".otf" || extension == ".ttc";
}

std::vector<std::string> font_folders() {
    std::vector<std::string> folders{"/usr/share/fonts",
                                     "/usr/local/share/fonts",
                                     "/usr/share/fonts-droid-fallback",
                                     "/usr/share/ddnet/data/fonts",
                                     "/usr/share/games/ddnet/data/fonts",
                                     "/Library/Fonts",
                                     "/System/Library/Fonts",
                                     "C:/Windows/Fonts"};
    const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nothing sets it here
    if (home != nullptr) {
        folders.push_back(std::string(home) + "/.local/share/fonts");
        folders.push_back(std::string(home) + "/.fonts");
    }
    return folders;
}

bool is_preferred(const std::string& name) {
    return std::find(kPreferred.begin(), kPreferred.end(), name) != kPreferred.end();
}

// Preferred ones, then Noto's plain fonts, one a script, then all others.
std::size_t rank(const std::string& path) {
    const std::string name = fs::path(path).filename().string();
    const auto at = std::find(kPreferred.begin(), kPreferred.end(), name);
    const bool plain = at == kPreferred.end() && name.starts_with("NotoSans");
    return 2 * static_cast<std::size_t>(at - kPreferred.begin()) + (plain ? 0 : 1);
}

}  // namespace

std::string_view font_package(char32_t character) {
    struct Range {
        char32_t first;
        char32_t last;
    };
    // Chinese, Japanese, Korean.
    constexpr std::array kEastAsian{Range{0x1100, 0x11ff}, Range{0x2e80, 0xa4cf},
                                    Range{0xa960, 0xa97f}, Range{0xac00, 0xd7ff},
                                    Range{0xf900, 0xfaff}, Range{0xfe30, 0xfe4f},
                                    Range{0xff00, 0xffef}, Range{0x20000, 0x3ffff}};
    if (is_private(character)) {
        return {};
    }
    const bool east_asian =
        std::any_of(kEastAsian.begin(), kEastAsian.end(), [character](const Range& range) {
            return character >= range.first && character <= range.last;
        });
    if (is_emoji(character) || (character >= 0x1F000 && may_be_emoji(character))) {
        return "fonts-noto-color-emoji";
    }
    return east_asian ? "fonts-noto-cjk" : "fonts-noto-core";
}

std::vector<std::string> system_font_files() {
    std::vector<std::string> found;
    int looked_at = 0;
    for (const std::string& folder : font_folders()) {
        std::error_code error;
        for (fs::recursive_directory_iterator at(folder, error), end;
             !error && at != end && looked_at < kMostEntries; at.increment(error), ++looked_at) {
            std::error_code ignored;
            const std::string name = at->path().filename().string();
            const bool wanted = is_preferred(name) || is_plain_style(name);
            if (wanted && is_font(at->path()) && at->is_regular_file(ignored)) {
                found.push_back(at->path().string());
            }
        }
    }
    std::sort(found.begin(), found.end(), [](const std::string& a, const std::string& b) {
        return std::pair(rank(a), a) < std::pair(rank(b), b);
    });
    found.resize(std::min(found.size(), kMostFiles));
    return found;
}

}  // namespace tickreel
