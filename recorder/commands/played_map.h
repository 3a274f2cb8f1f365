#pragma once
// Whether the map file of --map is the one that was played.

#include <string>

namespace tickreel {

// That `map_file` is none of the recording's maps, and what they are; "": it is one of them, or
// nobody can tell.
std::string map_not_played(const std::string& recording, const std::string& map_file);

}  // namespace tickreel
