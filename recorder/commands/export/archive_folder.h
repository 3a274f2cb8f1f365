#pragma once
// The folder that `export DIR/` makes. With --force it takes the place of an earlier one, and of
// nothing else that is there: schema.json lists under "parts" which files the export made.

#include <string>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/base/unfinished_file.h"

namespace tickreel {

inline constexpr const char* kArchiveSchema = "schema.json";

// A folder that is there must be empty, or with `force` an export of ours.
Result<void> check_archive(const std::string& path, bool force);

// Below the folder, as paths within it.
std::vector<std::string> files_in(const std::string& folder);

// Removes the earlier export if there is one. Fails before that when a file that is not of it is
// where a new one goes.
Result<void> publish_archive(UnfinishedFile& made, const std::string& output);

}  // namespace tickreel
