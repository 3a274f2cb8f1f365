#include "recorder/games/teeworlds/map_finder.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include "tickreel/base/file.h"
#include "tickreel/reel/evolution.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::uint64_t kMapLimit = 256U << 20;
#ifdef _WIN32
constexpr char kListSeparator = ';';
#else
constexpr char kListSeparator = ':';
#endif

constexpr std::array kSystemFolders{"/usr/share/ddnet/data",
                                    "/usr/share/games/ddnet/data",
                                    "/usr/local/share/ddnet/data",
                                    "/usr/local/share/games/ddnet/data",
                                    "/usr/pkg/share/ddnet/data",
                                    "/usr/pkg/share/games/ddnet/data",
                                    "/opt/ddnet/data",
                                    "/usr/share/teeworlds/data",
                                    "/usr/share/games/teeworlds/data",
                                    "/usr/local/share/teeworlds/data",
                                    "/usr/local/share/games/teeworlds/data",
                                    "/opt/teeworlds/data",
                                    "/Applications/DDNet.app/Contents/Resources/data"};

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

void add_below(std::vector<std::string>& folders, const std::string& base, const char* below) {
    if (!base.empty()) folders.push_back(base + below);
}

bool matches(const std::string& path, const Segment& segment) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return false;
    const Result<Bytes> bytes = read_whole_file(path, kMapLimit);
    return bytes && is_version_played(*bytes, segment);
}

}  // namespace

bool is_safe_map_name(std::string_view name) {
    if (name.empty() || name.size() > 63 || name == "." || name == "..") return false;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 32 || byte == 127 || c == '/' || c == '\\' || c == ':') return false;
    }
    return true;
}

std::vector<std::string> data_folders() {
    std::vector<std::string> folders;
    std::string list = environment("TICKREEL_DATA");
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(kListSeparator), list.size());
        if (end > 0) folders.push_back(list.substr(0, end));
        list.erase(0, end + 1);
    }
    const std::string home = environment("HOME");
    for (const char* game : {"/ddnet", "/teeworlds"}) {
        add_below(folders, environment("XDG_DATA_HOME"), game);
        if (!home.empty()) add_below(folders, home + "/.local/share", game);
    }
    add_below(folders, home, "/.teeworlds");
    add_below(folders, home, "/Library/Application Support/DDNet");
    add_below(folders, home, "/Library/Application Support/Teeworlds");
    add_below(folders, environment("APPDATA"), "/DDNet");
    add_below(folders, environment("APPDATA"), "/Teeworlds");
    folders.insert(folders.end(), kSystemFolders.begin(), kSystemFolders.end());
    return folders;
}

std::string find_map_in(const std::vector<std::string>& folders, const Segment& segment) {
    if (!is_safe_map_name(segment.map)) return {};
    if (segment.map_sha256.empty() && segment.map_crc.empty()) return {};
    std::vector<std::string> names;
    if (!segment.map_sha256.empty())
        names.push_back("/downloadedmaps/" + segment.map + "_" + segment.map_sha256 + ".map");
    if (!segment.map_crc.empty())
        names.push_back("/downloadedmaps/" + segment.map + "_" + segment.map_crc + ".map");
    names.push_back("/maps/" + segment.map + ".map");
    names.push_back("/maps7/" + segment.map + ".map");
    for (const std::string& name : names)
        for (const std::string& folder : folders)
            if (matches(folder + name, segment)) return folder + name;
    return {};
}

std::string find_map(const Segment& segment) {
    return find_map_in(data_folders(), segment);
}

}  // namespace tickreel::teeworlds
