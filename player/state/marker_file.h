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
// Makes in the file what was changed between `before`, what it held as far as one knew, and `now`.
// Others write it too: what they added stays, also lines that are no marker of this recording, and
// what they removed stays away; all of `now` is written where the file is gone. Gives the markers
// that it holds then.
Result<std::vector<Marker>> change_marker_file(const std::string& recording,
                                               const std::vector<Marker>& before,
                                               const std::vector<Marker>& now,
                                               const Timeline& timeline);
// Each of the others takes one away that says the same.
std::vector<Marker> markers_without(std::vector<Marker> markers, const std::vector<Marker>& others);
// `markers` with what was changed between `before` and `now`.
std::vector<Marker> changed_markers(std::vector<Marker> markers, const std::vector<Marker>& before,
                                    const std::vector<Marker>& now);

// The error says which line is no marker of such a recording.
Result<std::vector<Marker>> parse_markers(std::string_view text, const Timeline& timeline);
std::string markers_text(const std::vector<Marker>& markers);

}  // namespace tickreel
