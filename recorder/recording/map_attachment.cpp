#include "recorder/recording/map_attachment.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "tickreel/base/file.h"

namespace tickreel {

namespace {

constexpr std::size_t kShaDigits = 8;

// A map's name comes from the wire: only what cannot leave the folder stays.
std::string attachment_name(const std::string& name) {
    std::string safe;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        safe += byte < 0x20 || c == '/' || c == '\\' || c == ':' || byte == 0x7f ? '_' : c;
    }
    while (!safe.empty() && safe.front() == '.') safe.erase(0, 1);
    return safe.empty() ? "map" : safe;
}

bool is_map(ByteView bytes) {
    const auto begins = [&](std::string_view magic) {
        return bytes.size() >= magic.size() &&
               std::equal(magic.begin(), magic.end(), bytes.begin());
    };
    return begins("DATA") || begins("ATAD");  // the latter by machines of the other byte order
}

}  // namespace

Result<Attachment> read_map(const std::string& path) {
    Result<Bytes> bytes = read_whole_file(path, kMaxMapBytes);
    if (!bytes) return bytes.error();
    if (!is_map(*bytes))
        return fail("is no map of Teeworlds or DDNet; name the .map that the server runs");
    const std::filesystem::path file(path);
    Attachment map;
    map.name = "maps/" + attachment_name(file.filename().string());
    map.media =
        file.extension() == ".map" ? "application/x-teeworlds-map" : "application/octet-stream";
    map.bytes = *std::move(bytes);
    return map;
}

std::string map_attachment_name(const Segment& segment) {
    return "maps/" + attachment_name(segment.map) + ".map";
}

std::string versioned_name(const std::string& name, const std::string& sha256) {
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    return name.substr(0, dot) + "_" + sha256.substr(0, kShaDigits) + name.substr(dot);
}

}  // namespace tickreel
