#include "player/games/teeworlds/game_files.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include "player/draw/png.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/file.h"
#include "tickreel/base/sha256.h"

namespace tickreel::teeworlds_art {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxMap = 256U << 20;

// The game's search order (defaults of storage.cfg and the packages of the distributions).
constexpr std::array<std::string_view, 12> kDataFolders{
    "/usr/share/ddnet/data",
    "/usr/share/games/ddnet/data",
    "/usr/local/share/ddnet/data",
    "/usr/local/share/games/ddnet/data",
    "/usr/pkg/share/ddnet/data",
    "/opt/ddnet/data",
    "/Applications/DDNet.app/Contents/Resources/data",
    "/usr/share/teeworlds/data",
    "/usr/share/games/teeworlds/data",
    "/usr/local/share/teeworlds/data",
    "/usr/local/share/games/teeworlds/data",
    "/opt/teeworlds/data",
};

std::string environment(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets it here
    return value != nullptr ? value : "";
}

bool is_folder(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

bool matches(const Bytes& bytes, const Segment& segment) {
    if (!segment.map_sha256.empty()) return hex(sha256(bytes)) == segment.map_sha256;
    if (!segment.map_crc.empty()) {
        const std::uint32_t crc = crc32_ieee(bytes);
        const std::array<Byte, 4> high_first{static_cast<Byte>(crc >> 24),
                                             static_cast<Byte>(crc >> 16),
                                             static_cast<Byte>(crc >> 8), static_cast<Byte>(crc)};
        return hex(high_first) == segment.map_crc;
    }
    return true;  // nothing to compare with: accept the name
}

}  // namespace

bool plain_file_name(const std::string& name) {
    return !name.empty() && name.size() < 128 && name.find_first_of("/\\:") == std::string::npos &&
           name.find('\0') == std::string::npos && name.find("..") == std::string::npos;
}

GameFiles::GameFiles(const std::vector<std::string>& extra) {
    std::vector<std::string> candidates = extra;
    if (const std::string own = environment("TICKREEL_DATA"); !own.empty())
        candidates.push_back(own);
    candidates.insert(candidates.end(), kDataFolders.begin(), kDataFolders.end());
    for (const std::string& folder : candidates)
        if (is_folder(folder + "/mapres")) data_.push_back(folder);
    const std::string home = environment("HOME");
    const std::string shared = environment("XDG_DATA_HOME");
    const std::string base = shared.empty() ? home + "/.local/share" : shared;
    for (const std::string& folder :
         {base + "/ddnet", home + "/.teeworlds", base + "/teeworlds",
          home + "/Library/Application Support/DDNet", environment("APPDATA") + "/DDNet"})
        if (is_folder(folder)) user_.push_back(folder);
}

Image GameFiles::picture(const std::string& name, const ProblemSink& problems) const {
    for (const std::string& folder : data_) {
        const std::string path = folder + "/" + name;
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored)) continue;
        Result<Image> image = read_png_file(path);
        if (image) return std::move(*image);
        problems({path + ": " + image.error().message + "; drawing without it"});
    }
    return {};
}

std::optional<Bytes> GameFiles::map(const Segment& segment, const ProblemSink& problems) const {
    if (!plain_file_name(segment.map)) return {};
    std::vector<std::string> paths;
    for (const std::string& folder : user_) {
        for (const std::string& id : {segment.map_sha256, segment.map_crc})
            if (!id.empty())
                paths.push_back(folder + "/downloadedmaps/" + segment.map + "_" + id + ".map");
        paths.push_back(folder + "/maps/" + segment.map + ".map");
    }
    for (const std::string& folder : data_) {
        paths.push_back(folder + "/maps/" + segment.map + ".map");
        paths.push_back(folder + "/maps7/" + segment.map + ".map");
    }
    bool other_version = false;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored)) continue;
        Result<Bytes> bytes = read_whole_file(path, kMaxMap);
        if (bytes && matches(*bytes, segment)) return std::move(*bytes);
        other_version = true;
    }
    if (other_version) {
        problems({"the installed map " + segment.map +
                  " is another version than the recorded one; drawing without a map"});
    }
    return {};
}

}  // namespace tickreel::teeworlds_art
