#pragma once
// Expands folders and patterns to files, for every command that accepts several.

#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

// A folder expands to the files in it and its subfolders with one of the extensions, a pattern to
// matching files (`*` and `?` within a name, `**` any number of folders), sorted by name. Names
// that begin with a dot are skipped, unless the pattern has the dot, and so are folders of
// unfinished files, and links to folders but where a pattern says how deep, as `*/`. A folder that
// cannot be read stands for what is in it. Anything else is returned unchanged.
std::vector<std::string> expand_paths(const std::vector<std::string>& paths,
                                      const std::vector<std::string>& extensions = {".reel"});

// Where an expanded file lies below the one of `paths` that it comes from: "week/a.reel" of
// "season/" or "season/**/*.reel". Of a file that was named itself, its name.
std::string path_below(const std::vector<std::string>& paths, const std::string& file);

// A folder that expand_paths() found nothing in.
bool is_folder_without(const std::string& path,
                       const std::vector<std::string>& extensions = {".reel"});

// Names of files that are in the list already, by whatever name.
struct RepeatedFiles {
    std::string first{};         // "" if there are none
    std::string first_before{};  // what it is called before
    std::size_t count = 0;
    // What to say about the first: "is the same file as ..., so it counts once; so do 2 more names"
    std::string text() const;
};
// Each file once, in the place of its first name.
std::vector<std::string> without_repeats(std::vector<std::string> paths, RepeatedFiles& repeated);

// The first of the paths that is this file, by whatever name (links too); "" if none is.
std::string same_file_in(const std::vector<std::string>& paths, const std::string& file);

bool is_pattern(std::string_view path);  // may fit several files
bool fits_pattern(std::string_view path, std::string_view pattern);

}  // namespace tickreel
