#include "recorder/commands/export/archive_folder.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "tickreel/base/file.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

bool is_named(const fs::path& path, std::string_view begin, std::string_view end) {
    const std::string name = path.string();
    return name.starts_with(begin) && name.ends_with(end);
}

// type=X/match=Y/part-N.parquet: a list of foreign hand must not lead out of the folder.
bool is_part(const fs::path& path) {
    const std::vector<fs::path> steps(path.begin(), path.end());
    return steps.size() == 3 && is_named(steps[0], "type=", "") &&
           is_named(steps[1], "match=", "") && is_named(steps[2], "part-", ".parquet");
}

// What the export in the folder says that it made.
Result<std::set<fs::path>> parts_of(const fs::path& folder) {
    const auto bytes = read_whole_file((folder / kArchiveSchema).string());
    if (!bytes) return bytes.error();
    const auto schema = nlohmann::json::parse(bytes->begin(), bytes->end(), nullptr, false);
    const auto listed = schema.is_object() ? schema.find("parts") : schema.end();
    if (!schema.is_object() || listed == schema.end() || !listed->is_array())
        return fail(
            "its schema.json does not list the files of an export; remove what is there, "
            "or choose another folder");
    std::set<fs::path> parts;
    for (const auto& part : *listed)
        if (part.is_string() && is_part(part.get<std::string>()))
            parts.insert(part.get<std::string>());
    return parts;
}

// Takes the files of an earlier export out of its folder, and what is empty then; nothing else.
Result<void> clear_export(const fs::path& folder, const std::set<fs::path>& parts) {
    std::error_code error;
    std::set<fs::path, std::greater<>> folders;  // those inside others first
    for (const fs::path& part : parts) {
        if (!error) fs::remove(folder / part, error);
        folders.insert(folder / part.parent_path());
        folders.insert(folder / part.parent_path().parent_path());
    }
    if (!error) fs::remove(folder / kArchiveSchema, error);
    for (const fs::path& path : folders)
        if (!error && fs::is_directory(path) && fs::is_empty(path, error)) fs::remove(path, error);
    if (error) return fail("cannot clear the earlier export: ", error.message());
    return {};
}

// Into a folder that keeps what else is in it; the file by which it is known as an export at last.
Result<void> move_into(const fs::path& made, std::vector<std::string> files,
                       const fs::path& folder) {
    std::error_code error;
    std::stable_partition(files.begin(), files.end(),
                          [](const std::string& file) { return file != kArchiveSchema; });
    for (const std::string& file : files) {
        if (!error) fs::create_directories((folder / file).parent_path(), error);
        if (!error) fs::rename(made / file, folder / file, error);
    }
    if (error) return fail("cannot move the export into it: ", error.message());
    return {};
}

}  // namespace

Result<void> check_archive(const std::string& path, bool force) {
    std::error_code ignored;
    if (!fs::exists(path, ignored) || fs::is_empty(path, ignored)) return {};
    if (!fs::is_directory(path, ignored)) return fail("is a file, not a folder");
    if (!force) return fail("is not empty; use --force to replace an export, or another name");
    if (!fs::exists(fs::path(path) / kArchiveSchema, ignored))
        return fail("not an export folder (it has no schema.json); choose another folder");
    const auto parts = parts_of(path);
    return parts ? Result<void>() : parts.error();
}

std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error))
        if (!entry.is_directory(error))
            files.push_back(fs::relative(entry.path(), folder, error).string());
    std::sort(files.begin(), files.end());
    return files;
}

Result<void> publish_archive(UnfinishedFile& made, const std::string& output) {
    std::error_code ignored;
    if (!fs::is_directory(output, ignored) || fs::is_empty(output, ignored))
        return made.publish(output, IfExists::Refuse);
    const auto parts = parts_of(output);
    if (!parts) return parts.error();
    const auto files = files_in(made.path());
    for (const std::string& file : files)
        if (file != kArchiveSchema && !parts->contains(file) &&
            fs::exists(fs::path(output) / file, ignored))
            return fail(file,
                        " is there and not of an export; move it away, or choose another folder");
    const Result<void> cleared = clear_export(output, *parts);
    return cleared ? move_into(made.path(), files, output) : cleared;
}

}  // namespace tickreel
