#pragma once
// Finds a segment's map file among the installed game's files: read-only, and only a file with the
// segment's SHA-256 (or CRC-32 if only that is known). Folders: TICKREEL_DATA (several, separated
// like PATH), the user's DDNet and Teeworlds folders, then the system's.

#include <string>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel::teeworlds {

// "" when there is none.
std::string find_map(const Segment& segment);
std::string find_map_in(const std::vector<std::string>& folders, const Segment& segment);
std::vector<std::string> data_folders();  // in search order, existing or not

// Map names come from servers: a plain file name of at most 63 bytes, no path.
bool is_safe_map_name(std::string_view name);

}  // namespace tickreel::teeworlds
