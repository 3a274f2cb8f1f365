#include "recorder/commands/sql/written_file.h"

#include <cstdlib>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/tables/sql_statements.h"

namespace tickreel {

namespace fs = std::filesystem;

namespace {

// Where the file is to DuckDB, which knows file: and ~.
fs::path local_path(const std::string& name) {
    for (const std::string_view prefix : {"file://localhost/", "file:///", "file:/"})
        if (name.starts_with(prefix)) return name.substr(prefix.size() - 1);
    const char* home = std::getenv("HOME");
    return name.starts_with('~') && home != nullptr ? home + name.substr(1) : name;
}

fs::path beside(const fs::path& path) {
    return path.parent_path() / ("tmp_" + path.filename().string());
}

bool is_within(const std::string& file, const fs::path& folder) {
    std::error_code ignored;
    fs::path at = fs::canonical(file, ignored);
    for (; at.has_relative_path(); at = at.parent_path())
        if (fs::equivalent(at.parent_path(), folder, ignored)) return true;
    return false;
}

}  // namespace

std::string refused_target(std::string_view statement, const std::vector<std::string>& inputs) {
    const SqlTarget target = named_target(statement);
    if (target.typed.empty() || inputs.empty()) return {};
    const std::string typed = printable(target.typed);
    if (!target.plain)
        return concat(typed, " could become the name of a recording that it reads",
                      "; write the name itself, in quotes");
    const fs::path path = local_path(target.path);
    std::error_code ignored;
    std::string same = same_file_in(inputs, path.string());
    if (same.empty() && fs::exists(path, ignored))
        same = same_file_in(inputs, beside(path).string());
    if (!same.empty())
        return concat(typed, " would replace ", printable(same),
                      ", which it reads; use another name");
    for (const std::string& input : inputs)
        if (target.copies && is_within(input, path))
            return concat(typed, " is a folder with ", printable(input),
                          ", which it reads; use another folder");
    return {};
}

WrittenFile::WrittenFile(std::string_view statement) {
    const fs::path path = written_path(statement);
    if (path.empty()) return;
    std::error_code ignored;
    for (const fs::path& each : {path, beside(path)})
        if (!fs::exists(fs::symlink_status(each, ignored))) new_.push_back(each);
    if (fs::is_directory(path, ignored)) folder_ = path.string();
}

std::string WrittenFile::remove_parts() const {
    std::error_code ignored;
    for (const fs::path& each : new_) fs::remove_all(each, ignored);
    return folder_;
}

}  // namespace tickreel
