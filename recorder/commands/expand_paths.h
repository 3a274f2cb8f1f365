#pragma once
// The files that folders and patterns mean, for every verb that takes several.

#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

// A folder means the files in it and below it with one of the extensions, a pattern those that fit
// it (`*` and `?` within a name, `**` any number of folders), in the order of their names. Hidden
// folders and those of unfinished files are passed over. Anything else stays as it is.
std::vector<std::string> expand_paths(const std::vector<std::string>& paths,
                                      const std::vector<std::string>& extensions = {".reel"});

bool fits_pattern(std::string_view path, std::string_view pattern);

}  // namespace tickreel
