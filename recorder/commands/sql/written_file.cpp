#include "recorder/commands/sql/written_file.h"

#include "tickreel/tables/sql_statements.h"

namespace tickreel {

namespace fs = std::filesystem;

WrittenFile::WrittenFile(std::string_view statement) {
    const fs::path path = written_path(statement);
    if (path.empty()) return;
    std::error_code ignored;
    for (const fs::path& each : {path, path.parent_path() / ("tmp_" + path.filename().string())})
        if (!fs::exists(fs::symlink_status(each, ignored))) new_.push_back(each);
    if (fs::is_directory(path, ignored)) folder_ = path.string();
}

std::string WrittenFile::remove_parts() const {
    std::error_code ignored;
    for (const fs::path& each : new_) fs::remove_all(each, ignored);
    return folder_;
}

}  // namespace tickreel
