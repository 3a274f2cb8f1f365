#include "tickreel/base/expand_paths.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include <sys/stat.h>

#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

bool ends_with_any(const std::string& path, const std::vector<std::string>& extensions) {
    const std::string lower = ascii_lower(path);
    return std::any_of(extensions.begin(), extensions.end(),
                       [&](const std::string& extension) { return lower.ends_with(extension); });
}

bool is_hidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

bool is_unfinished(const fs::path& folder) {
    return folder.filename().string().find(".tmp-") != std::string::npos;
}

struct Walk {
    std::function<bool(const fs::path&)> enters{};     // a subfolder
    std::function<bool(const std::string&)> wanted{};  // a file
    bool hidden = false;                               // also what has a name with a dot in front
};

void walk(const fs::path& folder, const Walk& how, std::vector<std::string>& found) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const fs::path& path = at->path();
        if (!how.hidden && is_hidden(path)) continue;
        std::error_code ignored;
        if (!at->is_directory(ignored)) {
            if (how.wanted(path.string())) found.push_back(path.string());
        } else if (!is_unfinished(path) && how.enters(path)) {
            walk(path, how, found);
        }
    }
    // Nobody knows what is in it: the verb says why it cannot be opened.
    if (error) found.push_back(folder.string());
}

std::vector<std::string> files_below(const fs::path& folder, const Walk& how) {
    std::vector<std::string> found;
    walk(folder, how, found);
    std::sort(found.begin(), found.end());
    return found;
}

// What a folder may be searched for, without a pattern: not behind links, which may lead back.
bool is_no_link(const fs::path& folder) {
    std::error_code ignored;
    return !fs::is_symlink(folder, ignored);
}

// As in a shell, no wildcard stands for the dot of a hidden name.
bool fits(std::string_view path, std::string_view pattern, bool begins_name) {
    if (pattern.empty()) return path.empty();
    const bool hidden = begins_name && path.starts_with('.');
    if (pattern.starts_with("**")) {
        std::string_view rest = pattern.substr(2);
        const bool everything = rest.empty();
        if (rest.starts_with('/')) rest.remove_prefix(1);
        for (std::size_t at = 0;; ++at) {
            const bool begins = at == 0 ? begins_name : path[at - 1] == '/';
            if (!everything && (at == 0 || begins) && fits(path.substr(at), rest, begins))
                return true;
            if (at == path.size()) return everything;
            if (begins && path[at] == '.') return false;
        }
    }
    if (pattern[0] == '*') {
        if (hidden) return false;
        for (std::size_t at = 0;; ++at) {
            if (fits(path.substr(at), pattern.substr(1), begins_name && at == 0)) return true;
            if (at == path.size() || path[at] == '/') return false;
        }
    }
    const bool same = !path.empty() &&
                      (pattern[0] == path[0] || (pattern[0] == '?' && path[0] != '/' && !hidden));
    return same && fits(path.substr(1), pattern.substr(1), path[0] == '/');
}

// Of a pattern the last '/' before what is to be matched; npos: none.
std::size_t end_of_root(const std::string& pattern) {
    return pattern.rfind('/', pattern.find_first_of("*?"));
}

// Whether files that fit the pattern may lie in the folder, both below the same root: its names are
// those that the pattern begins with. Behind links only where the pattern says how deep, as in a
// shell.
bool may_hold(const std::string& pattern, const std::string& folder, bool is_link) {
    std::size_t end = 0;  // of the part of the pattern that is as deep
    for (auto deep = std::count(folder.begin(), folder.end(), '/') + 1; deep > 0; --deep) {
        end = pattern.find('/', end == 0 ? 0 : end + 1);
        if (pattern.substr(0, end).find("**") != std::string::npos) return !is_link;
        if (end == std::string::npos) return false;
    }
    return fits_pattern(folder, pattern.substr(0, end));
}

std::vector<std::string> matching(const std::string& pattern) {
    if (!is_pattern(pattern)) return {};
    const std::size_t slash = end_of_root(pattern);
    const std::string root = slash == std::string::npos ? "." : pattern.substr(0, slash + 1);
    const std::string rest = slash == std::string::npos ? pattern : pattern.substr(slash + 1);
    const auto below_root = [&](const std::string& path) {
        return path.substr(root.size() + (root.ends_with('/') ? 0 : 1));
    };
    Walk how;
    how.hidden = rest.starts_with('.') || rest.find("/.") != std::string::npos;
    how.enters = [&](const fs::path& folder) {
        return may_hold(rest, below_root(folder.string()), !is_no_link(folder));
    };
    how.wanted = [&](const std::string& path) { return fits_pattern(below_root(path), rest); };
    std::error_code ignored;
    if (!fs::is_directory(root, ignored)) return {};
    std::vector<std::string> found = files_below(root, how);
    if (slash == std::string::npos)
        for (std::string& path : found)
            if (path != root) path.erase(0, root.size() + 1);
    return found;
}

}  // namespace

bool fits_pattern(std::string_view path, std::string_view pattern) {
    return fits(path, pattern, true);
}

std::vector<std::string> expand_paths(const std::vector<std::string>& paths,
                                      const std::vector<std::string>& extensions) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code ignored;
        std::vector<std::string> found{path};
        if (fs::is_directory(path, ignored))
            found = files_below(path, {is_no_link, [&](const std::string& file) {
                                           return ends_with_any(file, extensions);
                                       }});
        else if (path != "-" && !fs::exists(path, ignored))
            if (auto fitting = matching(path); !fitting.empty()) found = std::move(fitting);
        if (found.empty()) found = {path};  // the verb says what is wrong with it
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

std::string path_below(const std::vector<std::string>& paths, const std::string& file) {
    for (const std::string& path : paths) {
        if (path == file) break;
        std::error_code ignored;
        std::string root;
        if (fs::is_directory(path, ignored))
            root = path.ends_with('/') ? path : path + '/';
        else if (!is_pattern(path))
            continue;
        else if (const std::size_t slash = end_of_root(path); slash != std::string::npos)
            root = path.substr(0, slash + 1);
        if (file.starts_with(root)) return file.substr(file.find_first_not_of('/', root.size()));
    }
    return fs::path(file).filename().string();
}

bool is_pattern(std::string_view path) {
    return path.find_first_of("*?") != std::string_view::npos;
}

bool is_folder_without(const std::string& path, const std::vector<std::string>& extensions) {
    std::error_code error;
    const fs::directory_iterator readable(path, error);
    return !error && expand_paths({path}, extensions) == std::vector<std::string>{path};
}

std::string RepeatedFiles::text() const {
    if (count == 0) return {};
    return concat("is the same file as ", first_before, ", so it counts once",
                  count == 1 ? std::string() : concat("; so do ", count - 1, " more names"));
}

std::string same_file_in(const std::vector<std::string>& paths, const std::string& file) {
    for (const std::string& path : paths) {
        std::error_code ignored;  // what is not there is not the same
        if (fs::equivalent(path, file, ignored)) return path;
    }
    return {};
}

std::vector<std::string> without_repeats(std::vector<std::string> paths, RepeatedFiles& repeated) {
    std::map<std::pair<dev_t, ino_t>, std::string> names;
    std::vector<std::string> files;
    for (std::string& path : paths) {
        struct stat facts {};
        if (path != "-" && ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
            const auto [known, fresh] = names.try_emplace({facts.st_dev, facts.st_ino}, path);
            if (!fresh) {
                if (repeated.count++ == 0)
                    std::tie(repeated.first, repeated.first_before) = std::tie(path, known->second);
                continue;
            }
        }
        files.push_back(std::move(path));
    }
    return files;
}

}  // namespace tickreel
