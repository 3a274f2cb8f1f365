#include "recorder/commands/played_map.h"

#include <set>

#include "recorder/commands/output/text_format.h"
#include "recorder/recording/map_attachment.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/evolution.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

constexpr std::size_t kMapsShown = 3;

}  // namespace

std::string map_not_played(const std::string& recording, const std::string& map_file) {
    const auto map = read_map(map_file);
    auto file = open_file(recording);
    if (!map || !file) return {};
    const auto reel = ReelReader::open(*std::move(file));
    if (!reel) return {};
    std::set<std::string> played;
    for (const Segment& segment : (*reel)->segments()) {
        if (is_version_played(map->bytes, segment)) return {};
        played.insert(segment.map);
    }
    return concat(
        printable(map_file), " is not the map that was played (",
        first_of(played, kMapsShown, [](const std::string& name) { return printable(name); }),
        "), or another version of it");
}

}  // namespace tickreel
