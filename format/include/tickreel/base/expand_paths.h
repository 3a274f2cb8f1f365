#pragma once
// Expands folders and patterns to files, for every command that accepts several.

#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

// A folder expands to the files in it and its subfolders with one of the extensions, a pattern to
// matching files (`*` and `?` within a name, `**` any number of folders), sorted by name. Hidden
// folders and those of unfinished files are skipped. Anything else is returned unchanged.
std::vector<std::string> expand_paths(const std::vector<std::string>& paths,
                                      const std::vector<std::string>& extensions = {".reel"});

bool fits_pattern(std::string_view path, std::string_view pattern);

}  // namespace tickreel
