#pragma once
// Markers in a file beside a recording that is to stay as it is: match.reel.markers, a line of JSON
// for each, in the words of `tickreel list FILE markers --format ndjson`:
//   {"tick":"s0:1600","color":"#ffcc33","text":"double kill"}

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

std::string marker_file_of(const std::string& recording);
// Nothing: there is none. The error names the file and the line.
Result<std::optional<std::vector<Marker>>> read_marker_file(const std::string& recording,
                                                            const Timeline& timeline);
Result<void> write_marker_file(const std::string& recording, const std::vector<Marker>& markers);

// The error says which line is no marker of such a recording.
Result<std::vector<Marker>> parse_markers(std::string_view text, const Timeline& timeline);
std::string markers_text(const std::vector<Marker>& markers);

}  // namespace tickreel
